// The words of the sync indicator. "Synced" stands there only if it is true and fresh.

import { say, timeOfDay } from '../words/words.js';
import { isOthers } from './changes.js';

/**
 * @param {import('../data/app.js').AppState} state
 * @returns {import('../parts/sync-indicator.js').Indicator}
 */
export function indicatorOf(state) {
  const { today, todayAt, rows, isReached, isFresh, isCurrent, me } = state;
  const unsent = rows.filter((row) => row.state === 'waiting' || row.state === 'sending');
  if (unsent.some(({ isUnsaved }) => isUnsaved)) return { state: 'unsaved', label: say('sync.unsaved') };
  if (state.isRecording || (state.isSyncing && isReached)) return { state: 'syncing', label: say('sync.syncing') };
  const own = unsent.filter((row) => !isOthers(row, state));
  if (own.length > 0 && isReached) {
    return { state: 'syncing', label: today?.forms.sync.syncing ?? say('sync.syncing') };
  }
  if (own.length > 0) {
    return { state: 'savedLocally', label: today?.forms.sync.savedLocally ?? say('sync.savedLocally') };
  }
  // What is left was not accepted, or waits for the worker who made it.
  if (rows.some(({ state: row }) => row === 'stopped')) return { state: 'failed', label: say('change.refused') };
  if (rows.length > 0) return { state: 'unsent', label: say('sync.unsent') };
  if (!isReached && today) return { state: 'savedLocally', label: today.forms.sync.savedLocally };
  if (!isReached) return { state: 'unreached', label: say('sync.unreached') };
  if (!today || !isCurrent) return { state: 'syncing', label: say('sync.syncing') };
  if (!isFresh) return { state: 'stale', label: say('sync.asOf', { time: timeOfDay(todayAt, me?.timeZone) }) };
  return { state: today.sync.state, label: today.sync.label };
}
