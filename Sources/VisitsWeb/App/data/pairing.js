// The code of a pairing link. It is stored before it is used, because the answer may be lost: the same code with the
// same requestId may then be sent again.

const NAME = 'visits.pairing';

/**
 * @typedef {object} Pairing
 * @property {string} code
 * @property {string} requestId
 * @property {boolean} isFromLink Whether a link brought the code; else it was typed.
 * @property {boolean} isSent Whether the person has tapped "Pair".
 * @property {string | null} onlyWorker The worker whose changes are not sent yet; sent with the code from the tap on.
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

/** @param {string} code @param {boolean} isFromLink @returns {Pairing} */
export function newPairing(code, isFromLink) {
  return { code, requestId: crypto.randomUUID(), isFromLink, isSent: false, onlyWorker: null, isMine: false };
}

/**
 * Calls `changed` when another tab of this browser pairs or unpairs it: the tabs share one cookie.
 * @param {() => void} changed
 */
export function onPairingElsewhere(changed) {
  addEventListener('storage', ({ key }) => {
    // Without a key everything was cleared.
    if (key === NAME || key === null) changed();
  });
}

/** Stores the code of the address, and takes it out of there, so that it stays in no history. */
export function takeCode() {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (!code) return;
  storePairing(newPairing(code, true));
  history.replaceState(history.state, '', location.pathname + location.search);
}
