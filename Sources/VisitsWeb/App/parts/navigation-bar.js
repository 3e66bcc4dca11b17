// The bar at the top: the sync indicator, and the emergency button of every state (seed 002).

import { html } from '../preact.js';
import { Icon } from './icon.js';
import { SyncIndicator } from './sync-indicator.js';

/**
 * @param {object} props
 * @param {import('./sync-indicator.js').Indicator} props.indicator
 * @param {{label: string, act: () => void}} [props.open] Shows the changes of this phone.
 * @param {{label: string, open: () => void}} [props.emergency] Missing until the numbers to call are known.
 */
export function NavigationBar({ indicator, open, emergency }) {
  return html`<header class="bar">
    <div class="bar-middle"><${SyncIndicator} indicator=${indicator} open=${open} /></div>
    ${emergency && html`<button class="bar-emergency" type="button" aria-haspopup="dialog" aria-label=${emergency.label}
      onClick=${emergency.open}><${Icon} name="warning" /></button>`}
  </header>`;
}
