// The state of the app and its actions. Screens subscribe to the store and call the actions.

import { currentLanguage, say } from '../words/words.js';
import { call } from './api.js';
import { createLive } from './live.js';
import { createOutbox } from './outbox.js';
import { newer, withRows } from './overlay.js';
import { lostRows } from './restored.js';
import { isOf, isUnsent } from './rows.js';
import { createSession, INITIAL_SESSION } from './session.js';
import { createStore } from './store.js';

/** A view that was asked for within this time counts as fresh, in milliseconds. */
const FRESH = 90_000;
/** Seed 002: the toast leaves after 3 seconds. With Undo it stays as long as the change waits. */
const TOAST = 3_000;
const TOAST_WITH_UNDO = 5_000;
/** An announcement is old after this time, in milliseconds; a screen reader that comes to it later must not read it. */
const ANNOUNCEMENT = 5_000;
/** After so long without an answer the connection was lost, and all is sent again once it returns, in milliseconds. */
const SILENCE = 2_000;
/** The time between attempts to open the outbox, in milliseconds. */
const STORAGE_RETRY = 5_000;
/** A token that the gateway does not know is asked about once more after this time, in milliseconds. */
const UNPAIRED = 60_000;

/** @typedef {import('../api.js').TodayView} TodayView */
/** @typedef {import('../api.js').VisitView} VisitView */
/** @typedef {import('./rows.js').Row} Row */
/** @typedef {{visit: string, client: string, title: string}} Subject */

/**
 * @typedef {object} ViewState
 * @property {TodayView | null} today With the changes of this phone on it.
 * @property {number} todayAt When `today` was asked for, in milliseconds since 1970.
 * @property {boolean} isFresh Whether that is at most 90 s ago.
 * @property {boolean} isCurrent Whether `today` was asked for after the last acknowledgement.
 * @property {boolean} isReached Whether the last call was answered.
 * @property {Row[]} rows The changes that are not done.
 * @property {import('./rows.js').Owner | null} owner Whose changes are sent.
 * @property {boolean} isStorageHanging The phone's storage does not answer.
 * @property {boolean} isRecording A change is on its way to the disk.
 * @property {{visit: VisitView, phone: string | null} | null} detail The visit that is open.
 * @property {{id: number, text: string, undo: string | null, shownAt: number} | null} toast `undo`: the key of a change
 *   that can be undone; `shownAt`: in milliseconds since 1970.
 * @property {string} announcement For screen readers.
 */
/** @typedef {import('./session.js').SessionState & ViewState} AppState */
/** @typedef {ReturnType<typeof createApp>} App */

/** @type {ViewState} */
const NO_VIEWS = {
  today: null, todayAt: 0, isFresh: false, isCurrent: false, isReached: true, rows: [], owner: null,
  isStorageHanging: false, isRecording: false, detail: null, toast: null, announcement: '',
};

