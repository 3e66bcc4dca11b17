// The sheet over a screen. The phone's Back closes it.

import { useEffect, useRef, useState } from '../preact.js';

/**
 * @typedef {object} SheetState
 * @property {string | null} name The sheet that is open.
 * @property {boolean} isClosing It slides out.
 * @property {(name: string) => void} open
 * @property {() => void} close
 * @property {() => void} closed It has left.
 */

/** @returns {SheetState} */
export function useSheet() {
  const [name, setName] = useState(/** @type {string | null} */ (null));
  const [isClosing, setClosing] = useState(false);
  // Back is on its way. A second one would leave the app.
  const isGoing = useRef(false);

  useEffect(() => {
    // After a reload no sheet is open.
    history.replaceState(null, '');
    const went = () => {
      isGoing.current = false;
      setClosing(true);
    };
    addEventListener('popstate', went);
    return () => removeEventListener('popstate', went);
  }, []);

  return {
    name,
    isClosing,
    open(next) {
      // The second of two taps adds no page.
      if (!history.state?.sheet) history.pushState({ sheet: next }, '');
      setClosing(false);
      setName(next);
    },
    close() {
      if (isGoing.current) return;
      if (history.state?.sheet) {
        isGoing.current = true;
        history.back();
      } else {
        setClosing(true);
      }
    },
    closed() {
      setName(null);
      setClosing(false);
    },
  };
}
