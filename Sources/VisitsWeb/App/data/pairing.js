// The code of a pairing. The outbox keeps it on the disk before it is used, because the answer may be lost: the same code
// with the same requestId may then be sent again.

/**
 * @typedef {object} Pairing
 * @property {string} code
 * @property {string} requestId
 * @property {boolean} isFromLink Whether a link brought the code; else it was typed.
 * @property {boolean} isSent Whether the person has tapped "Pair".
 * @property {string | null} onlyWorker The worker whose changes are not sent yet; sent with the code from the tap on.
 * @property {boolean} isMine Whether the person has seen whose phone this is.
 */

/** @param {string} code @param {boolean} isFromLink @returns {Pairing} */
export function newPairing(code, isFromLink) {
  return { code, requestId: crypto.randomUUID(), isFromLink, isSent: false, onlyWorker: null, isMine: false };
}

/** Returns the pairing of the address, if a link brought a code. */
export function pairingOfAddress() {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  return code ? newPairing(code, true) : null;
}

/** Takes the code out of the address, so that it stays in no history. */
export function clearAddress() {
  history.replaceState(history.state, '', location.pathname + location.search);
}
