// A notice above the heading, or in a sheet.

import { html } from '../preact.js';
import { Icon } from './icon.js';

/**
 * @param {object} props
 * @param {'grey' | 'red'} props.colour
 * @param {string} props.icon
 * @param {string} props.text
 * @param {{label: string, act: () => void}} [props.dismiss]
 */
export function Banner({ colour, icon, text, dismiss }) {
  return html`<div class="banner banner-${colour}" role=${colour === 'red' ? 'alert' : 'status'}>
    <${Icon} name=${icon} />
    <p class="banner-text">${text}</p>
    ${dismiss && html`<button class="banner-close" type="button" aria-label=${dismiss.label} onClick=${dismiss.act}>
      <${Icon} name="close" /></button>`}
  </div>`;
}
