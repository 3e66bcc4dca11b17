// After the office has restored a backup: which changes of this phone it lacks.

import { call } from './api.js';

/** @typedef {import('./rows.js').Row} Row */

/**
 * Returns the keys of the rows that the office acknowledged once and lacks now; null if it does not answer. Emergencies
 * are always among them: the caregiver is told which ones were raised.
 * @param {Row[]} rows
 * @param {import('./api.js').CallOptions} options
 * @returns {Promise<Set<string> | null>}
 */
export async function lostRows(rows, options) {
  /** @type {Set<string>} */
  const lost = new Set();
  /** @type {Map<string, import('../api.js').VisitView | null>} */
  const visits = new Map();
  for (const row of rows.filter(({ state }) => state === 'done')) {
    const id = /** @type {string | undefined} */ (row.answer?.visit?.id);
    if (id === undefined) {
      lost.add(row.requestId);
      continue;
    }
    if (!visits.has(id)) {
      const outcome = await call('visit.show', { visit: id }, options);
      if (outcome.kind === 'silence') return null;
      visits.set(id, outcome.kind === 'answer' ? outcome.value.visit : null);
    }
    if (!shows(visits.get(id) ?? null, row)) lost.add(row.requestId);
  }
  return lost;
}

/**
 * Whether the office's visit shows what a row recorded.
 * @param {import('../api.js').VisitView | null} visit
 * @param {Row} row
 */
function shows(visit, { method }) {
  if (method === 'visit.start') return !!visit?.checkIn;
  return method === 'visit.complete' && !!visit?.checkOut;
}
