// The initials of a client in a circle.

import { html } from '../preact.js';

/** @param {{initials: string}} props */
export function Portrait({ initials }) {
  return html`<span class="portrait" aria-hidden="true">${initials}</span>`;
}
