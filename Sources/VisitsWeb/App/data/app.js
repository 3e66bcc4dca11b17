// The state of the app and its actions. Screens subscribe to the store and call the actions.

import { currentLanguage, say } from '../words/words.js';
import { createAhead } from './ahead.js';
import { call } from './api.js';
import { createDaybook } from './daybook.js';
import { addDays, untilMidnight } from './days.js';
import { createLive } from './live.js';
import { createNotices } from './notices.js';
import { createOutbox } from './outbox.js';
import { lostRows } from './restored.js';
import { isOf, isUnsent } from './rows.js';
import { createSession, INITIAL_SESSION } from './session.js';
import { createShell } from './shell.js';
import { FRESH, NO_DAYS, stateOfDays } from './shown.js';
import { createStore } from './store.js';
import { createSync } from './sync.js';

/** The day is looked at again at least this often: a change of the clocks moves its end, in milliseconds. */
const HOUR = 60 * 60_000;
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
 * @property {boolean} isReached Whether the last call was answered.
 * @property {boolean} isSyncing The person has asked for news.
 * @property {Row[]} rows The changes that are not done.
 * @property {import('./rows.js').Owner | null} owner Whose changes are sent.
 * @property {boolean} isStorageHanging The phone's storage does not answer.
 * @property {boolean} isRecording A change is on its way to the disk.
 * @property {{visit: VisitView, phone: string | null} | null} detail The visit that is open.
 * @property {{id: number, text: string, undo: string | null, shownAt: number} | null} toast `undo`: the key of a change
 *   that can be undone; `shownAt`: in milliseconds since 1970.
 * @property {string} announcement For screen readers.
 */
/** @typedef {import('./session.js').SessionState & import('./shown.js').DaysState & ViewState} AppState */
/** @typedef {ReturnType<typeof createApp>} App */

/** @type {ViewState} */
const NO_VIEWS = {
  isReached: true, isSyncing: false, rows: [], owner: null, isStorageHanging: false, isRecording: false, detail: null,
  toast: null, announcement: '',
};

