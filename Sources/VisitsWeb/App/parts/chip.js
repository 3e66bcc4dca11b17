// A short text on a ground of its colour.

import { html } from '../preact.js';
import { Icon } from './icon.js';

/** @typedef {'grey' | 'blue' | 'orange' | 'red'} Colour */

/** @param {{text: string, colour?: Colour, icon?: string}} props */
export function Chip({ text, colour = 'grey', icon }) {
  return html`<span class="chip chip-${colour}">${icon && html`<${Icon} name=${icon} />`}${text}</span>`;
}
