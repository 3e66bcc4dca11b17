// A change that waits or was stopped: the words, its time and state, and buttons for what the person may do.

import { html } from '../preact.js';
import { Icon } from './icon.js';

/**
 * @param {object} props
 * @param {string} props.title
 * @param {string} props.time
 * @param {string} props.text The state, or the reason.
 * @param {boolean} props.isStopped
 * @param {{label: string, act: () => void}[]} props.actions
 */
export function Change({ title, time, text, isStopped, actions }) {
  return html`<li class="change ${isStopped ? 'change-stopped' : ''}">
    <${Icon} name=${isStopped ? 'warning' : 'cloud'} />
    <div class="change-text">
      <p class="change-title">${title}</p>
      <p class="change-time">${time}</p>
      <p>${text}</p>
      ${actions.length > 0 && html`<div class="change-actions">${actions.map(({ label, act }) => html`
        <button key=${label} class="change-action" type="button" onClick=${act}>${label}</button>`)}</div>`}
    </div>
  </li>`;
}
