// The days after today, read ahead for days without a network.

import { addDays } from './days.js';

/** The app reads so many days ahead. With today they are a week. */
const DAYS = 6;
/** Tomorrow is asked for again after this time, in milliseconds. */
const SOON = 5 * 60_000;
/** A later day is asked for again after this time, in milliseconds. */
const HOUR = 60 * 60_000;

/** @typedef {import('../api.js').TodayView} TodayView */
/** @typedef {import('../api.js').Methods['today']} Method */

/**
 * Returns the function that reads the days after a day. A tomorrow of a certain age, in milliseconds, is asked for
 * again.
 * @param {object} options
 * @param {ReturnType<import('./daybook.js').createDaybook>} options.daybook
 * @param {(parameters: {date: string, ifNoneMatch?: string}) => Promise<Method['result'] | null>} options.ask
 * @param {() => number} options.acknowledgements How many rows were acknowledged.
 * @param {(view: TodayView, today: string, askedAt: number, acknowledgements: number) => void} options.keep
 * @returns {(today: string, age?: number) => Promise<void>}
 */
export function createAhead({ daybook, ask, acknowledgements, keep }) {
  /** One reading at a time, so that none asks for what another one has just read. */
  let last = Promise.resolve();

  /**
   * Returns whether the day is there.
   * @param {string} date
   * @param {string} today
   * @param {number} age
   */
  const read = async (date, today, age) => {
    const before = daybook.of(date);
    const askedAt = Date.now();
    const count = acknowledgements();
    if (before?.today === today && askedAt - before.askedAt < age) return true;
    const answer = await ask(before ? { date, ifNoneMatch: before.view.etag } : { date });
    const view = answer && 'notModified' in answer ? before?.view : /** @type {TodayView | null} */ (answer);
    if (view) keep(view, today, askedAt, count);
    return !!view;
  };

  /** @param {string} today @param {number} age */
  const readAll = async (today, age) => {
    if (!await read(addDays(today, 1), today, age)) return;
    for (let ahead = 2; ahead <= DAYS; ahead += 1) if (!await read(addDays(today, ahead), today, HOUR)) return;
  };

  return (today, age = SOON) => {
    last = last.then(() => readAll(today, age));
    return last;
  };
}
