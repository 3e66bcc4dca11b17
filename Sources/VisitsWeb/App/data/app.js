// The state of the app and its actions. Screens subscribe to the store and call the actions.

import { currentLanguage, say } from '../words/words.js';
import { call } from './api.js';
import { createLive } from './live.js';
import { createOutbox } from './outbox.js';
import { onPairingElsewhere } from './pairing.js';
import { createSession, INITIAL_SESSION } from './session.js';
import { createStore } from './store.js';

/** A view that was asked for within this time counts as fresh, in milliseconds. */
const FRESH = 90_000;
/** Seed 002: the toast leaves after 3 seconds. */
const TOAST = 3_000;
/** An announcement is old after this time, in milliseconds; a screen reader that comes to it later must not read it. */
const ANNOUNCEMENT = 5_000;

/** @typedef {import('../api.js').TodayView} TodayView */
/** @typedef {import('../api.js').VisitView} VisitView */
/** @typedef {import('./outbox.js').Row} Row */

/**
 * @typedef {object} ViewState
 * @property {TodayView | null} today Without an etag if a card in it was replaced.
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
  /** The id of the worker of the views, as the office writes it; `me` has the key only. */
  let workerOfViews = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let ageing;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let announced;
  const options = () => ({ language: currentLanguage() });
  /** The key of the worker whose views may be shown. */
  const reader = () => (store.get().phase === 'paired' ? store.get().me?.worker : undefined);

  /**
   * Asks for Today; returns whether an answer came.
   * @returns {Promise<boolean>}
   */
  const refresh = async () => {
    const askedAt = Date.now();
    const before = acknowledgements;
    const asker = reader();
    const etag = store.get().today?.etag;
    const outcome = await call('today', etag ? { ifNoneMatch: etag } : {}, options());
    // The answer names the clients of the worker who asked.
    if (reader() !== asker) return reader() === undefined || refresh();
    if (outcome.kind === 'problem' && outcome.problem.status === 401) session.end();
    if (outcome.kind !== 'answer') {
      store.set({ isReached: outcome.kind === 'problem' });
      return outcome.kind === 'problem';
    }
    // A view that was composed before our change would undo it on the screen. An answer to a question from before the
    // connection was lost says nothing about now.
    if (before !== acknowledgements || askedAt <= lostAt) return refresh();
    const view = 'notModified' in outcome.value ? store.get().today : /** @type {TodayView} */ (outcome.value);
    if (workerOfViews && view && view.worker !== workerOfViews) {
      // Another tab has paired this browser as another worker: the tabs share one cookie.
      endViews();
      void session.start();
      return true;
    }
    workerOfViews = view?.worker ?? '';
    clearTimeout(ageing);
    ageing = setTimeout(() => store.set({ isFresh: false }), Math.max(0, FRESH - (Date.now() - askedAt)));
    const wasReached = store.get().isReached;
    store.set({ today: view, todayAt: askedAt, isFresh: true, isReached: true });
    if (!wasReached) outbox.retry();
    return true;
  };

  const live = createLive(refresh);

  /** The views of this worker are asked for and shown no longer. */
  const endViews = () => {
    live.stop();
    workerOfViews = '';
    store.set({ today: null, detail: null, isFresh: false, announcement: '' });
  };

  /** @param {string} text */
  const showToast = (text) => {
    const id = ++toasts;
    store.set({ toast: { id, text } });
    setTimeout(() => {
      if (store.get().toast?.id === id) store.set({ toast: null });
    }, TOAST);
  };

  /** @param {string} text For screen readers. */
  const announce = (text) => {
    clearTimeout(announced);
    announced = setTimeout(() => store.set({ announcement: '' }), ANNOUNCEMENT);
    store.set({ announcement: text });
  };

  const outbox = createOutbox({
    owner: () => store.get().me,
    async send(row, isAgain) {
      if (isAgain) {
        // Since the first attempt another tab may have paired this browser as another worker.
        const me = await call('device.me', {}, options());
        if (me.kind !== 'answer') return me;
        if (me.value.worker !== row.worker) {
          void session.start();
          return { kind: 'silence', retryAfter: null };
        }
      }
      // The clock of this phone at the sending, by which the daemon corrects `at`.
      const parameters = { ...row.body, sentAt: new Date().toISOString() };
      const outcome = await call(row.method, parameters, { ...options(), key: row.requestId });
      if (outcome.kind === 'silence') {
        announce(say('change.unsent'));
        // Finds out whether there is a connection at all.
        void live.now();
      }
      return outcome;
    },
    changed: (rows) => store.set({ rows }),
    acknowledged(_, { card, visit, toast }) {
      acknowledgements += 1;
      const { today, detail } = store.get();
      // The answer to a repeated call may be older than the view.
      const cards = today?.cards.map((other) => (
        other.visit === card.visit && other.version <= card.version ? card : other));
      const isNews = detail?.visit.id === visit.id && detail.visit.version <= visit.version;
      store.set({
        // The next view must come in full, even if the office has the one from before our change again.
        today: today && { ...today, cards: cards ?? [], etag: '' },
        detail: isNews ? { ...detail, visit } : detail,
      });
      if (toast) showToast(toast);
      announce(toast ?? card.spoken);
      live.afterChange();
    },
    refused: (row) => announce(row.problem ?? ''),
    unpaired: () => session.end(),
  });

  const session = createSession(store, call, currentLanguage, {
    started() {
      outbox.retry();
      void live.start();
    },
    ended: () => endViews(),
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
  onPairingElsewhere(() => void session.start());
  addEventListener('beforeunload', (event) => {
    if (outbox.isUnsent()) event.preventDefault();
  });

  /**
   * Reads a visit and its client's phone number, for its sheet.
   * @param {string} id
   * @param {string} client
   */
  const readVisit = async (id, client) => {
    const asker = reader();
    if (store.get().detail?.visit.id !== id) store.set({ detail: null });
    const [visit, person] = await Promise.all([
      call('visit.show', { visit: id }, options()), call('client.show', { client }, options()),
    ]);
    if (visit.kind !== 'answer' || reader() !== asker) return;
    const phone = person.kind === 'answer' ? person.value.client.phone : null;
    const present = store.get().detail?.visit;
    const isOld = present?.id === id && present.version > visit.value.visit.version;
    store.set({ detail: { visit: isOld ? present : visit.value.visit, phone } });
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
