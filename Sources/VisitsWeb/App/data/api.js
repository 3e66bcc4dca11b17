// Calls to the gateway.

/** A call gets this long for the whole answer, in milliseconds. */
const PATIENCE = 20_000;

/** @typedef {import('../api.js').Methods} Methods */
/** @typedef {keyof Methods} MethodName */
/** @typedef {import('../api.js').Problem} Problem */

/**
 * The outcome of a call. `answer`: the daemon did it. `problem`: the daemon or the gateway refuses it. `silence`:
 * anything else, such as no network, a captive portal's page, or a daemon that restarts; calling again may help.
 * @template Value
 * @typedef {{kind: 'answer', value: Value} | {kind: 'problem', problem: Problem}
 *   | {kind: 'silence', retryAfter: number | null}} Outcome
 */

/**
 * @template {MethodName} Name
 * @typedef {Omit<Methods[Name]['params'], 'requestId'>} Parameters
 */

/**
 * Calls a method.
 * @template {MethodName} Name
 * @param {Name} method
 * @param {Parameters<Name>} parameters
 * @param {{language: string, key?: string}} options `key`: the requestId of a change.
 * @returns {Promise<Outcome<Methods[Name]['result']>>}
 */
export async function call(method, parameters, { language, key = crypto.randomUUID() }) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), PATIENCE);
  try {
    const response = await fetch(`/v1/${method}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Accept-Language': language, 'Idempotency-Key': key },
      body: JSON.stringify(parameters),
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      signal: controller.signal,
    });
    const body = await response.json();
    // A captive portal or a proxy does not know our key.
    if (response.headers.get('Idempotency-Key') !== key) return silence(null);
    if (response.ok) return { kind: 'answer', value: body };
    if (isTemporary(response.status)) return silence(Number(response.headers.get('Retry-After')) || null);
    return { kind: 'problem', problem: { ...body, status: response.status } };
  } catch {
    // No network, no JSON, or no patience.
    return silence(null);
  } finally {
    clearTimeout(timer);
  }
}

/** @param {number} status */
function isTemporary(status) {
  return status >= 500 || status === 408 || status === 429;
}

/**
 * @param {number | null} seconds
 * @returns {{kind: 'silence', retryAfter: number | null}}
 */
function silence(seconds) {
  return { kind: 'silence', retryAfter: seconds && seconds * 1000 };
}
