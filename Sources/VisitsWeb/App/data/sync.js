// A sync that the person asks for: by a pull, or a tap on the banner.

import { say, timeOfDay } from '../words/words.js';
import { clockOffset } from './clock.js';

/** The agency's server is asked at most once in this time, in milliseconds. The office's system takes no more. */
const GAP = 10_000;
/** A sync may take this long before the app shows what there is, in seconds. */
const PATIENCE = 10;

/** @typedef {import('../api.js').Methods['sync.now']} Method */

/**
 * Returns the function that syncs with the agency's server and shows what is new.
 * @param {object} options
 * @param {import('./store.js').Store<import('./app.js').AppState>} options.store
 * @param {(parameters: {wait: number}) => Promise<import('./api.js').Outcome<Method['result']>>} options.call
 * @param {() => Promise<void>} options.show Asks for the views.
 * @param {(text: string) => void} options.tell
 * @returns {() => Promise<void>}
 */
export function createSync({ store, call, show, tell }) {
  let askedAt = -Infinity;
  /** When the office's system syncs by itself, by its clock, in milliseconds since 1970. */
  let next = NaN;

  return async () => {
    if (store.get().isSyncing) return;
    store.set({ isSyncing: true });
    const isRun = Date.now() - askedAt >= GAP;
    let isDone = false;
    let isReached = true;
    if (isRun) {
      askedAt = Date.now();
      const outcome = await call({ wait: PATIENCE });
      if (outcome.kind === 'answer') next = Date.parse(outcome.value.nextAt ?? '');
      isReached = outcome.kind !== 'silence';
      isDone = outcome.kind !== 'answer' || ['alone', 'synced'].includes(outcome.value.outcome);
    }
    // Without a network the spinner need not turn until each call has given up.
    if (isReached) await show();
    else void show();
    store.set({ isSyncing: false });
    const { phase, me } = store.get();
    if (isDone || phase !== 'paired') return;
    if (next > Date.now() - (clockOffset() ?? 0)) tell(say('sync.next', { time: timeOfDay(next, me?.timeZone) }));
    else if (!isRun) tell(say('sync.justNow'));
  };
}
