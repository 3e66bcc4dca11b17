// Calls to the gateway.

import { learnClock } from './clock.js';

/** A call gets this long for the whole answer, in milliseconds. */
const PATIENCE = 20_000;
/** Browsers take at most 64 KiB of bodies that may outlive their page. */
const MOST_OUTLIVING = 60 * 1024;

/** The bytes of the bodies in flight that may outlive the page. */
let outliving = 0;

/** @typedef {import('../api.js').Methods} Methods */
/** @typedef {keyof Methods} MethodName */
/** @typedef {import('../api.js').Problem} Problem */

/**
 * The outcome of a call. `answer`: the daemon did it. `problem`: the daemon or the gateway refuses it. `silence`:
 * anything else, such as no network or a captive portal's page; calling again may help.
 * @template Value
 * @typedef {{kind: 'answer', value: Value} | {kind: 'problem', problem: Problem} | {kind: 'silence'}} Outcome
 */

/**
 * @template {MethodName} Name
 * @typedef {Omit<Methods[Name]['params'], 'requestId'>} Parameters
 */

/**
 * @typedef {object} CallOptions
 * @property {string} language
 * @property {string} [key] The requestId of a change.
 * @property {string | undefined} [worker] The key of the worker who asks or recorded the change. The office refuses the
 *   call if this is another worker's phone by now.
 */

/**
 * Calls a method. A problem that passes by itself counts as silence.
 * @template {MethodName} Name
 * @param {Name} method
 * @param {Parameters<Name>} parameters
 * @param {CallOptions} options
 * @returns {Promise<Outcome<Methods[Name]['result']>>}
 */
export async function call(method, parameters, options) {
  const outcome = await exchange(method, parameters, options);
  return outcome.kind === 'problem' && isTemporary(outcome.problem.status) ? { kind: 'silence' } : outcome;
}

/**
 * Sends a call and returns what came back.
 * @param {string} method
 * @param {object} parameters
 * @param {CallOptions} options
 * @returns {Promise<Outcome<any>>}
 */
export async function exchange(method, parameters, { language, key = crypto.randomUUID(), worker }) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), PATIENCE);
  const body = JSON.stringify(parameters);
  const outlives = document.hidden && outliving + body.length < MOST_OUTLIVING;
  if (outlives) outliving += body.length;
  const askedAt = Date.now();
  try {
    const response = await fetch(`/v1/${method}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json', 'Accept-Language': language, 'Idempotency-Key': key,
        ...(worker === undefined ? {} : { 'Visits-Worker': worker }),
      },
      body,
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      keepalive: outlives,
      signal: controller.signal,
    });
    const value = await response.json();
    // A captive portal or a proxy does not know our key.
    if (response.headers.get('Idempotency-Key') !== key || typeof value !== 'object') return { kind: 'silence' };
    learnClock(response.headers.get('Date'), askedAt);
    if (response.ok) return { kind: 'answer', value };
    return { kind: 'problem', problem: { ...value, status: response.status } };
  } catch {
    // No network, no JSON, or no patience.
    return { kind: 'silence' };
  } finally {
    clearTimeout(timer);
    if (outlives) outliving -= body.length;
  }
}

/** @param {number} status */
function isTemporary(status) {
  return status >= 500 || status === 408 || status === 429;
}
