// Draws a component again when the store changes.

import { useLayoutEffect, useState } from '../preact.js';

/**
 * @template State
 * @param {import('../data/store.js').Store<State>} store
 * @returns {State}
 */
export function useStore(store) {
  const [, draw] = useState(0);
  useLayoutEffect(() => store.subscribe(() => draw((count) => count + 1)), [store]);
  return store.get();
}
