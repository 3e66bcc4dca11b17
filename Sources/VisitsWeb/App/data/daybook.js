// The days that this phone knows, in memory and on its disk.

import { addDays, headed, shownDays, todayOf } from './days.js';
import { opened, seenIn, withNews, withStates } from './news.js';
import { newer } from './overlay.js';
import { createViews } from './views.js';

/** Without an answer of the office for this long, the views are wiped, in milliseconds. */
const FORGOTTEN = 14 * 24 * 60 * 60_000;

/** @typedef {import('./days.js').Entry} Entry */
/** @typedef {import('../api.js').DeviceMe} DeviceMe */
/** @typedef {import('../api.js').TodayView} TodayView */

export function createDaybook() {
  const views = createViews();
  /** @type {Map<string, Entry>} */
  let entries = new Map();
  /** @type {import('./news.js').Known} */
  let known = {};
  /** The app reads the disk while it opens the outbox. */
  const reading = views.read();

  /** @param {number} now */
  const isForgotten = (now) => entries.size > 0
    && [...entries.values()].every(({ askedAt }) => now - askedAt >= FORGOTTEN);

  /** Nothing stays on this phone. */
  const wipe = async () => {
    close();
    await views.wipe();
  };

  const close = () => {
    entries = new Map();
    known = {};
  };

  return {
    wipe,
    /**
     * Reads the views of the phone's owner; returns whose phone it was, or null if no view is to be shown. Wipes views
     * that are not the owner's, and those after 14 days without an answer.
     * @param {import('./rows.js').Owner | null} owner
     * @param {boolean} isShown
     * @returns {Promise<DeviceMe | null>}
     */
    async read(owner, isShown) {
      // A disk that was slow at the start of the app may answer now.
      const stored = await reading ?? await views.read();
      if (!stored) return null;
      const { me } = stored;
      entries = new Map(stored.entries.map((entry) => [entry.date, entry]));
      known = stored.known;
      if (me.worker !== owner?.worker || me.device !== owner.device || entries.size === 0 || isForgotten(Date.now())) {
        await wipe();
        return null;
      }
      if (isShown) return me;
      close();
      return null;
    },

    /**
     * Returns the days to show at a moment. After 14 days without an answer there are none.
     * @param {number} now
     * @param {string} timeZone
     */
    at(now, timeZone) {
      if (isForgotten(now)) void wipe();
      const days = shownDays([...entries.values()], now, timeZone);
      /** @param {Entry | null} entry */
      const shown = (entry) => entry && { ...entry, view: headed(entry.view, days.date) };
      return { ...days, today: shown(days.today), tomorrow: shown(days.tomorrow) };
    },

    /** @param {string} date @returns {Entry | null} */
    of: (date) => entries.get(date) ?? null,

    /**
     * The entry of the office's today at the last answer.
     * @returns {Entry | null}
     */
    last() {
      const all = [...entries.values()];
      return all.sort((one, other) => other.askedAt - one.askedAt).find(({ date, today }) => date === today) ?? null;
    },

    /**
     * Takes a day from the office.
     * @param {Entry} entry
     * @param {string} timeZone
     */
    put(entry, timeZone) {
      const view = newer(entries.get(entry.date)?.view ?? null, entry.view);
      const first = addDays(todayOf(entry, Date.now(), timeZone), -1);
      entries = new Map([...entries].filter(([date]) => date >= first)).set(entry.date, { ...entry, view });
      void views.put({ ...entry, view }, first);
      // While the first pull runs, the day is not there yet.
      if (view.loading) return;
      const before = known[entry.date];
      const seen = before ? withStates(before, view) : seenIn(view);
      if (seen === before) return;
      const kept = Object.entries(known).filter(([date]) => date >= first);
      known = { ...Object.fromEntries(kept), [entry.date]: seen };
      void views.note(entry.worker, known);
    },

    /**
     * Adds the office's news to a day.
     * @param {TodayView} view
     */
    news: (view) => withNews(view, known[view.date]),

    /**
     * Forgets the news of a visit, because the person has opened it.
     * @param {string} visit
     */
    open(visit) {
      for (const { date, view, worker } of entries.values()) {
        const seen = known[date];
        const card = view.cards.find((each) => each.visit === visit);
        if (!seen || (!card && !seen[visit])) continue;
        known = { ...known, [date]: opened(seen, visit, card) };
        void views.note(worker, known);
      }
    },

    /** @param {DeviceMe} me Whose phone this is. */
    belongTo: (me) => views.belongTo(me),

    /** Drops the views from memory. Those on the disk stay for a later start. */
    close,
  };
}
