// Hold to complete (seed 003): a ring fills in 2 s while the person holds it; releasing early runs it back. A keyboard
// asks for one confirmation; the single activation of a screen reader or a switch completes.

import { html, useLayoutEffect, useRef, useState } from '../preact.js';
import { holding } from './holding.js';

/** How long the closed ring is shown before the screen goes on, in milliseconds: the pop. */
const POP = 300;

/**
 * @typedef {object} RingWords
 * @property {string} hold In the ring: "Hold to complete".
 * @property {string} once Tells a screen reader's user that no hold is needed.
 * @property {string} question Asked by the keyboard.
 * @property {string} confirm
 * @property {string} cancel
 */

/**
 * @param {object} props
 * @param {RingWords} props.words
 * @param {() => void} props.complete Called once, at the end of the hold.
 * @param {() => void} props.shown Called when the pop is over.
 */
export function HoldRing(props) {
  const { words } = props;
  const [isAsking, ask] = useState(false);
  const button = /** @type {{current: HTMLButtonElement | null}} */ (useRef(null));
  const hasAsked = useRef(false);
  const isConfirmed = useRef(false);
  // The gesture begins with one drawing and ends with another.
  const latest = useRef(props);
  latest.current = props;

  const complete = () => {
    latest.current.complete();
    setTimeout(() => latest.current.shown(), POP);
  };
  // Before the ring is painted: a press of a ring that is seen counts.
  useLayoutEffect(() => {
    if (isAsking || !button.current) return undefined;
    // After "Cancel" the keyboard is where it was.
    if (hasAsked.current) button.current.focus();
    hasAsked.current = false;
    return holding(button.current, {
      ask() {
        hasAsked.current = true;
        ask(true);
      },
      complete,
    });
  }, [isAsking]);

  if (isAsking) {
    const confirmed = () => {
      // The second of two clicks.
      if (isConfirmed.current) return;
      isConfirmed.current = true;
      latest.current.complete();
      latest.current.shown();
    };
    return html`<${Confirmation} words=${words} confirm=${confirmed} cancel=${() => ask(false)} />`;
  }
  return html`<div class="hold">
    <button ref=${button} class="hold-button" type="button" aria-describedby="hold-once">
      <svg class="hold-ring" viewBox="0 0 128 128" aria-hidden="true">
        <circle class="hold-track" cx="64" cy="64" r="59.5" />
        <circle class="hold-fill" cx="64" cy="64" r="59.5" pathLength="100" />
      </svg>
      <span>${words.hold}</span>
      <svg class="icon hold-sign" viewBox="0 0 24 24" aria-hidden="true"><path d="M5 12.5l4.5 4.5L19 7.5" /></svg>
    </button>
    <p class="unseen" id="hold-once">${words.once}</p>
  </div>`;
}

/**
 * Asks once, instead of a hold.
 * @param {{words: RingWords, confirm: () => void, cancel: () => void}} props
 */
function Confirmation({ words, confirm, cancel }) {
  const first = /** @type {{current: HTMLButtonElement | null}} */ (useRef(null));
  useLayoutEffect(() => first.current?.focus(), []);
  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    // The key that asked the question is still held: that is no answer.
    if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
  };
  return html`<div class="hold-confirm" role="group" aria-label=${words.question} onKeyDown=${pressed}>
    <p>${words.question}</p>
    <button ref=${first} class="button" type="button" onClick=${confirm}>${words.confirm}</button>
    <button class="button button-grey" type="button" onClick=${cancel}>${words.cancel}</button>
  </div>`;
}
