// The rules of the outbox, as functions of rows: which rows go next, and what an answer means for a row. The table is
// that of the design: nothing leaves the outbox except by an acknowledgement or the caregiver's decision.

import { clockSetSince } from './clock.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A row waits so long before it is sent, so that Undo can delete it, in milliseconds. */
export const GRACE = 5 * SECOND;
/** The pauses between attempts grow from the first to the second. */
const PAUSE = 2 * SECOND;
const LONGEST_PAUSE = MINUTE;
/** An emergency that the office holds in memory only goes again after this time. */
const UNSTORED = 30 * SECOND;
/** A row that the office's system does not take goes again after this time; from then on later rows pass it. */
const NOT_TAKEN = HOUR;
/** A visit that the office does not know may still come to it within this time. */
const UNKNOWN = HOUR;
/** So many internal errors for a row mean that the office's system does not take it. */
const MOST_FAILURES = 5;
/** The office remembers a key for so long: a later row might be done twice. */
const REMEMBERED = 30 * DAY;
/** A row stays for so long after its acknowledgement. */
const KEPT = 7 * DAY;
/** So many rows are in flight at a time. */
const MOST_FLYING = 6;

/**
 * A change that this phone recorded. The outbox keeps fields that it does not know: a newer app may have written them.
 *
 * `waiting`: not sent yet; Undo deletes such a row, and only such a row. `sending`: written before the first byte
 * leaves; stays so until an answer decides. `stopped`: see `Stop`. `done`: acknowledged.
 * @typedef {object} Row
 * @property {string} requestId The key.
 * @property {number} order Counts the rows of this phone.
 * @property {number} format 1.
 * @property {string} method
 * @property {string} body The parameters as JSON, as first written. Only `sentAt` is added.
 * @property {string} at The moment of the tap, by this phone's clock.
 * @property {number | null} offset By how much this phone's clock was ahead of the office's at the tap, in milliseconds.
 * @property {string} worker The key of the worker who made it.
 * @property {string} device The device's id at the tap.
 * @property {string} name The worker's name.
 * @property {string | null} visit
 * @property {string | null} client Rows of a client are sent one after the other.
 * @property {string} title The client's name, or ''.
 * @property {'waiting' | 'sending' | 'stopped' | 'done'} state
 * @property {number | null} firstSentAt In milliseconds since 1970.
 * @property {number} tries How often it was sent.
 * @property {Frame | null} frame Fixed by the first sending.
 * @property {Trouble | null} trouble What the office answered last, if that was no answer yet.
 * @property {Stop | null} stop
 * @property {any} answer
 * @property {number} acknowledgement The number of the acknowledgement; 0 before it.
 * @property {number | null} acknowledgedAt In milliseconds since 1970.
 * @property {boolean} [isUnsaved] It is in memory only: the phone's storage is full or does not answer.
 */

/**
 * The clock in which a row gives `sentAt`: that of its tap, or this phone's as it is if the office's clock was not
 * known then and at the first sending.
 * @typedef {{offset: number | null, set: number}} Frame
 */

/** @typedef {{kind: 'unknown' | 'failing' | 'held', since: number, count: number, until: number}} Trouble */

/**
 * Why a row is not sent by itself. `refused`: the daemon does not accept the change. `unsure`: it may have arrived.
 * `notTaken`: something is wrong with the installation; the row goes again each hour and at each start. `lost`: the
 * office restored an older schedule, which lacks it.
 * @typedef {object} Stop
 * @property {'refused' | 'unsure' | 'notTaken' | 'lost'} kind
 * @property {string} words The server's words, or ''.
 * @property {number} since In milliseconds since 1970.
 */

/** @typedef {import('./api.js').Outcome<any>} Outcome */
/** @typedef {{worker: string, device: string}} Owner */

/**
 * Whether a row is of the worker whose phone this is. After a merge of two workers the same device has another key.
 * @param {Row} row
 * @param {Owner | null | undefined} owner
 */
export function isOf(row, owner) {
  return !!owner && (row.worker === owner.worker || row.device === owner.device);
}

/** @param {Row} row */
export function isUnsent({ state }) {
  return state === 'waiting' || state === 'sending';
}

/**
 * Whether a row stays in the outbox.
 * @param {Row} row
 * @param {number} now
 */
