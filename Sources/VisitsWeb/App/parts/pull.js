// Pull to refresh (seed 002): a finger pulls the top of the page down, and a spinner appears.

import { html, useEffect, useRef } from '../preact.js';

/** The spinner follows the finger at half its way, and at most so far, in pixels. */
const MOST = 72;
/** A finger that leaves from here on refreshes, in pixels of the spinner's way. */
const ENOUGH = 48;

/**
 * @param {object} props
 * @param {boolean} props.isBusy The spinner turns.
 * @param {boolean} props.isCovered Something lies over the page, which moves by itself.
 * @param {() => void} props.refresh
 */
export function Pull({ isBusy, isCovered, refresh }) {
  const place = /** @type {{current: HTMLElement | null}} */ (useRef(null));
  const props = useRef({ isCovered, refresh });
  props.current = { isCovered, refresh };

  useEffect(() => {
    /** @type {number | null} Where the finger began. */
    let start = null;
    let way = 0;

    /** @param {number} distance */
    const move = (distance) => {
      way = Math.min(Math.max(0, distance / 2), MOST);
      place.current?.toggleAttribute('data-pulled', way > 0);
      if (way > 0) place.current?.style.setProperty('height', `${way}px`);
      else place.current?.style.removeProperty('height');
    };
    /** @param {TouchEvent} event */
    const began = ({ touches }) => {
      const isAtTop = scrollY <= 0 && touches.length === 1 && !props.current.isCovered;
      start = isAtTop ? touches[0]?.clientY ?? null : null;
    };
    /** @param {TouchEvent} event */
    const moved = ({ touches }) => {
      if (start === null) return;
      if (scrollY > 0) start = null;
      move(start === null ? 0 : (touches[0]?.clientY ?? start) - start);
    };
    const ended = () => {
      if (start !== null && way >= ENOUGH) props.current.refresh();
      start = null;
      move(0);
    };
    const cancelled = () => {
      start = null;
      move(0);
    };
    addEventListener('touchstart', began, { passive: true });
    addEventListener('touchmove', moved, { passive: true });
    addEventListener('touchend', ended);
    addEventListener('touchcancel', cancelled);
    return () => {
      removeEventListener('touchstart', began);
      removeEventListener('touchmove', moved);
      removeEventListener('touchend', ended);
      removeEventListener('touchcancel', cancelled);
    };
  }, []);

  return html`<div ref=${place} class="pull" data-busy=${isBusy ? '' : null} aria-hidden="true">
    <svg class="spinner" viewBox="0 0 20 20">
      <circle class="spinner-track" cx="10" cy="10" r="8.5" /><path d="M10 1.5a8.5 8.5 0 0 1 8.5 8.5" />
    </svg>
  </div>`;
}
