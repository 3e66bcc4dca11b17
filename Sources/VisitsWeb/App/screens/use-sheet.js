// The sheet over a screen. The phone's Back closes it.

import { useEffect, useState } from '../preact.js';

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

  useEffect(() => {
    // After a reload no sheet is open.
    history.replaceState(null, '');
    const went = () => setClosing(true);
    addEventListener('popstate', went);
    return () => removeEventListener('popstate', went);
  }, []);

  return {
    name,
    isClosing,
    open(next) {
      history.pushState({ sheet: next }, '');
      setClosing(false);
      setName(next);
    },
    close() {
      if (history.state?.sheet) history.back();
      else setClosing(true);
    },
    closed() {
      setName(null);
      setClosing(false);
    },
  };
}
