// The tabs of this browser: one sends at a time, and each hears of the others' changes.

/** A lock whose holder has moved no row for this time is taken away: iOS suspends hidden tabs, in milliseconds. */
const STUCK = 30_000;
const NAME = 'visits.outbox';

/**
 * @param {() => void} changed Another tab has changed the outbox.
 */
export function createTabs(changed) {
  const channel = new BroadcastChannel(NAME);
  // By a clock that nothing sets.
  let movedAt = performance.now();
  /** @type {(() => void) | null} Ends the hold of the lock. */
  let release = null;
  let isAsking = false;

  channel.onmessage = () => {
    movedAt = performance.now();
    changed();
  };

  return {
    /** Tells the other tabs that the outbox has changed. */
    tell() {
      movedAt = performance.now();
      channel.postMessage(null);
    },

    /**
     * Asks for the right to send; returns whether this tab has it. A tab whose right was taken away loses it at once.
     * @returns {Promise<boolean>}
     */
    async take() {
      if (release) return true;
      if (isAsking) return false;
      isAsking = true;
      const isStuck = performance.now() - movedAt >= STUCK;
      /** @type {(() => void) | null} */
      let mine = null;
      const isTaken = await new Promise((resolve) => {
        navigator.locks.request(NAME, isStuck ? { steal: true } : { ifAvailable: true }, (lock) => {
          resolve(!!lock);
          if (!lock) return undefined;
          movedAt = performance.now();
          return new Promise((end) => {
            mine = () => {
              if (release === mine) release = null;
              end(undefined);
            };
            release = mine;
          });
        }).catch(() => {
          // Another tab has stolen it.
          if (release === mine) release = null;
          resolve(false);
        });
      });
      isAsking = false;
      return isTaken;
    },

    /** Whether this tab may still send. */
    has: () => release !== null,
    /** Lets other tabs send. */
    leave: () => release?.(),
    /** How long to wait before asking again, in milliseconds. */
    askAgainIn: () => Math.max(1_000, movedAt + STUCK - performance.now()),
  };
}
