// A text that leaves by itself. Screen readers hear the announcement instead.

import { html } from '../preact.js';

/** @param {{toast: {id: number, text: string} | null}} props */
export function Toast({ toast }) {
  return html`<div class="toasts" aria-hidden="true">
    ${toast && html`<p class="toast" key=${toast.id}>${toast.text}</p>`}
  </div>`;
}
