// The state of the app and its actions. Screens subscribe to the store and call the actions.

import { currentLanguage, say } from '../words/words.js';
import { call } from './api.js';
import { createLive } from './live.js';
import { createOutbox } from './outbox.js';
import { createSession, INITIAL_SESSION } from './session.js';
import { createStore } from './store.js';

/** A view that was asked for within this time counts as fresh, in milliseconds. */
const FRESH = 90_000;
/** Seed 002: the toast leaves after 3 seconds. */
const TOAST = 3_000;

/** @typedef {import('../api.js').TodayView} TodayView */
/** @typedef {import('../api.js').VisitView} VisitView */
/** @typedef {import('./outbox.js').Row} Row */

/**
 * @typedef {object} ViewState
 * @property {TodayView | null} today
 * @property {number} todayAt When `today` was asked for, in milliseconds since 1970.
 * @property {boolean} isFresh Whether that is at most 90 s ago.
 * @property {boolean} isReached Whether the last call was answered.
 * @property {Row[]} rows The changes that are not acknowledged.
 * @property {{visit: VisitView, phone: string | null} | null} detail The visit that is open.
 * @property {{id: number, text: string} | null} toast
 * @property {string} announcement For screen readers.
 */
/** @typedef {import('./session.js').SessionState & ViewState} AppState */
/** @typedef {ReturnType<typeof createApp>} App */

/** @type {ViewState} */
const NO_VIEWS = {
  today: null, todayAt: 0, isFresh: false, isReached: true, rows: [], detail: null, toast: null, announcement: '',
};

export function createApp() {
  /** @type {import('./store.js').Store<AppState>} */
  const store = createStore({ ...INITIAL_SESSION, ...NO_VIEWS });
  let acknowledgements = 0;
  let lostAt = -Infinity;
  let toasts = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let ageing;
  const options = () => ({ language: currentLanguage() });

  /**
   * Asks for Today; returns whether an answer came.
   * @returns {Promise<boolean>}
   */
  const refresh = async () => {
    const askedAt = Date.now();
    const before = acknowledgements;
    const { today } = store.get();
    const outcome = await call('today', today ? { ifNoneMatch: today.etag } : {}, options());
    if (outcome.kind === 'problem' && outcome.problem.status === 401) session.end();
    if (outcome.kind !== 'answer') {
      store.set({ isReached: outcome.kind === 'problem' });
      return outcome.kind === 'problem';
    }
    // A view that was composed before our change would undo it on the screen. An answer to a question from before the
    // connection was lost says nothing about now.
    if (before !== acknowledgements || askedAt <= lostAt) return refresh();
    const view = 'notModified' in outcome.value ? store.get().today : /** @type {TodayView} */ (outcome.value);
    clearTimeout(ageing);
    ageing = setTimeout(() => store.set({ isFresh: false }), Math.max(0, FRESH - (Date.now() - askedAt)));
    const wasReached = store.get().isReached;
    store.set({ today: view, todayAt: askedAt, isFresh: true, isReached: true });
    if (!wasReached) outbox.retry();
    return true;
  };

  const live = createLive(refresh);

  /** @param {string} text */
  const showToast = (text) => {
    const id = ++toasts;
    store.set({ toast: { id, text } });
    setTimeout(() => {
      if (store.get().toast?.id === id) store.set({ toast: null });
    }, TOAST);
  };

  const outbox = createOutbox({
    worker: () => store.get().me?.worker ?? null,
    async send(row) {
      // The clock of this phone at the sending, by which the daemon corrects `at`.
      const parameters = { ...row.body, sentAt: new Date().toISOString() };
      const outcome = await call(row.method, parameters, { ...options(), key: row.requestId });
      if (outcome.kind === 'silence') {
        store.set({ announcement: say('change.unsent') });
        // Finds out whether there is a connection at all.
        void live.now();
      }
      return outcome;
    },
    changed: (rows) => store.set({ rows }),
    acknowledged(_, { card, visit, toast }) {
      acknowledgements += 1;
      const { today, detail } = store.get();
      const cards = today?.cards.map((other) => (other.visit === card.visit ? card : other));
      store.set({
        today: today && { ...today, cards: cards ?? [] },
        detail: detail?.visit.id === visit.id ? { ...detail, visit } : detail,
      });
      if (toast) showToast(toast);
      else store.set({ announcement: card.spoken });
      live.afterChange();
    },
    refused: (row) => store.set({ announcement: row.problem ?? '' }),
    unpaired: () => session.end(),
  });

  const session = createSession(store, call, currentLanguage, {
    started() {
      outbox.retry();
      void live.start();
    },
    ended() {
      live.stop();
      store.set({ today: null, detail: null, isFresh: false });
    },
  });

  addEventListener('offline', () => {
    lostAt = Date.now();
    store.set({ isReached: false });
  });
  document.addEventListener('visibilitychange', () => {
    // The timers of a hidden page may have stood still.
    if (Date.now() - store.get().todayAt > FRESH) store.set({ isFresh: false });
  });
  // A code of another link, while the app is open.
  addEventListener('hashchange', () => void session.start());
  addEventListener('beforeunload', (event) => {
    if (outbox.isUnsent()) event.preventDefault();
  });

  /**
   * Reads a visit and its client's phone number, for its sheet.
   * @param {string} id
   * @param {string} client
   */
  const readVisit = async (id, client) => {
    if (store.get().detail?.visit.id !== id) store.set({ detail: null });
    const [visit, person] = await Promise.all([
      call('visit.show', { visit: id }, options()), call('client.show', { client }, options()),
    ]);
    if (visit.kind !== 'answer') return;
    const phone = person.kind === 'answer' ? person.value.client.phone : null;
    store.set({ detail: { visit: visit.value.visit, phone } });
  };

  return {
    store,
    start: () => session.start(),
    pair: session.pair,
    confirm: session.confirm,
    leave: session.leave,
    readVisit,
    /** @param {string} visit */
    startVisit: (visit) => outbox.record('visit.start', visit),
    /** @param {string} visit */
    completeVisit: (visit) => outbox.record('visit.complete', visit),
    /** @param {string} requestId */
    discard: (requestId) => outbox.discard(requestId),
  };
}
