// A text that leaves by itself. Screen readers hear the announcement instead.

import { html } from '../preact.js';

/**
 * @param {object} props
 * @param {{id: number, text: string} | null} props.toast
 * @param {{label: string, act: () => void} | null} props.action
 */
export function Toast({ toast, action }) {
  return html`<div class="toasts">
    ${toast && html`<div class="toast" key=${toast.id}>
      <p aria-hidden="true">${toast.text}</p>
      ${action && html`<button class="toast-action" type="button" onClick=${action.act}>${action.label}</button>`}
    </div>`}
  </div>`;
}