export function isKept(row, now) {
  return row.state !== 'done' || now - (row.acknowledgedAt ?? now) < KEPT;
}

/** @param {Row} row */
export function isEmergency({ method }) {
  return method === 'emergency.raise';
}

/** @param {Row} row */
function passesHeldRows({ method }) {
  return method === 'visit.start' || method === 'visit.complete';
}

/**
 * Returns the rows that are sent now, the rows whose time is over, and when to look again, in milliseconds since 1970.
 *
 * One row is in flight for each client, in the order of the taps, and few in all. Emergencies wait for no other row.
 * @param {Row[]} rows In their order.
 * @param {object} context
 * @param {number} context.now
 * @param {Owner | null} context.owner
 * @param {Set<string>} context.flying The keys in flight.
 * @param {Map<string, number>} context.again When rows go again, by key. At each start it is empty.
 * @param {boolean} context.isHidden A hidden page may be gone in a moment: nothing waits for Undo.
 */
export function due(rows, { now, owner, flying, again, isHidden }) {
  /** @type {Row[]} */
  const go = [];
  /** @type {Row[]} */
  const over = [];
  let next = Infinity;
  let room = MOST_FLYING - flying.size;
  const closed = new Set();
  const held = new Set();
  for (const row of rows) {
    // A newer app may know further states.
    if (!isUnsent(row) && row.state !== 'stopped') continue;
    if (!isOf(row, owner)) continue;
    const lane = row.client ?? '';
    const isUrgent = isEmergency(row);
    if (!isUrgent && (closed.has(lane) || (held.has(lane) && !passesHeldRows(row)))) continue;
    if (flying.has(row.requestId)) {
      if (!isUrgent) closed.add(lane);
      continue;
    }
    if (row.state === 'stopped' && row.stop?.kind !== 'notTaken') continue;
    if (row.state !== 'waiting' && now - (row.firstSentAt ?? now) > REMEMBERED) {
      over.push(row);
      continue;
    }
    const time = timeOf(row, { now, again, isHidden: isHidden || isUrgent });
    if (time <= now && (isUrgent || room > 0)) {
      go.push(row);
      if (!isUrgent) room -= 1;
    } else if (time > now) {
      next = Math.min(next, time);
    }
    if (isUrgent) continue;
    if (row.trouble?.kind === 'held' && time > now) held.add(lane);
    else if (row.state !== 'stopped' || now - (row.stop?.since ?? now) < NOT_TAKEN) closed.add(lane);
  }
  return { go, over, next };
}

/**
 * @param {Row} row
 * @param {{now: number, again: Map<string, number>, isHidden: boolean}} context
 */
function timeOf(row, { now, again, isHidden }) {
  const later = again.get(row.requestId) ?? 0;
  if (row.state === 'waiting') {
    const tapped = Date.parse(row.at);
    // A clock that was set back must not make the row wait.
    return Math.max(isHidden || now < tapped ? now : tapped + GRACE, later);
  }
  return Math.max(row.trouble?.kind === 'held' ? row.trouble.until : now, later);
}

/**
 * Returns the row as it is written before its first byte leaves.
 * @param {Row} row
 * @param {number} now
 * @returns {Row}
 */
export function sent(row, now) {
  const set = clockSetSince(row.frame ? row.frame.offset : row.offset);
  // Without the office's clock at the first sending, `sentAt` is the plain clock, now and later.
  const frame = row.frame
    ? { ...row.frame, set: set ?? row.frame.set }
    : { offset: set === null ? null : row.offset, set: set ?? 0 };
  return { ...row, state: 'sending', firstSentAt: row.firstSentAt ?? now, tries: row.tries + 1, frame };
}

/**
 * Returns the parameters of the call for a row.
 * @param {Row} row
 * @param {number} now
 */
export function parametersOf(row, now) {
  return { ...JSON.parse(row.body), sentAt: new Date(now - (row.frame?.set ?? 0)).toISOString() };
}

/**
 * Returns when a row that was sent in vain goes again, in milliseconds since 1970.
 * @param {number} now
 * @param {number} attempts How often it was sent in vain before.
 */
export function pausedUntil(now, attempts) {
  return now + Math.min(PAUSE * 2 ** attempts, LONGEST_PAUSE);
}

