// The screen that fits the session, and the toast.

import { Toast } from '../parts/toast.js';
import { html, useEffect, useRef } from '../preact.js';
import { say } from '../words/words.js';
import { Owner, Pairing } from './pairing.js';
import { Starting, Today } from './today.js';
import { useStore } from './use-store.js';

/** @param {{app: import('../data/app.js').App}} props */
export function Frame({ app }) {
  const state = useStore(app.store);
  const before = useRef(state.phase);
  useEffect(() => {
    // The button that was pressed went with its screen. The first screen takes no focus.
    if (before.current !== state.phase && before.current !== 'starting') document.querySelector('h1')?.focus();
    before.current = state.phase;
  }, [state.phase]);
  const undo = state.toast?.undo;
  return html`
    <${Screen} app=${app} state=${state} />
    <${Toast} toast=${state.toast} action=${undo ? { label: say('undo'), act: () => app.undo(undo) } : null} />`;
}

/** @param {{app: import('../data/app.js').App, state: import('../data/app.js').AppState}} props */
function Screen({ app, state }) {
  switch (state.phase) {
    case 'starting':
      return html`<${Starting} app=${app} state=${state} />`;
    case 'pairing':
      return html`<${Pairing} app=${app} state=${state} />`;
    case 'confirming':
      return html`<${Owner} state=${state} confirm=${app.confirm} leave=${app.leave} />`;
    default:
      // Nothing of another worker's Today stays, not even an open sheet.
      return html`<${Today} key=${state.me?.worker} app=${app} state=${state} />`;
  }
}
