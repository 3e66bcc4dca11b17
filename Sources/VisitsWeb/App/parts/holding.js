// The gesture of the ring: press, hold for 2 s, release.

/** The time to hold, in milliseconds. */
const HOLD = 2_000;
/** The ring runs back in this time (seed 003: ease-out). */
const BACK = { duration: 300, easing: 'ease-out' };
/** A click so soon after a press belongs to that press, in milliseconds. */
const RECENT = 1_000;
/** The offset of an empty ring, whose path has a length of 100. */
const EMPTY = 100;

/**
 * @typedef {object} Hold
 * @property {() => void} ask
 * @property {() => void} complete
 */

/**
 * Follows the presses of a ring until the returned function is called.
 * @param {HTMLElement} button Contains an element `.hold-fill`.
 * @param {Hold} hold
 */
export function holding(button, hold) {
  const fill = /** @type {SVGElement} */ (button.querySelector('.hold-fill'));
  const isStill = matchMedia('(prefers-reduced-motion: reduce)');
  const controller = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {Animation | undefined} */
  let animation;
  let pressedAt = -Infinity;
  let isDone = false;

  const complete = () => {
    if (isDone) return;
    isDone = true;
    clearTimeout(timer);
    animation?.cancel();
    delete button.dataset.holding;
    button.dataset.done = '';
    navigator.vibrate?.(30);
    hold.complete();
  };

  const press = () => {
    if (isDone) return;
    animation?.cancel();
    delete button.dataset.back;
    button.dataset.holding = '';
    // A timer decides, not the animation, which a browser may slow down or leave out.
    clearTimeout(timer);
    timer = setTimeout(() => {
      swallowClick();
      complete();
    }, HOLD);
    if (!isStill.matches) {
      animation = fill.animate({ strokeDashoffset: [EMPTY, 0] }, { duration: HOLD, fill: 'forwards' });
    }
  };

  const release = () => {
    clearTimeout(timer);
    if (isDone || !('holding' in button.dataset)) return;
    const from = getComputedStyle(fill).strokeDashoffset;
    animation?.cancel();
    delete button.dataset.holding;
    if (isStill.matches) return;
    button.dataset.back = '';
    animation = fill.animate({ strokeDashoffset: [from, String(EMPTY)] }, BACK);
    animation.onfinish = () => delete button.dataset.back;
  };

  /** @param {string} type @param {(event: any) => void} listener */
  const on = (type, listener) => button.addEventListener(type, listener, { signal: controller.signal });
  on('pointerdown', (/** @type {PointerEvent} */ event) => {
    if (event.button !== 0 || isVirtual(event)) return;
    pressedAt = event.timeStamp;
    press();
  });
  for (const type of ['pointerup', 'pointercancel', 'pointerleave']) {
    on(type, (event) => {
      if (pressedAt > -Infinity) pressedAt = event.timeStamp;
      release();
    });
  }
  // A long press opens no menu.
  on('contextmenu', (event) => event.preventDefault());
  on('keydown', (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (event.repeat || isDone) return;
    hold.ask();
  });
  on('keyup', (event) => event.preventDefault());
  on('click', (event) => {
    if (event.timeStamp - pressedAt >= RECENT) complete();
  });

  return () => {
    clearTimeout(timer);
    controller.abort();
  };
}

/**
 * Takes away the click that follows when the finger leaves: the screen may have changed below it. The next press or key
 * counts again.
 */
function swallowClick() {
  const controller = new AbortController();
  const end = () => controller.abort();
  const options = { capture: true, signal: controller.signal };
  addEventListener('pointerdown', end, options);
  addEventListener('keydown', end, options);
  addEventListener('click', (event) => {
    event.preventDefault();
    event.stopPropagation();
    end();
  }, options);
}

/**
 * Whether a screen reader made the press: it has no size, and no finger or mouse behind it.
 * @param {PointerEvent} event
 */
function isVirtual(event) {
  if (event.width === 0 && event.height === 0) return true;
  return event.pointerType === 'mouse' && event.width === 1 && event.height === 1 && event.pressure === 0
    && event.detail === 0;
}
