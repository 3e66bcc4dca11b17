// Whose phone this is: pairing, leaving, and the start of the app.

import { newPairing, storedPairing, storePairing, takeCode } from './pairing.js';

/** The time between attempts at the start, in milliseconds. */
const RETRY = 5_000;

/** @typedef {import('../api.js').DeviceMe} DeviceMe */
/** @typedef {'dead' | 'ended' | 'left' | 'unreached'} PairingNotice */

/**
 * `starting`: asking who this is. `pairing`: the code is wanted. `confirming`: the owner is shown. `paired`: in use.
 * @typedef {object} SessionState
 * @property {'starting' | 'pairing' | 'confirming' | 'paired'} phase
 * @property {DeviceMe | null} me
 * @property {string} code The code that a link brought, or ''.
 * @property {boolean} isBusy A call is under way.
 * @property {PairingNotice | null} notice Why there is something to do.
 * @property {string | null} refusal Why a code was refused, in the server's words.
 */

/** @type {SessionState} */
export const INITIAL_SESSION = {
  phase: 'starting', me: null, code: '', isBusy: false, notice: null, refusal: null,
};

/**
 * @param {import('./store.js').Store<any>} store
 * @param {typeof import('./api.js').call} call
 * @param {() => string} language
 * @param {{started: () => void, ended: () => void}} events `started`: views may be read; `ended`: no more.
 */
export function createSession(store, call, language, { started, ended }) {
  /** @param {Partial<SessionState>} change */
  const set = (change) => store.set(change);

  /** @param {Partial<SessionState>} change */
  const showPairing = (change) => {
    ended();
    set({ phase: 'pairing', me: null, isBusy: false, notice: null, refusal: null, ...change });
  };

  /** Asks who this is, until an answer comes. */
  const identify = async () => {
    const pairing = storedPairing();
    const outcome = await call('device.me', {}, { language: language() });
    if (outcome.kind === 'silence' || (outcome.kind === 'problem' && outcome.problem.status !== 401)) {
      set({ notice: 'unreached' });
      setTimeout(identify, RETRY);
    } else if (outcome.kind === 'answer') {
      if (pairing && !pairing.isMine) {
        set({ phase: 'confirming', me: outcome.value, isBusy: false, notice: null });
        return;
      }
      // This start shows that the browser has kept the cookie.
      storePairing(null);
      set({ phase: 'paired', me: outcome.value, notice: null });
      started();
    } else if (pairing?.isSent) {
      await enrol();
    } else {
      showPairing({ code: pairing?.code ?? '' });
    }
  };

  /** Uses the stored code. */
  const enrol = async () => {
    const pairing = storedPairing();
    if (!pairing) return;
    set({ phase: 'pairing', isBusy: true, notice: null, refusal: null });
    const parameters = { code: pairing.code, cookie: true };
    const outcome = await call('device.enrol', parameters, { language: language(), key: pairing.requestId });
    if (outcome.kind === 'answer') {
      await identify();
      return;
    }
    if (outcome.kind === 'silence') {
      showPairing({ code: pairing.code, notice: 'unreached' });
      return;
    }
    storePairing(null);
    if (outcome.problem.kind === 'unauthenticated') showPairing({ code: '', notice: 'dead' });
    else showPairing({ code: pairing.code, refusal: outcome.problem.detail });
  };

  return {
    /** Begins: with the code of a link, else with the cookie. */
    async start() {
      const code = takeCode();
      if (code) showPairing({ code });
      else await identify();
    },
    /** @param {string} code As it was typed, or as the link brought it. */
    async pair(code) {
      const stored = storedPairing();
      const pairing = stored?.code === code ? stored : newPairing(code);
      storePairing({ ...pairing, isSent: true });
      await enrol();
    },
    /** The owner is right. */
    confirm() {
      const pairing = storedPairing();
      if (pairing) storePairing({ ...pairing, isMine: true });
      set({ phase: 'paired', notice: null });
      started();
    },
    /** Gives the phone back: its token ends. */
    async leave() {
      set({ isBusy: true, notice: null });
      const outcome = await call('device.leave', {}, { language: language(), key: crypto.randomUUID() });
      if (outcome.kind === 'silence') {
        set({ isBusy: false, notice: 'unreached' });
        return;
      }
      storePairing(null);
      showPairing({ code: '', notice: 'left' });
    },
    /** The office has revoked this phone. */
    end: () => showPairing({ code: '', notice: 'ended' }),
  };
}
