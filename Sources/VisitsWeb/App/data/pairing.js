// The code of a pairing link. It is stored before it is used, because the answer may be lost: the same code with the
// same requestId may then be sent again.

const NAME = 'visits.pairing';

/**
 * @typedef {object} Pairing
 * @property {string} code
 * @property {string} requestId
 * @property {boolean} isSent Whether the person has tapped "Pair".
 * @property {boolean} isMine Whether the person has seen whose phone this is.
 */

/** @returns {Pairing | null} */
export function storedPairing() {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {Pairing | null} pairing */
export function storePairing(pairing) {
  if (pairing) localStorage.setItem(NAME, JSON.stringify(pairing));
  else localStorage.removeItem(NAME);
}

/** @param {string} code @returns {Pairing} */
export function newPairing(code) {
  return { code, requestId: crypto.randomUUID(), isSent: false, isMine: false };
}

/** Takes the code out of the address, so that it stays in no history; returns it. */
export function takeCode() {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (!code) return null;
  storePairing(newPairing(code));
  history.replaceState(history.state, '', location.pathname + location.search);
  return code;
}