/**
 * What an answer means: the row as it becomes, and when it goes again, in milliseconds since 1970 (null: not by itself).
 * `sign` is for the whole phone: `unpaired`: the token is unknown; `revoked`: it may only report; `otherWorker`: this
 * is another worker's phone by now.
 * @typedef {{row: Row, again: number | null, sign?: 'unpaired' | 'revoked' | 'otherWorker'}} Verdict
 */

/**
 * Decides what an answer means for a row that is `sending`.
 * @param {Row} row
 * @param {Outcome} outcome
 * @param {number} now
 * @param {number} attempts How often it was sent in vain in this life of the page.
 * @returns {Verdict}
 */
export function judged(row, outcome, now, attempts) {
  const later = pausedUntil(now, attempts);
  if (outcome.kind === 'silence') return { row, again: later };
  if (outcome.kind === 'answer') {
    if (isEmergency(row) && outcome.value.emergency?.stored === false) {
      return { row: { ...row, answer: outcome.value }, again: now + UNSTORED };
    }
    return {
      row: { ...row, state: 'done', answer: outcome.value, acknowledgedAt: now, trouble: null, stop: null },
      again: null,
    };
  }
  const { problem } = outcome;
  /** @param {Stop['kind']} kind @returns {Verdict} */
  const stopped = (kind) => {
    // An alarm goes on, whatever is wrong with the installation.
    if (kind === 'notTaken' && isEmergency(row)) return { row, again: later };
    // A row that went again each hour keeps the moment since when it is not taken.
    const since = kind === 'notTaken' && row.stop?.kind === kind ? row.stop.since : now;
    return {
      row: { ...row, state: 'stopped', trouble: null, stop: { kind, words: problem.detail ?? '', since } },
      again: kind === 'notTaken' ? now + NOT_TAKEN : null,
    };
  };
  switch (problem.kind) {
    case 'invalidTransition': case 'versionConflict': case 'overlap': case 'tooLarge':
      return stopped('refused');
    case 'forbidden':
      return problem.reason === undefined ? stopped('refused') : { ...stopped('refused'), sign: 'revoked' };
    case 'requestIdReused':
      return stopped('unsure');
    case 'methodNotFound': case 'parseError': case 'invalidRequest':
      return stopped('notTaken');
    case 'invalidParams':
      return stopped(problem.rule === 'unknown' || problem.rule === 'missing' ? 'notTaken' : 'refused');
    case 'notFound': {
      const trouble = troubled(row, 'unknown', now);
      return now - trouble.since > UNKNOWN ? stopped('refused') : { row: { ...row, trouble }, again: later };
    }
    case 'internalError': {
      const trouble = troubled(row, 'failing', now);
      return trouble.count >= MOST_FAILURES ? stopped('notTaken') : { row: { ...row, trouble }, again: later };
    }
    case 'otherWorker':
      return { row, again: now + LONGEST_PAUSE, sign: 'otherWorker' };
    case 'unauthenticated':
      return { row, again: now + LONGEST_PAUSE, sign: 'unpaired' };
    case 'busy':
      return isQuota(problem.limit) ? held(row, problem, now) : { row, again: later };
    case 'gatewayRefused':
      return problem.status === 429 || problem.status === 503 ? { row, again: later } : stopped('notTaken');
    default:
      return { row, again: later };
  }
}

/** @param {string | undefined} limit */
function isQuota(limit) {
  return limit === 'changesOfOne' || limit === 'changesOfDevice' || limit === 'bytesOfDevice';
}

/**
 * @param {Row} row
 * @param {import('../api.js').Problem} problem
 * @param {number} now
 * @returns {Verdict}
 */
function held(row, problem, now) {
  const until = now + (problem.retryAfter ?? 60) * SECOND;
  return { row: { ...row, trouble: { ...troubled(row, 'held', now), until } }, again: until };
}

/**
 * @param {Row} row
 * @param {Trouble['kind']} kind
 * @param {number} now
 * @returns {Trouble}
 */
function troubled({ trouble }, kind, now) {
  return trouble?.kind === kind ? { ...trouble, count: trouble.count + 1 } : { kind, since: now, count: 1, until: 0 };
}
