// The view is being read.

import { html } from '../preact.js';

/** @param {{text: string}} props */
export function Spinner({ text }) {
  return html`<div class="loading" role="status">
    <svg class="spinner" viewBox="0 0 20 20" aria-hidden="true">
      <circle class="spinner-track" cx="10" cy="10" r="8.5" /><path d="M10 1.5a8.5 8.5 0 0 1 8.5 8.5" />
    </svg>
    <p>${text}</p>
  </div>`;
}
