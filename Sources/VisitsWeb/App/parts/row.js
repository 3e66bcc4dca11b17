// A line of a sheet: a symbol, a text, and the word for the action of a tap.

import { html } from '../preact.js';
import { Icon } from './icon.js';

/**
 * @param {{icon: string, text: string, action?: string | undefined, link?: string | undefined,
 *   isElsewhere?: boolean}} props
 *   `link`: the address that a tap opens; `isElsewhere`: in another app or tab.
 */
export function Row({ icon, text, action, link, isElsewhere = false }) {
  const content = html`
    <${Icon} name=${icon} />
    <span class="row-text">${text}</span>
    ${action && link && html`<span class="row-action">${action}</span>`}`;
  if (!link) return html`<li class="row">${content}</li>`;
  return html`<li>
    <a class="row" href=${link} target=${isElsewhere ? '_blank' : null} rel="noreferrer">${content}</a>
  </li>`;
}
