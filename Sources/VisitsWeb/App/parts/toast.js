// A text that leaves by itself. Screen readers read it, since its place is always there.

import { html } from '../preact.js';

/** @param {{toast: {id: number, text: string} | null}} props */
export function Toast({ toast }) {
  return html`<div class="toasts" role="status">
    ${toast && html`<p class="toast" key=${toast.id}>${toast.text}</p>`}
  </div>`;
}
