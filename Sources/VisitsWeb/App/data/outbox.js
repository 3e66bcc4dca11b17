// The outbox: each change is on this phone's disk before the app shows it, and goes to the office until it is decided.

import { exchange } from './api.js';
import { clockOffset, knowsClock } from './clock.js';
import { createDatabase, NO_FACTS } from './database.js';
import { due, isEmergency, isKept, isOf, isUnsent, judged, parametersOf, pausedUntil, sent } from './rows.js';
import { createTabs } from './tabs.js';

/** Rows that change within this time are drawn together, in milliseconds. */
const DRAWN_TOGETHER = 50;

/** A clock that moves by more was set, in milliseconds. */
const CLOCK_SET = 5_000;

/** @typedef {import('./rows.js').Row} Row */
/** @typedef {import('./database.js').Facts} Facts */
/** @typedef {import('./database.js').Step} Step */

/**
 * @param {object} options
 * @param {() => string} options.language
 * @param {(rows: Row[], facts: Facts) => void} options.changed
 * @param {(row: Row) => void} options.acknowledged
 * @param {(row: Row) => void} options.stopped
 * @param {(isReached: boolean) => void} options.called A call was answered, or not.
 * @param {(sign: 'unpaired' | 'revoked' | 'otherWorker') => void} options.signed
 * @param {() => void} options.pairedElsewhere Another tab has paired this browser, or ended that.
 * @param {() => void} options.failed The phone's storage does not answer; a reload may help.
 */
