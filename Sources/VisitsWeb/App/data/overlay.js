// Views with the changes of this phone on them.

import { isOf, isUnsent } from './rows.js';

/** @typedef {import('../api.js').TodayView} TodayView */
/** @typedef {import('../api.js').Card} Card */
/** @typedef {import('./rows.js').Row} Row */

/** The state of a visit after a change. */
const AFTER = /** @type {const} */ ({ 'visit.start': 'inProgress', 'visit.complete': 'completed' });

/**
 * Returns Today as the person made it: with what is not acknowledged, and with the answers that the view does not know.
 * @param {TodayView} view
 * @param {number} acknowledgements How many rows were acknowledged when the view was asked for.
 * @param {Row[]} rows In their order.
 * @param {import('./rows.js').Owner | null} owner
 * @returns {TodayView}
 */
export function withRows(view, acknowledgements, rows, owner) {
  const own = rows.filter((row) => isOf(row, owner) && (isUnsent(row) || row.acknowledgement > acknowledgements));
  if (own.length === 0) return view;
  let { completed, total } = view.progress;
  const cards = view.cards.map((before) => {
    const card = own.reduce((present, row) => after(present, row, view), before);
    if (card.status === 'completed' && before.status !== 'completed') completed += 1;
    if (card.status !== 'cancelled' && before.status === 'cancelled') total += 1;
    return card;
  });
  const label = view.forms.progress.replace('{completed}', String(completed)).replace('{total}', String(total));
  return { ...view, cards, progress: { completed, total, label } };
}

/**
 * @param {Card} card
 * @param {Row} row
 * @param {TodayView} view
 * @returns {Card}
 */
function after(card, row, { forms }) {
  if (row.state === 'done') {
    const answer = /** @type {Card | undefined} */ (row.answer?.card);
    // The office may have merged the visit into another, which the answer names.
    const isIts = answer && (answer.visit === card.visit || row.visit === card.visit);
    return isIts && answer.version >= card.version ? answer : card;
  }
  const status = AFTER[/** @type {keyof typeof AFTER} */ (row.method)];
  if (!status || row.visit !== card.visit || card.status === 'completed') return card;
  const { mark, label } = forms[status];
  const spoken = card.spokenTemplate.replace('{status}', label);
  const { alert, ...rest } = card;
  const after = { ...rest, status, mark, statusLabel: label, spoken, accessibilityLabel: spoken };
  // The change settles what the clock has found; only the office settles a conflict.
  return alert?.kind === 'conflict' ? { ...after, alert } : after;
}

/**
 * Returns the newer view. A card of a lower version in the same epoch is dropped: it comes from an answer that was late.
 * @param {TodayView | null} before
 * @param {TodayView} view
 * @returns {TodayView}
 */
export function newer(before, view) {
  if (!before || before.epoch !== view.epoch || before.date !== view.date) return view;
  const known = new Map(before.cards.map((card) => [card.visit, card]));
  const cards = view.cards.map((card) => {
    const other = known.get(card.visit);
    return other && other.version > card.version ? other : card;
  });
  return { ...view, cards };
}
