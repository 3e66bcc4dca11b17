// A notice above the heading, or in a sheet.

import { html } from '../preact.js';
import { Icon } from './icon.js';

/**
 * @param {object} props
 * @param {'grey' | 'red'} props.colour
 * @param {string} props.icon
 * @param {string} props.text
 * @param {{label: string, act: () => void}} [props.action] Stands below the text.
 * @param {() => void} [props.tap] A tap on the text.
 * @param {{label: string, act: () => void} | null} [props.closing] A cross at the end.
 * @param {boolean} [props.isQuiet] A screen reader does not hear it by itself.
 */
export function Banner({ colour, icon, text, action, tap, closing, isQuiet = false }) {
  const role = colour === 'red' ? 'alert' : 'status';
  return html`<div class="banner banner-${colour}" role=${isQuiet ? null : role}>
    <${Icon} name=${icon} />
    ${tap
      ? html`<button class="banner-text banner-tap" type="button" onClick=${tap}>${text}</button>`
      : html`<p class="banner-text">${text}</p>`}
    ${action && html`<button class="banner-action" type="button" onClick=${action.act}>${action.label}</button>`}
    ${closing && html`<button class="banner-closing" type="button" aria-label=${closing.label} onClick=${closing.act}
      ><${Icon} name="close" /></button>`}
  </div>`;
}
