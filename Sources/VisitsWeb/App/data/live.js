// When to ask for views: every 60 s, when the page becomes visible, and soon again while the office is not reached.

const MINUTE = 60_000;
/** While the office is not reached, the time until the next attempt doubles, in milliseconds. */
const RETRY = 5_000;
/** The longest of these times (seed 002, Offline State). */
const LAST_RETRY = 30_000;
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
  /** How many questions in a row had no answer. */
  let failures = 0;
  /** @type {Promise<void> | null} */
  let asking = null;

  const now = async () => {
    if (!isRunning) return;
    clearTimeout(timer);
    // One question at a time, so that no older answer replaces a newer one.
    asking ??= ask().then((isAnswered) => {
      failures = isAnswered ? 0 : failures + 1;
    }).finally(() => {
      asking = null;
    });
    await asking;
    clearTimeout(timer);
    const pause = failures === 0 ? MINUTE : Math.min(RETRY * 2 ** (failures - 1), LAST_RETRY);
    if (isRunning && !document.hidden) timer = setTimeout(now, pause);
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
