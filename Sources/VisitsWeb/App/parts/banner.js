// A notice above the heading, or in a sheet.

import { html } from '../preact.js';
import { Icon } from './icon.js';

/**
 * @param {object} props
 * @param {'grey' | 'red'} props.colour
 * @param {string} props.icon
 * @param {string} props.text
 * @param {{label: string, act: () => void}} [props.action] Stands below the text.
 */
export function Banner({ colour, icon, text, action }) {
  return html`<div class="banner banner-${colour}" role=${colour === 'red' ? 'alert' : 'status'}>
    <${Icon} name=${icon} />
    <p class="banner-text">${text}</p>
    ${action && html`<button class="banner-action" type="button" onClick=${action.act}>${action.label}</button>`}
  </div>`;
}
