// The version of the app. A service worker keeps the files of one version; this file decides when another takes over.

/** An open page looks for another version after this time, in milliseconds. */
const HOUR = 60 * 60_000;
/** A version that came since the last start takes over within this time, in milliseconds. */
const START = 5_000;

/**
 * @param {object} options
 * @param {() => boolean} options.isSettled Whether the outbox holds nothing but `done` rows.
 * @param {() => boolean} options.isUnsaved Whether a reload would lose a change.
 */
export function createShell({ isSettled, isUnsaved }) {
  /** @type {ServiceWorkerRegistration | null} */
  let registration = null;
  let lookedAt = Date.now();
  let isStarting = false;
  /** Another version has taken over, and this page is of the one before. */
  let isOld = false;

  const takeOver = () => registration?.waiting?.postMessage('takeOver');

  /** Shows the new version. While the person looks at the page, it stays as it is. */
  const leave = () => {
    if (!isOld || isUnsaved() || !(isStarting || (document.hidden && isSettled()))) return;
    isOld = false;
    location.reload();
  };

  /** The outbox has changed, or another version is there. */
  const settled = () => {
    if (isSettled()) takeOver();
    leave();
  };

  const look = () => {
    if (document.hidden) return leave();
    if (Date.now() - lookedAt < HOUR) return undefined;
    lookedAt = Date.now();
    return void registration?.update().catch(() => {});
  };

  return {
    settled,
    /**
     * Keeps the files of this version. A version that came since the last start takes over now.
     * @param {Promise<void>} started The first start of all gets its views before.
     */
    async start(started) {
      // Some browsers have no service workers in private windows.
      if (!('serviceWorker' in navigator)) return;
      if (!navigator.serviceWorker.controller) await started;
      navigator.serviceWorker.addEventListener('controllerchange', () => {
        isOld = true;
        leave();
      });
      registration = await navigator.serviceWorker.register('/sw.js').catch(() => null);
      if (!registration) return;
      if (registration.waiting) {
        isStarting = true;
        setTimeout(() => {
          isStarting = false;
        }, START);
        takeOver();
      }
      registration.addEventListener('updatefound', () => {
        registration?.installing?.addEventListener('statechange', settled);
      });
      registration.installing?.addEventListener('statechange', settled);
      document.addEventListener('visibilitychange', look);
    },
  };
}