export function createApp() {
  /** @type {import('./store.js').Store<AppState>} */
  const store = createStore({ ...INITIAL_SESSION, ...NO_DAYS, ...NO_VIEWS });
  const daybook = createDaybook();
  const { showToast, toastWith, announce } = createNotices(store);
  /** How often the connection was lost. */
  let losses = 0;
  /** It is not known yet what a restored backup lacks: nothing may say "Synced". */
  let isUnsettled = false;
  /** The times are those of a clock that nothing sets. */
  let silentSince = -Infinity;
  /** The number of acknowledgements for which Today was asked for again. */
  let lookedFor = 0;
  /** The changes that are on their way to the disk. @type {Set<string>} */
  const recording = new Set();
  /** @type {number | null} When the gateway first did not know the token. */
  let unpairedAt = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} When the views age, or the day ends. */
  let turn;
  /** The key of the worker whose views may be shown. */
  const reader = () => (store.get().phase === 'paired' ? store.get().me?.worker : undefined);
  const options = () => ({ language: currentLanguage(), worker: reader() });

  /** Puts the changes of this phone on the days. */
  const overlay = () => {
    const facts = outbox.facts();
    const rows = outbox.rows();
    const now = Date.now();
    const days = daybook.at(now, store.get().me?.timeZone ?? 'UTC');
    const state = stateOfDays(daybook, days, rows, facts, now);
    store.set({
      ...state,
      isFresh: state.isFresh && !isUnsettled,
      isCurrent: state.isCurrent && outbox.isRead(),
      rows: rows.filter((row) => row.state !== 'done'),
      owner: facts.owner,
      toast: toastWith(rows),
    });
    // The view is from before an acknowledgement, of this tab or of another one. While more is on its way, the next view
    // would be old at once.
    const isSettled = !rows.some((row) => isOf(row, facts.owner) && isUnsent(row));
    if (isSettled && days.today && facts.acknowledgements > Math.max(days.today.acknowledgements, lookedFor)) {
      lookedFor = facts.acknowledgements;
      live.afterChange();
    }
    shell.settled();
    clearTimeout(turn);
    if (days.today) {
      const ageing = days.today.askedAt + FRESH + 1 - now;
      const midnight = untilMidnight(now, days.today.view.utcOffset);
      turn = setTimeout(overlay, Math.min(HOUR, midnight, ageing > 0 ? ageing : HOUR));
    }
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
    const last = daybook.last();
    const etag = last?.view.etag;
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
    const view = 'notModified' in outcome.value ? last?.view : /** @type {TodayView} */ (outcome.value);
    if (view) {
      isUnsettled = !await noticeEpoch(view.epoch);
      if (reader() !== asker) return reader() === undefined || refresh();
      if (isUnsettled) {
        overlay();
        return false;
      }
      keepDay(view, view.date, askedAt, acknowledgements);
      void readAhead(view.date);
    }
    overlay();
    called(true);
    void session.renew();
    return true;
  };

  /**
   * @param {TodayView} view
   * @param {string} today
   * @param {number} askedAt
   * @param {number} acknowledgements
   */
  const keepDay = (view, today, askedAt, acknowledgements) => {
    const { me } = store.get();
    if (!me) return;
    daybook.put({ worker: me.worker, date: view.date, today, askedAt, acknowledgements, view }, me.timeZone);
  };

  const readAhead = createAhead({
    daybook,
    async ask(parameters) {
      const asker = reader();
      const outcome = await call('today', parameters, options());
      return outcome.kind === 'answer' && asker !== undefined && reader() === asker ? outcome.value : null;
    },
    acknowledgements: () => outbox.facts().acknowledgements,
    keep(view, today, askedAt, acknowledgements) {
      keepDay(view, today, askedAt, acknowledgements);
      // Later days are not shown yet.
      if (view.date === addDays(today, 1)) overlay();
    },
  });

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
    daybook.close();
    clearTimeout(turn);
    store.set({ ...NO_DAYS, detail: null, announcement: '', toast: null });
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
      // The browser then deletes nothing by itself. Some ask the person, or decide by how the app is used.
      void navigator.storage?.persist?.().catch(() => {});
      void daybook.belongTo(me);
      void outbox.belongsTo(me);
      void live.start();
    },
    ended: () => endViews(),
    over: () => void daybook.wipe(),
    async left() {
      await Promise.all([outbox.forget(), daybook.wipe()]);
    },
    pairing: () => outbox.facts().pairing,
    keep: outbox.keepPairing,
    adopt: outbox.adopt,
    unsentOf() {
      const unsent = outbox.rows().filter((row) => isUnsent(row) || row.stop?.kind === 'notTaken');
      return (unsent.find((row) => isOf(row, outbox.facts().owner)) ?? unsent[0])?.worker;
    },
  });

  const shell = createShell({
    isSettled: () => outbox.isRead() && outbox.rows().every(({ state }) => state === 'done'),
    isUnsaved: () => outbox.isUnsaved() || recording.size > 0,
  });

  addEventListener('offline', () => {
    losses += 1;
    store.set({ isReached: false });
  });
  addEventListener('online', () => outbox.retry());
  document.addEventListener('visibilitychange', () => {
    // The timers of a hidden page may have stood still.
    overlay();
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
      setTimeout(async () => {
        await openOutbox();
        if (outbox.isRead() && store.get().phase === 'starting') await begin();
      }, STORAGE_RETRY);
    }
  };

  /** Begins with the stored views, if they are the owner's, else with the office. */
  const begin = async () => {
    const { pairing, owner } = outbox.facts();
    // Whose the views are is in the outbox.
    await session.start(outbox.isRead() ? await daybook.read(owner, !pairing || pairing.isMine) : null);
  };

  const sync = createSync({
    store,
    call: (parameters) => call('sync.now', parameters, options()),
    async show() {
      outbox.retry();
      live.afterChange();
      await live.now();
      const today = daybook.last();
      if (today) void readAhead(today.date, 0);
    },
    tell(text) {
      // An Undo stays.
      if (!store.get().toast?.undo) showToast(text);
      announce(text);
    },
  });

  return {
    store,
    sync,
    /** Looks at Today now and a few times more. */
    look: () => live.afterChange(),
    async start() {
      // Whose changes wait decides how the session begins.
      await openOutbox();
      const started = begin();
      void shell.start(started.then(() => live.now()));
      await started;
    },
    pair: session.pair,
    confirm: session.confirm,
    leave: session.leave,
    readVisit,
    /** @param {string} visit The person has opened it: what the office has changed about it is known. */
    see(visit) {
      daybook.open(visit);
      overlay();
    },
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
