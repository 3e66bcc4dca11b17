// Whether everything that was recorded has arrived.

import { html } from '../preact.js';
import { Icon } from './icon.js';

/** @type {Record<string, string>} */
const ICONS = {
  synced: 'check', syncing: 'sync', savedLocally: 'cloud', failed: 'warning', unsent: 'cloud', unreached: 'cloud',
  unsaved: 'warning',  stale: 'clock',
};

/** @typedef {{state: string, label: string}} Indicator */

/**
 * @param {object} props
 * @param {Indicator} props.indicator
 * @param {{label: string, act: () => void}} [props.open] Shows the changes.
 */
export function SyncIndicator({ indicator: { state, label }, open }) {
  const icon = html`<${Icon} name=${ICONS[state] ?? 'cloud'} />`;
  // Seed 002: the checkmark follows its word; other symbols stand before it.
  return html`<div class="indicator indicator-${state}">
    <p class="indicator-label" role="status">
      ${state !== 'synced' && icon}<span>${label}</span>${state === 'synced' && icon}
    </p>
    ${open && html`<button class="indicator-open" type="button" aria-haspopup="dialog" aria-label=${open.label}
      onClick=${open.act}></button>`}
  </div>`;
}