export function createOutbox({ language, changed, acknowledged, stopped, called, signed, pairedElsewhere, failed }) {
  const database = createDatabase(failed);
  /** @type {Row[]} */
  let rows = [];
  /** @type {Facts} */
  let facts = NO_FACTS;
  /**
   * The rows that cannot be written: the storage is full or does not answer.
   * @type {Map<string, Row>}
   */
  const memory = new Map();
  /** @type {Set<string>} */
  const flying = new Set();
  /** @type {Map<string, number>} When rows go again, by key. */
  const again = new Map();
  /** @type {Map<string, number>} How often rows were sent in vain, by key. */
  const attempts = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let drawing;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let reading;
  /** When the page began, by the present clock: it moves when the clock is set, or after the phone has slept. */
  let origin = Date.now() - performance.now();
  let isPlanning = false;
  let isPlanWanted = false;
  /** Whether the rows on the disk are known. */
  let isRead = false;
  /**
   * The facts that the disk did not take.
   * @type {Partial<Facts>}
   */
  let unwritten = {};

  const draw = () => {
    clearTimeout(drawing);
    drawing = undefined;
    changed(rows, facts);
  };
  const drawSoon = () => {
    drawing ??= setTimeout(draw, DRAWN_TOGETHER);
  };

  /** @param {Facts} found */
  const takeFacts = (found) => {
    facts = { ...found, ...unwritten };
  };

  const read = async () => {
    const found = await database.read();
    isRead = true;
    takeFacts(found.facts);
    rows = [...found.rows.filter(({ requestId }) => !memory.has(requestId)), ...memory.values()];
    draw();
  };

  const tabs = createTabs(() => {
    if (reading !== undefined) return;
    reading = setTimeout(() => {
      reading = undefined;
      const before = pairingOf(facts);
      void read().then(() => {
        if (pairingOf(facts) !== before) pairedElsewhere();
      }, () => {}).then(plan);
    }, DRAWN_TOGETHER);
  });

  /**
   * Changes facts, and rows with them. Facts that the disk does not take hold for the life of the page, and are written
   * with the next ones. Returns whether the disk took them.
   * @param {Partial<Facts>} change
   * @param {Step} [step]
   */
  const note = async (change, step) => {
    unwritten = { ...unwritten, ...change };
    takeFacts(facts);
    try {
      await database.note(unwritten, step);
      unwritten = {};
      tabs.tell();
      await read();
      return true;
    } catch {
      draw();
      return false;
    }
  };

  /** @param {string} requestId @param {Row | null} row */
  const put = (requestId, row) => {
    rows = row
      ? rows.map((other) => (other.requestId === requestId ? row : other))
      : rows.filter((other) => other.requestId !== requestId);
    drawSoon();
  };

  /**
   * Changes a row on the disk, or in memory if the disk takes nothing.
   * @param {string} requestId
   * @param {Step} step
   */
  const change = async (requestId, step) => {
    /** @type {{row: Row | null, isChanged: boolean}} */
    let result;
    try {
      if (memory.has(requestId)) throw new Error('not on the disk');
      const done = await database.change(requestId, step);
      takeFacts(done.facts);
      result = done;
      tabs.tell();
    } catch {
      result = changeInMemory(requestId, step);
    }
    put(requestId, result.row);
    return result;
  };

  /** @param {string} requestId @param {Step} step */
  const changeInMemory = (requestId, step) => {
    const before = memory.get(requestId) ?? rows.find((row) => row.requestId === requestId);
    const next = before && step(before);
    if (!before || next === undefined) return { row: before ?? null, isChanged: false };
    if (next === null) {
      // What the disk holds is still there.
      if (!memory.delete(requestId)) return { row: before, isChanged: false };
      return { row: null, isChanged: true };
    }
    let row = next;
    if (row.state === 'done' && before.state !== 'done') {
      facts = { ...facts, acknowledgements: facts.acknowledgements + 1 };
      row = { ...row, acknowledgement: facts.acknowledgements };
    }
    memory.set(requestId, row);
    return { row, isChanged: true };
  };

  /** Sends the rows whose time has come, and sets the timer for the next ones. */
  const plan = async () => {
    if (isPlanning) {
      isPlanWanted = true;
      return;
    }
    isPlanning = true;
    do {
      isPlanWanted = false;
      clearTimeout(timer);
      await start();
    } while (isPlanWanted);
    isPlanning = false;
  };

  const start = async () => {
    const now = Date.now();
    const present = now - performance.now();
    // The times of the next attempts are of another clock.
    if (Math.abs(present - origin) > CLOCK_SET) again.clear();
    origin = present;
    const { go, over, next } = due(rows, { now, owner: facts.owner, flying, again, isHidden: document.hidden });
    let lookAt = next;
    for (const { requestId } of over) {
      await change(requestId, (row) => (row.state === 'sending' || row.stop?.kind === 'notTaken'
        ? { ...row, state: 'stopped', stop: { kind: 'unsure', words: '', since: now } } : undefined));
    }
    // An emergency does not wait for another tab: its key makes sending it twice harmless.
    for (const row of go.filter(isEmergency)) void fly(row.requestId);
    const rest = go.filter((row) => !isEmergency(row));
    if (rest.length > 0 && !await tabs.take()) lookAt = Math.min(lookAt, Date.now() + tabs.askAgainIn());
    else for (const row of rest) if (tabs.has()) void fly(row.requestId);
    if (flying.size === 0) tabs.leave();
    if (lookAt < Infinity) timer = setTimeout(plan, Math.max(0, lookAt - Date.now()));
  };

  /** @param {string} requestId */
  const fly = async (requestId) => {
    flying.add(requestId);
    if (await learnsClockFor(requestId)) {
      const now = Date.now();
      const { row, isChanged } = await change(requestId, (present) => (
        isUnsent(present) || present.stop?.kind === 'notTaken' ? sent(present, now) : undefined));
      if (row && isChanged) {
        const outcome = await exchange(row.method, parametersOf(row, Date.now()), {
          language: language(), key: row.requestId, worker: row.worker,
        });
        called(isReached(outcome));
        await land(requestId, outcome);
      }
    }
    flying.delete(requestId);
    await plan();
  };

  /**
   * The clock may have been set since the tap: asks for the office's clock before the row goes. Returns whether it may
   * go; a tap that did not know the office's clock goes with the plain one.
   * @param {string} requestId
   */
  const learnsClockFor = async (requestId) => {
    const row = rows.find((other) => other.requestId === requestId);
    if (!row || isEmergency(row) || knowsClock()) return true;
    if ((row.frame ? row.frame.offset : row.offset) === null) return true;
    const outcome = await exchange('device.me', {}, { language: language() });
    called(isReached(outcome));
    if (outcome.kind !== 'silence') return true;
    const tried = attempts.get(requestId) ?? 0;
    attempts.set(requestId, tried + 1);
    again.set(requestId, pausedUntil(Date.now(), tried));
    return false;
  };

  /**
   * @param {string} requestId
   * @param {import('./api.js').Outcome<any>} outcome
   */
  const land = async (requestId, outcome) => {
    const tried = attempts.get(requestId) ?? 0;
    attempts.set(requestId, tried + 1);
    /** @type {import('./rows.js').Verdict | undefined} */
    let verdict;
    const { row, isChanged } = await change(requestId, (present) => {
      if (present.state !== 'sending') return undefined;
      verdict = judged(present, outcome, Date.now(), tried);
      return verdict.row === present ? undefined : verdict.row;
    });
    if (!verdict) return;
    if (verdict.again !== null) again.set(requestId, verdict.again);
    if (verdict.sign) signed(verdict.sign);
    if (!row || !isChanged) return;
    if (row.state === 'done') {
      memory.delete(requestId);
      acknowledged(row);
    } else if (row.state === 'stopped') {
      stopped(row);
    }
  };

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) void plan();
  });

  return {
    /**
     * Reads what the disk has, and sends it.
     * @throws {Error} if the disk does not answer.
     */
    async open() {
      const now = Date.now();
      await database.note({}, (row) => (isKept(row, now) ? undefined : null));
      await read();
      void plan();
    },

    /** Whether the rows on the disk are known. */
    isRead: () => isRead,

    /**
     * Records a change; resolves when it is on the disk, or else in memory.
     * @param {string} method
     * @param {object} parameters
     * @param {{visit: string | null, client: string | null, title: string}} subject
     * @param {import('../api.js').DeviceMe} me
     * @returns {Promise<Row>}
     */
    async record(method, parameters, subject, { worker, device, name }) {
      const at = new Date().toISOString();
      /** @type {Row} */
      const row = {
        requestId: crypto.randomUUID(), order: 0, format: 1, method, body: JSON.stringify({ ...parameters, at }), at,
        offset: clockOffset(), worker, device, name, ...subject, state: 'waiting', firstSentAt: null, tries: 0, frame: null,
        trouble: null, stop: null, answer: null, acknowledgement: 0, acknowledgedAt: null,
      };
      let added = row;
      try {
        added = await database.add(row);
        tabs.tell();
      } catch {
        added = { ...row, order: Infinity, isUnsaved: true };
        memory.set(row.requestId, added);
      }
      if (!rows.some(({ requestId }) => requestId === added.requestId)) rows = [...rows, added];
      draw();
      void plan();
      return added;
    },

    /**
     * Deletes a row that is not sent yet; returns whether it could.
     * @param {string} requestId
     */
    async undo(requestId) {
      const { row, isChanged } = await change(requestId, ({ state }) => (state === 'waiting' ? null : undefined));
      draw();
      return isChanged && row === null;
    },

    /**
     * Sends a stopped row once more, as the caregiver decides.
     * @param {string} requestId
     */
    async sendAgain(requestId) {
      again.delete(requestId);
      attempts.delete(requestId);
      // It counts as sent now: an Undo must not delete it, and its 30 days begin again.
      await change(requestId, (row) => (row.state === 'stopped'
        ? { ...row, state: 'sending', firstSentAt: Date.now(), stop: null, trouble: null } : undefined));
      void plan();
    },

    /**
     * Deletes a row that will not be sent, as the caregiver decides.
     * @param {string} requestId
     * @param {boolean} isPaired Without a pairing nothing is sent, so that each row may go.
     */
    async discard(requestId, isPaired) {
      await change(requestId, (row) => (row.state === 'stopped' || !isPaired || !isOf(row, facts.owner)
        ? null : undefined));
      void plan();
    },

    /** Sends at once what waits for its next attempt. */
    retry() {
      again.clear();
      attempts.clear();
      void plan();
    },

    /**
     * This phone is this worker's now. What another worker's changes became is none of this worker's business.
     * @param {import('../api.js').DeviceMe} me
     */
    async belongsTo({ worker, device, name }) {
      const owner = { worker, device, name };
      const isNews = facts.owner?.device !== device || facts.owner.worker !== worker;
      facts = { ...facts, owner };
      if (isNews) {
        // What waited for this worker goes at once.
        again.clear();
        attempts.clear();
        await note({ owner }, (row) => (row.state === 'done' && !isOf(row, owner) ? null : undefined));
      }
      draw();
      void plan();
    },

    /**
     * A new device of a worker takes the rows of an earlier one. The office may have merged the worker into another
     * meanwhile, so that the keys differ.
     * @param {string} worker The key under which the rows were recorded.
     * @param {string} device
     */
    adopt: (worker, device) => note({}, (row) => (row.worker === worker && row.state !== 'done'
      ? { ...row, device } : undefined)),

    /** This phone is returned: it forgets what has arrived. */
    async forget() {
      await note({ owner: null }, (row) => (row.state === 'done' ? null : undefined));
    },

    /**
     * The office has another epoch: it restored a backup.
     * @param {string} epoch
     * @param {Set<string>} lost The keys of the rows that the office lacks.
     */
    async restored(epoch, lost) {
      const since = Date.now();
      await note({ epoch }, (row) => (row.state === 'done' && lost.has(row.requestId)
        ? { ...row, state: 'stopped', stop: { kind: 'lost', words: '', since } } : undefined));
    },

    /**
     * Keeps the pairing that is under way.
     * @param {import('./pairing.js').Pairing | null} pairing
     */
    keepPairing: (pairing) => note({ pairing }),

    facts: () => facts,
    rows: () => rows,
    /** Whether a change is in memory only. */
    isUnsaved: () => memory.size > 0,
  };
}

/**
 * Whether an outcome shows that the office is reached.
 * @param {import('./api.js').Outcome<any>} outcome
 */
function isReached(outcome) {
  return outcome.kind === 'answer' || (outcome.kind === 'problem' && outcome.problem.status < 500);
}

/**
 * Whose phone this is, and the pairing that is under way, as a text to compare.
 * @param {Facts} facts
 */
function pairingOf({ owner, pairing }) {
  return JSON.stringify([owner, pairing]);
}
