// Whose phone this is: pairing, leaving, and the start of the app.

import { clearAddress, newPairing, pairingOfAddress } from './pairing.js';

/** The time between attempts at the start, in milliseconds. */
const RETRY = 5_000;
/** Each answer to `device.me` sets the cookie again; a page that stays open asks after this time, in milliseconds. */
const DAILY = 24 * 60 * 60_000;
/** A token that the gateway does not know is asked about once more after this time, in milliseconds. */
const UNKNOWN = 60_000;

/** @typedef {import('../api.js').DeviceMe} DeviceMe */
/** @typedef {'dead' | 'ended' | 'left' | 'otherWorker' | 'unkept' | 'unreached' | 'unsentHere'} PairingNotice */
/** @typedef {import('./api.js').Outcome<import('../api.js').Methods['device.enrol']['result']>} Enrolment */

/**
 * `starting`: asking who this is. `pairing`: the code is wanted. `confirming`: the owner is shown. `paired`: in use.
 * @typedef {object} SessionState
 * @property {'starting' | 'pairing' | 'confirming' | 'paired'} phase
 * @property {DeviceMe | null} me
 * @property {string} code The code that waits for "Pair", or ''.
 * @property {boolean} isFromLink Whether a link brought that code.
 * @property {boolean} isBusy A call is under way.
 * @property {PairingNotice | null} notice Why there is something to do.
 * @property {string | null} refusal Why a call was refused, in the server's words.
 */

/** @type {SessionState} */
export const INITIAL_SESSION = {
  phase: 'starting', me: null, code: '', isFromLink: false, isBusy: false, notice: null, refusal: null,
};

/**
 * @typedef {object} SessionEvents
 * @property {(me: DeviceMe) => void} started Views may be read.
 * @property {() => void} ended No more.
 * @property {() => void} over The office has ended this phone's access: no view may stay on its disk.
 * @property {() => Promise<void>} left The phone was returned.
 * @property {() => import('./pairing.js').Pairing | null} pairing The pairing that is under way.
 * @property {(pairing: import('./pairing.js').Pairing | null) => Promise<boolean>} keep Writes it to the disk; returns
 *   whether it is there.
 * @property {(worker: string, device: string) => Promise<unknown>} adopt The device takes the rows of that worker.
 * @property {() => string | undefined} unsentOf The key of the worker whose changes are not sent yet.
 */

/**
 * @param {import('./store.js').Store<any>} store
 * @param {typeof import('./api.js').call} call
 * @param {() => string} language
 * @param {SessionEvents} events
 */
