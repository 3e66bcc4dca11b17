// The days as screens show them: with the changes of this phone, what the office has changed, and how fresh they are.

import { clockOffset } from './clock.js';
import { withRows } from './overlay.js';

/** A view that was asked for within this time counts as fresh, in milliseconds. */
export const FRESH = 90_000;
/** Tomorrow is asked for less often; older than Today by more than this, it says its age, in milliseconds. */
const LAG = 10 * 60_000;

/** @typedef {import('./days.js').Entry} Entry */
/** @typedef {import('./news.js').News} News */
/** @typedef {import('../api.js').TodayView} TodayView */

/**
 * @typedef {object} DaysState
 * @property {TodayView | null} today With the changes of this phone on it.
 * @property {TodayView | null} tomorrow
 * @property {number | null} tomorrowAt When `tomorrow` was asked for, if that is long before `todayAt`.
 * @property {News} news What the office has changed in `today` since the person looked.
 * @property {News} newsAhead The same of `tomorrow`.
 * @property {number} todayAt When `today` was asked for, in milliseconds since 1970.
 * @property {boolean} isFresh Whether that is at most 90 s ago.
 * @property {boolean} isCurrent Whether `today` was asked for after the last acknowledgement.
 * @property {number | null} retryAt When the office's system tries to sync again, by this phone's clock.
 */

/** @type {DaysState} */
export const NO_DAYS = {
  today: null, tomorrow: null, tomorrowAt: null, news: {}, newsAhead: {}, todayAt: 0, isFresh: false, isCurrent: false,
  retryAt: null,
};

/**
 * @param {ReturnType<import('./daybook.js').createDaybook>} daybook
 * @param {import('./days.js').Days} days
 * @param {import('./rows.js').Row[]} rows
 * @param {import('./database.js').Facts} facts
 * @param {number} now
 * @returns {DaysState}
 */
export function stateOfDays(daybook, { date, today, tomorrow, yesterday }, rows, { acknowledgements, owner }, now) {
  if (!today) return NO_DAYS;
  /** @param {Entry} entry */
  const own = ({ view, acknowledgements: known }) => withRows(view, known, rows, owner);
  /** @param {Entry} entry */
  const made = (entry) => daybook.news(own(entry));
  const present = made(today);
  // The view of yesterday's tomorrow does not know a visit that goes on past midnight.
  const isMovedOn = today.date === date && today.today !== date;
  const { cards } = present.view;
  const goingOn = !isMovedOn || !yesterday ? [] : own(yesterday).cards.filter(({ status, visit }) => (
    status === 'inProgress' && !cards.some((card) => card.visit === visit)));
  const ahead = tomorrow && made(tomorrow);
  const retryAt = today.view.banner?.retryAt;
  return {
    today: { ...present.view, cards: [...goingOn, ...cards] },
    news: present.news,
    tomorrow: ahead && ahead.view,
    tomorrowAt: tomorrow && today.askedAt - tomorrow.askedAt > LAG ? tomorrow.askedAt : null,
    newsAhead: ahead ? ahead.news : {},
    todayAt: today.askedAt,
    // The view of yesterday's tomorrow does not know what today brought.
    isFresh: today.date === date && today.today === date && now - today.askedAt <= FRESH,
    isCurrent: today.acknowledgements >= acknowledgements,
    retryAt: retryAt ? Date.parse(retryAt) + (clockOffset() ?? 0) : null,
  };
}
