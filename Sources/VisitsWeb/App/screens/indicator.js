// The words of the sync indicator. "Synced" stands there only if it is true and fresh.

import { say, timeOfDay } from '../words/words.js';

/**
 * @param {import('../data/app.js').AppState} state
 * @returns {import('../parts/sync-indicator.js').Indicator}
 */
export function indicatorOf(state) {
  const { today, todayAt, rows, isReached, isFresh, me } = state;
  if (rows.some(({ state: row }) => row === 'stopped')) return { state: 'failed', label: say('change.refused') };
  if (rows.some(({ worker }) => worker === me?.worker) && isReached) {
    return { state: 'syncing', label: say('sync.syncing') };
  }
  // What is left waits for a connection, or for the worker who made it.
  if (rows.length > 0) return { state: 'unsent', label: say('sync.unsent') };
  if (!isReached) return { state: 'unreached', label: say('sync.unreached') };
  if (!today) return { state: 'syncing', label: say('sync.syncing') };
  if (!isFresh) return { state: 'stale', label: say('sync.asOf', { time: timeOfDay(todayAt, me?.timeZone) }) };
  return { state: today.sync.state, label: today.sync.label };
}
