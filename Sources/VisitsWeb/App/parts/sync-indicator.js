// Whether everything that was recorded has arrived.

import { html } from '../preact.js';
import { Icon } from './icon.js';

/** @type {Record<string, string>} */
const ICONS = {
  synced: 'check', syncing: 'sync', savedLocally: 'cloud', failed: 'warning', unsent: 'cloud', unreached: 'cloud',
  stale: 'clock',
};

/** @typedef {{state: string, label: string}} Indicator */

/** @param {{indicator: Indicator}} props */
export function SyncIndicator({ indicator: { state, label } }) {
  const icon = html`<${Icon} name=${ICONS[state] ?? 'cloud'} />`;
  // Seed 002: the checkmark follows its word; other symbols stand before it.
  return html`<p class="indicator indicator-${state}" role="status">
    ${state !== 'synced' && icon}<span>${label}</span>${state === 'synced' && icon}
  </p>`;
}
