// When to ask for views: every 60 s, when the page becomes visible, and soon again while the office is not reached.

const MINUTE = 60_000;
/** The time between attempts while the office is not reached, in milliseconds. */
const RETRY = 5_000;
/** After a change of our own the sync indicator goes on changing; these are the times to look, in milliseconds. */
const AFTER_CHANGE = [2_000, 5_000, 10_000];

/**
 * Calls `ask` at these times.
 * @param {() => Promise<boolean>} ask Returns whether an answer came.
 */
export function createLive(ask) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {ReturnType<typeof setTimeout>[]} */
  let extra = [];
  let isRunning = false;
  /** @type {Promise<boolean> | null} */
  let asking = null;

  const now = async () => {
    if (!isRunning) return;
    clearTimeout(timer);
    // One question at a time, so that no older answer replaces a newer one.
    asking ??= ask().finally(() => {
      asking = null;
    });
    const isAnswered = await asking;
    clearTimeout(timer);
    if (isRunning && !document.hidden) timer = setTimeout(now, isAnswered ? MINUTE : RETRY);
  };

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) clearTimeout(timer);
    else void now();
  });
  addEventListener('online', () => void now());

  return {
    now,
    start() {
      isRunning = true;
      return now();
    },
    stop() {
      isRunning = false;
      clearTimeout(timer);
      for (const one of extra) clearTimeout(one);
    },
    afterChange() {
      for (const one of extra) clearTimeout(one);
      extra = AFTER_CHANGE.map((pause) => setTimeout(now, pause));
      void now();
    },
  };
}
