// A day without visits.

import { html } from '../preact.js';

/** @param {{title: string, message?: string | undefined}} props */
export function EmptyState({ title, message }) {
  return html`<section class="empty">
    <svg class="empty-drawing" viewBox="0 0 64 64" aria-hidden="true">
      <rect x="6" y="11" width="52" height="47" rx="10" /><path d="M6 26h52M20 5v12M44 5v12" />
    </svg>
    <h2>${title}</h2>
    ${message && html`<p>${message}</p>`}
  </section>`;
}
