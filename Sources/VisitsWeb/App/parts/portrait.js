// A person in a circle: the initials.

import { html } from '../preact.js';

/** @param {{initials: string, isLarge?: boolean}} props */
export function Portrait({ initials, isLarge = false }) {
  return html`<span class="portrait ${isLarge ? 'portrait-large' : ''}" aria-hidden="true">${initials}</span>`;
}
