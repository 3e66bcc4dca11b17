// A sheet that slides up over the screen. The browser keeps the focus in it; Escape, a tap beside it and a pull
// downwards close it.

import { html, useEffect, useRef } from '../preact.js';
import { Icon } from './icon.js';

/** A pull of this length closes the sheet, in pixels. */
const PULL = 90;

/**
 * @param {object} props
 * @param {string} props.title
 * @param {string[]} [props.details] Stand below the title; no line breaks within each.
 * @param {string} props.announcement For screen readers, which hear nothing from below the sheet.
 * @param {string} props.closeLabel
 * @param {boolean} props.isClosing The sheet slides out, and calls `closed` at the end.
 * @param {() => void} props.close The person wants it closed.
 * @param {() => void} props.closed The sheet has left; the browser may also close it by itself.
 * @param {unknown} props.children
 */
export function Sheet({ title, details = [], announcement, closeLabel, isClosing, close, closed, children }) {
  const dialog = /** @type {{current: HTMLDialogElement | null}} */ (useRef(null));

  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    // The browser would choose the button; a screen reader is to begin with the title.
    element?.querySelector('h2')?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);

  useEffect(() => {
    const element = dialog.current;
    if (!isClosing || !element) return undefined;
    // No animation in a hidden tab, or where the person wants less motion.
    const animations = element.getAnimations().map((animation) => animation.finished);
    let isGone = false;
    void Promise.allSettled(animations).then(() => {
      if (!isGone) element.close();
    });
    return () => {
      isGone = true;
    };
  }, [isClosing]);

  /** @param {Event} event */
  const cancelled = (event) => {
    event.preventDefault();
    close();
  };
  /** @param {MouseEvent} event */
  const clicked = (event) => {
    if (event.target === dialog.current) close();
  };

  return html`<dialog ref=${dialog} class="sheet" aria-labelledby="sheet-title" data-closing=${isClosing ? '' : null}
    onCancel=${cancelled} onClick=${clicked} onClose=${closed}>
    <header class="sheet-head" ...${pulling(dialog, close)}>
      <h2 id="sheet-title" tabindex="-1">${title}</h2>
      <button class="sheet-close" type="button" aria-label=${closeLabel} onClick=${close}>
        <${Icon} name="close" />
      </button>
      ${details.length > 0 && html`<p role="status">${details.map((text, index) => html`
        <span>${text}${index < details.length - 1 && ' ·'}</span>${' '}`)}</p>`}
    </header>
    <div class="sheet-body">${children}</div>
    <p class="unseen" role="status">${announcement}</p>
  </dialog>`;
}

/**
 * Returns the handlers by which a finger pulls the sheet down.
 * @param {{current: HTMLElement | null}} sheet
 * @param {() => void} close
 */
function pulling(sheet, close) {
  const start = /** @type {{current: number | null}} */ (useRef(null));

  /** @param {PointerEvent} event */
  const onPointerDown = (event) => {
    if (event.target instanceof Element && event.target.closest('button')) return;
    start.current = event.clientY;
    if (event.currentTarget instanceof Element) event.currentTarget.setPointerCapture(event.pointerId);
  };
  /** @param {PointerEvent} event */
  const onPointerMove = (event) => {
    if (start.current === null) return;
    const distance = Math.max(0, event.clientY - start.current);
    sheet.current?.style.setProperty('translate', `0 ${distance}px`);
  };
  /** @param {PointerEvent} event */
  const onPointerUp = (event) => {
    if (start.current === null) return;
    const distance = event.clientY - start.current;
    start.current = null;
    if (distance > PULL) close();
    else sheet.current?.style.removeProperty('translate');
  };
  const onPointerCancel = () => {
    start.current = null;
    sheet.current?.style.removeProperty('translate');
  };
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel };
}
