// Which of the stored days is shown, as functions of the entries: the office's today moves on while it is not reached.

const DAY = 24 * 60 * 60_000;

/** @typedef {import('../api.js').TodayView} TodayView */

/**
 * A day as the daemon composed it.
 * @typedef {object} Entry
 * @property {string} worker The key of the worker whose day it is.
 * @property {string} date "2026-11-28".
 * @property {string} today The office's today when it was asked for.
 * @property {number} askedAt By this phone's clock, in milliseconds since 1970.
 * @property {number} acknowledgements How many rows were acknowledged when it was asked for.
 * @property {TodayView} view
 */
/** @typedef {{date: string, today: Entry | null, tomorrow: Entry | null, yesterday: Entry | null}} Days */

/**
 * Returns the day of a moment, "2026-11-28".
 * @param {number} time In milliseconds since 1970.
 * @param {string} timeZone
 */
export function dayOf(time, timeZone) {
  // Sweden writes its dates like this.
  return new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone }).format(time);
}

/** @param {string} date @param {number} count */
export function addDays(date, count) {
  return new Date(Date.parse(date) + count * DAY).toISOString().slice(0, 10);
}

/**
 * Returns the office's today: that of the last answer, moved on by the days that have begun on this phone since. A clock
 * that is a day ahead does not matter.
 * @param {Entry} last
 * @param {number} now
 * @param {string} timeZone
 */
export function todayOf(last, now, timeZone) {
  const days = Date.parse(dayOf(now, timeZone)) - Date.parse(dayOf(last.askedAt, timeZone));
  return addDays(last.today, Math.max(0, Math.round(days / DAY)));
}

/**
 * Returns the day to show and the days beside it; for a day that was never asked for, the last one before it.
 * @param {Entry[]} entries
 * @param {number} now
 * @param {string} timeZone
 * @returns {Days}
 */
export function shownDays(entries, now, timeZone) {
  const [last] = [...entries].sort((one, other) => other.askedAt - one.askedAt);
  if (!last) return { date: '', today: null, tomorrow: null, yesterday: null };
  const date = todayOf(last, now, timeZone);
  const past = entries.filter((entry) => entry.date <= date).sort((one, other) => (one.date < other.date ? 1 : -1));
  const beside = (/** @type {number} */ days) => entries.find((entry) => entry.date === addDays(date, days)) ?? null;
  return { date, today: past[0] ?? null, tomorrow: beside(1), yesterday: beside(-1) };
}

/**
 * Returns a view under the heading that it has on a day.
 * @param {TodayView} view
 * @param {string} today
 * @returns {TodayView}
 */
export function headed(view, today) {
  const { headings } = view.forms;
  const heading = view.date === today ? headings.today : headings.date;
  return heading === view.heading ? view : { ...view, heading };
}

/**
 * Returns in how many milliseconds a day of the worker's ends.
 * @param {number} now
 * @param {number} utcOffset In seconds.
 */
export function untilMidnight(now, utcOffset) {
  return DAY - ((now + utcOffset * 1_000) % DAY);
}
