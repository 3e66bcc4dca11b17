// The screen that fits the session, the toast, and the announcements for screen readers.

import { Toast } from '../parts/toast.js';
import { html } from '../preact.js';
import { Owner, Pairing } from './pairing.js';
import { Starting, Today } from './today.js';
import { useStore } from './use-store.js';

/** @param {{app: import('../data/app.js').App}} props */
export function Frame({ app }) {
  const state = useStore(app.store);
  return html`
    <${Screen} app=${app} state=${state} />
    <${Toast} toast=${state.toast} />
    <p class="unseen" role="status">${state.announcement}</p>`;
}

/** @param {{app: import('../data/app.js').App, state: import('../data/app.js').AppState}} props */
function Screen({ app, state }) {
  switch (state.phase) {
    case 'starting':
      return html`<${Starting} notice=${state.notice} />`;
    case 'pairing':
      return html`<${Pairing} state=${state} pair=${app.pair} />`;
    case 'confirming':
      return html`<${Owner} state=${state} confirm=${app.confirm} leave=${app.leave} />`;
    default:
      return html`<${Today} app=${app} state=${state} />`;
  }
}