export function createApp() {
  /** @type {import('./store.js').Store<AppState>} */
  const store = createStore({ ...INITIAL_SESSION, ...NO_VIEWS });
  /**
   * Today as the daemon composed it, and how many rows were acknowledged when it was asked for.
   * @type {{view: TodayView, acknowledgements: number} | null}
   */
  let composed = null;
  /** How often the connection was lost. */
  let losses = 0;
  /** The times are those of a clock that nothing sets. */
  let silentSince = -Infinity;
  let toasts = 0;
  /** The number of acknowledgements for which Today was asked for again. */
  let lookedFor = 0;
  /** The changes that are on their way to the disk. @type {Set<string>} */
  const recording = new Set();
  /** @type {number | null} When the gateway first did not know the token. */
  let unpairedAt = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let ageing;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let announced;
  /** The key of the worker whose views may be shown. */
  const reader = () => (store.get().phase === 'paired' ? store.get().me?.worker : undefined);
  const options = () => ({ language: currentLanguage(), worker: reader() });

  /** Puts the changes of this phone on Today. */
  const overlay = () => {
    const { acknowledgements, owner } = outbox.facts();
    const rows = outbox.rows();
    const open = rows.filter(({ state }) => state !== 'done');
    store.set({
      rows: open,
      owner,
      today: composed && withRows(composed.view, composed.acknowledgements, rows, owner),
      isCurrent: outbox.isRead() && !!composed && composed.acknowledgements >= acknowledgements,
      toast: toastWith(rows),
    });
    // The view is from before an acknowledgement, of this tab or of another one. While more is on its way, the next view
    // would be old at once.
    const isSettled = !open.some((row) => isOf(row, owner) && isUnsent(row));
    if (isSettled && composed && acknowledgements > Math.max(composed.acknowledgements, lookedFor)) {
      lookedFor = acknowledgements;
      live.afterChange();
    }
  };

  /**
   * Returns the toast as it is now: what is sent cannot be undone, and what was undone has no toast.
   * @param {Row[]} rows
   */
  const toastWith = (rows) => {
    const { toast } = store.get();
    if (!toast?.undo) return toast;
    const row = rows.find(({ requestId }) => requestId === toast.undo);
    if (row?.state === 'waiting') return toast;
    return row && Date.now() - toast.shownAt < TOAST ? { ...toast, undo: null } : null;
  };

  /** @param {boolean} isReached */
  const called = (isReached) => {
    if (isReached === store.get().isReached) return;
    store.set({ isReached });
    if (!isReached) silentSince = performance.now();
    // A single call without an answer waits for its own next attempt.
    else if (performance.now() - silentSince >= SILENCE) outbox.retry();
  };

  /** @param {'unpaired' | 'revoked' | 'otherWorker'} sign */
  const signed = (sign) => {
    if (sign === 'otherWorker') {
      void session.start();
    } else if (sign === 'revoked') {
      if (reader() !== undefined) session.end();
    } else {
      unpairedAt ??= performance.now();
      if (performance.now() - unpairedAt >= UNPAIRED && reader() !== undefined) session.end();
    }
  };

  /**
   * Returns what a refusal of a read means for the whole phone.
   * @param {import('../api.js').Problem} problem
   */
  const signOf = ({ kind, reason }) => {
    if (kind === 'unauthenticated') return 'unpaired';
    if (kind === 'otherWorker') return 'otherWorker';
    return kind === 'forbidden' && reason !== undefined ? 'revoked' : null;
  };

  /**
   * Asks for Today; returns whether an answer came.
   * @returns {Promise<boolean>}
   */
  const refresh = async () => {
    const askedAt = Date.now();
    const before = losses;
    const { acknowledgements } = outbox.facts();
    const asker = reader();
    const etag = composed?.view.etag;
    const outcome = await call('today', etag ? { ifNoneMatch: etag } : {}, options());
    // The answer names the clients of the worker who asked.
    if (reader() !== asker) return reader() === undefined || refresh();
    if (outcome.kind !== 'answer') {
      called(outcome.kind === 'problem');
      const sign = outcome.kind === 'problem' && signOf(outcome.problem);
      if (sign) signed(sign);
      return outcome.kind === 'problem' && !sign;
    }
    // An answer to a question from before the connection was lost says nothing about now.
    if (before !== losses) return refresh();
    unpairedAt = null;
    const present = composed?.view ?? null;
    const view = 'notModified' in outcome.value ? present : /** @type {TodayView} */ (outcome.value);
    // Until it is known what a restored backup lacks, nothing may say "Synced".
    if (view && !await noticeEpoch(view.epoch)) {
      store.set({ isFresh: false });
      return false;
    }
    if (view) composed = { view: newer(present, view), acknowledgements };
    clearTimeout(ageing);
    ageing = setTimeout(() => store.set({ isFresh: false }), Math.max(0, FRESH - (Date.now() - askedAt)));
    store.set({ todayAt: askedAt, isFresh: true });
    overlay();
    called(true);
    void session.renew();
    return true;
  };

  /**
   * After the office has restored a backup, finds the changes that it lacks. Returns whether that is known.
   * @param {string} epoch
   */
  const noticeEpoch = async (epoch) => {
    const known = outbox.facts().epoch;
    if (known === epoch) return true;
    const lost = known === '' ? new Set() : await lostRows(outbox.rows(), options());
    // Without an answer about each of them the question stays open.
    if (lost) await outbox.restored(epoch, lost);
    return lost !== null;
  };

  const live = createLive(refresh);

  /** The views of this worker are asked for and shown no longer. */
  const endViews = () => {
    live.stop();
    composed = null;
    store.set({ today: null, detail: null, isFresh: false, announcement: '', toast: null });
  };

  /** @param {string} text @param {string} undo The key of a change that can be undone. */
  const showToast = (text, undo) => {
    const id = ++toasts;
    store.set({ toast: { id, text, undo, shownAt: Date.now() } });
    const leave = (/** @type {boolean} */ isOver) => {
      const { toast } = store.get();
      if (toast?.id === id && (isOver || !toast.undo)) store.set({ toast: null });
    };
    setTimeout(leave, TOAST, false);
    setTimeout(leave, TOAST_WITH_UNDO, true);
  };

  /** @param {string} text For screen readers. */
  const announce = (text) => {
    clearTimeout(announced);
    announced = setTimeout(() => store.set({ announcement: '' }), ANNOUNCEMENT);
    store.set({ announcement: text });
  };

  const outbox = createOutbox({
    language: currentLanguage,
    changed: overlay,
    acknowledged(row) {
      const { detail } = store.get();
      const visit = /** @type {VisitView | undefined} */ (row.answer.visit);
      if (detail && visit?.id === detail.visit.id && detail.visit.version <= visit.version) {
        store.set({ detail: { ...detail, visit } });
      }
      // The screen reader has said that it was not sent.
      if (row.tries > 1 && row.answer.announcement) announce(row.answer.announcement);
    },
    stopped: (row) => announce(row.stop?.words || say('change.refused')),
    called(isReached) {
      if (!isReached && store.get().isReached) announce(say('change.unsent'));
      called(isReached);
      // Finds out whether there is a connection at all.
      if (!isReached) void live.now();
    },
    signed,
    pairedElsewhere() {
      // Another tab has returned this phone.
      if (!outbox.facts().owner) endViews();
      void session.start();
    },
    failed: () => store.set({ isStorageHanging: true }),
  });

  const session = createSession(store, call, currentLanguage, {
    started(me) {
      void outbox.belongsTo(me);
      void live.start();
    },
    ended: () => endViews(),
    left: () => outbox.forget(),
    pairing: () => outbox.facts().pairing,
    keep: outbox.keepPairing,
    adopt: outbox.adopt,
    unsentOf() {
      const unsent = outbox.rows().filter((row) => isUnsent(row) || row.stop?.kind === 'notTaken');
      return (unsent.find((row) => isOf(row, outbox.facts().owner)) ?? unsent[0])?.worker;
    },
  });

  addEventListener('offline', () => {
    losses += 1;
    store.set({ isReached: false });
  });
  addEventListener('online', () => outbox.retry());
  document.addEventListener('visibilitychange', () => {
    // The timers of a hidden page may have stood still.
    if (Date.now() - store.get().todayAt > FRESH) store.set({ isFresh: false });
  });
  // A code of another link, while the app is open.
  addEventListener('hashchange', () => void session.start());
  addEventListener('beforeunload', (event) => {
    if (outbox.isUnsaved() || recording.size > 0) event.preventDefault();
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

  /**
   * Records a change of a visit, and says so.
   * @param {'visit.start' | 'visit.complete'} method
   * @param {Subject} subject
   * @param {string} text The toast, or '' for none.
   */
  const recordVisit = async (method, { visit, client, title }, text) => {
    const tap = `${method} ${visit}`;
    // The second of two taps.
    const { me } = store.get();
    if (recording.has(tap) || !me) return;
    recording.add(tap);
    store.set({ isRecording: true });
    const row = await outbox.record(method, { visit }, { visit, client, title }, me);
    recording.delete(tap);
    store.set({ isRecording: recording.size > 0 });
    if (row.isUnsaved) announce(say('change.unsaved'));
    else announce(text || (store.get().today?.cards.find((card) => card.visit === visit)?.spoken ?? ''));
    if (text) showToast(text, row.requestId);
  };

  /** Opens the outbox, again and again if the phone's storage does not answer. */
  const openOutbox = async () => {
    try {
      await outbox.open();
      store.set({ isStorageHanging: false });
    } catch {
      store.set({ isStorageHanging: true });
      setTimeout(openOutbox, STORAGE_RETRY);
    }
  };

  return {
    store,
    async start() {
      // Whose changes wait decides how the session begins.
      await openOutbox();
      await session.start();
    },
    pair: session.pair,
    confirm: session.confirm,
    leave: session.leave,
    readVisit,
    reload: () => location.reload(),
    /** @param {Subject} subject */
    startVisit: (subject) => recordVisit('visit.start', subject, ''),
    /** @param {Subject} subject */
    completeVisit: (subject) => recordVisit('visit.complete', subject, say('change.completed')),
    /** @param {string} requestId */
    async undo(requestId) {
      if (await outbox.undo(requestId)) announce(say('change.undone'));
    },
    /** @param {string} requestId */
    sendAgain: (requestId) => outbox.sendAgain(requestId),
    /** @param {string} requestId */
    discard: (requestId) => outbox.discard(requestId, store.get().phase === 'paired'),
  };
}