export function createSession(store, call, language, events) {
  const { started, ended, over, left, keep, unsentOf } = events;
  // The answer to a call of an earlier start no longer counts.
  let starts = 0;
  /** When the owner was asked for, in milliseconds since 1970. */
  let identifiedAt = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** When the gateway first did not know the token, in milliseconds since 1970. */
  let unknownAt = Infinity;

  /** @param {Partial<SessionState>} change */
  const set = (change) => store.set(change);

  const restart = () => {
    starts += 1;
    clearTimeout(timer);
  };

  /**
   * Asks for a code: for that of the pairing, if there is one.
   * @param {import('./pairing.js').Pairing | null} pairing
   * @param {Partial<SessionState>} [change]
   */
  const showPairing = (pairing, change = {}) => {
    ended();
    set({
      phase: 'pairing', me: null, code: pairing?.code ?? '', isFromLink: pairing?.isFromLink ?? false, isBusy: false,
      notice: null, refusal: null, ...change,
    });
  };

  /**
   * Asks who this is, until an answer comes.
   * @param {Enrolment | null} [enrolment] The outcome of the code, if it was just sent.
   */
  const identify = async (enrolment = null) => {
    const start = starts;
    const outcome = await call('device.me', {}, { language: language() });
    if (start !== starts) return;
    identifiedAt = Date.now();
    const pairing = events.pairing();
    if (outcome.kind === 'silence' || (outcome.kind === 'problem' && !isOver(outcome.problem))) {
      if (store.get().phase === 'paired') {
        // The next view that comes asks again.
        identifiedAt = 0;
        return;
      }
      set({ notice: 'unreached' });
      // The code may not have arrived.
      timer = enrolment?.kind === 'silence' ? setTimeout(enrol, RETRY, true) : setTimeout(identify, RETRY, enrolment);
    } else if (outcome.kind === 'answer' && enrolment?.kind === 'silence') {
      // The cookie is that of an earlier pairing.
      set({ notice: 'unreached' });
      timer = setTimeout(enrol, RETRY, true);
    } else if (outcome.kind === 'answer') {
      const { me } = store.get();
      unknownAt = Infinity;
      // Views of another worker are none of this worker's business.
      if (me && me.worker !== outcome.value.worker) ended();
      if (pairing && !pairing.isMine) {
        set({ phase: 'confirming', me: outcome.value, isBusy: false, notice: null });
        return;
      }
      // This start shows that the browser has kept the cookie.
      if (pairing) await keep(null);
      set({ phase: 'paired', me: outcome.value, isBusy: false, notice: null });
      started(outcome.value);
    } else if (outcome.problem.status !== 401 && (!pairing || pairing.isMine)) {
      // The browser has kept the cookie of a phone that the office has revoked.
      if (pairing) await keep(null);
      over();
      showPairing(null, { notice: 'ended' });
    } else if (enrolment) {
      await showUnpaired(enrolment);
    } else if (pairing?.isSent) {
      await enrol();
    } else {
      showPairing(pairing);
      unknownAt = Math.min(unknownAt, Date.now());
      if (Date.now() - unknownAt >= UNKNOWN) over();
      else timer = setTimeout(identify, UNKNOWN);
    }
  };

  /**
   * Sends the stored code.
   * @param {boolean} [isAgain] It was sent before this start: the phone may be paired whatever the answer is now.
   */
  const enrol = async (isAgain = false) => {
    const pairing = events.pairing();
    if (!pairing) return;
    const start = starts;
    if (!isAgain) set({ phase: 'pairing', isBusy: true, notice: null, refusal: null });
    const { code, onlyWorker } = pairing;
    const parameters = { code, cookie: true, ...(onlyWorker ? { onlyWorker } : {}) };
    const outcome = await call('device.enrol', parameters, { language: language(), key: pairing.requestId });
    if (start !== starts) return;
    if (isAgain || outcome.kind === 'answer') await identify(outcome);
    else await showUnpaired(outcome);
  };

  /**
   * Says why the code did not pair this phone.
   * @param {Enrolment} enrolment
   */
  const showUnpaired = async (enrolment) => {
    const pairing = events.pairing();
    if (enrolment.kind === 'answer') {
      // The cookie is not there although the code was right. Sending it again would go on for ever.
      showPairing(pairing, { notice: 'unkept' });
    } else if (enrolment.kind === 'silence') {
      showPairing(pairing, { notice: 'unreached' });
    } else {
      await keep(null);
      if (enrolment.problem.kind === 'unauthenticated') showPairing(null, { notice: 'dead' });
      else if (enrolment.problem.kind === 'otherWorker') showPairing(pairing, { notice: 'otherWorker' });
      else showPairing(pairing, { refusal: enrolment.problem.detail });
    }
  };

  /**
   * Whether a refusal says that nothing may be read with this token any more.
   * @param {import('../api.js').Problem} problem
   */
  const isOver = ({ status, kind, reason }) => status === 401 || (kind === 'forbidden' && reason !== undefined);

  return {
    /**
     * Begins: with a code that is not used yet, else with the cookie.
     * @param {DeviceMe | null} [known] Whose phone it was in the last life of the page: its views are shown meanwhile.
     */
    async start(known = null) {
      restart();
      const brought = pairingOfAddress();
      if (brought && await keep(brought)) clearAddress();
      const pairing = events.pairing();
      if (pairing && !pairing.isSent) {
        showPairing(pairing);
      } else if (pairing && !pairing.isMine) {
        // Whose phone this becomes is not known yet.
        ended();
        set({ phase: 'starting', me: null, notice: null });
        await enrol(true);
      } else {
        if (known) {
          set({ phase: 'paired', me: known, notice: null });
          started(known);
        }
        await identify();
      }
    },
    /** Asks for the owner again if that is a day ago. */
    async renew() {
      if (store.get().phase !== 'paired' || Date.now() - identifiedAt < DAILY) return;
      identifiedAt = Date.now();
      // What a refusal means, the views find out.
      const outcome = await call('device.me', {}, { language: language() });
      const { phase, me } = store.get();
      if (outcome.kind === 'answer' && phase === 'paired' && me?.worker === outcome.value.worker) set({ me: outcome.value });
    },
    /** @param {string} code As it was typed, or as the link brought it. */
    async pair(code) {
      restart();
      const start = starts;
      const stored = events.pairing();
      const pairing = stored?.code === code ? stored : newPairing(code, false);
      // What is sent again later is the same.
      await keep(pairing.isSent ? pairing : { ...pairing, isSent: true, onlyWorker: unsentOf() ?? null });
      if (start === starts) await enrol();
    },
    /** The owner is right. */
    async confirm() {
      restart();
      const start = starts;
      const { me } = store.get();
      const pairing = events.pairing();
      if (pairing?.onlyWorker) await events.adopt(pairing.onlyWorker, me.device);
      if (pairing) await keep({ ...pairing, isMine: true });
      if (start !== starts) return;
      set({ phase: 'paired', notice: null, refusal: null });
      started(me);
    },
    /** Gives the phone back: its token ends. */
    async leave() {
      restart();
      if (unsentOf() !== undefined) {
        // No other phone could send it.
        set({ notice: 'unsentHere' });
        return;
      }
      const start = starts;
      set({ isBusy: true, notice: null, refusal: null });
      const outcome = await call('device.leave', {}, { language: language(), key: crypto.randomUUID() });
      if (start !== starts) return;
      if (outcome.kind === 'silence') {
        set({ isBusy: false, notice: 'unreached' });
      } else if (outcome.kind === 'problem' && outcome.problem.status !== 401) {
        // The phone still has its access.
        set({ isBusy: false, refusal: outcome.problem.detail });
      } else {
        await keep(null);
        await left();
        showPairing(null, { notice: 'left' });
      }
    },
    /** The office has revoked this phone. */
    end() {
      restart();
      over();
      showPairing(null, { notice: 'ended' });
    },
  };
}
