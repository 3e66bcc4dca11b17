// Pairing: the code from the office, by link or typed, and then whose phone this is.

import { Banner } from '../parts/banner.js';
import { Icon } from '../parts/icon.js';
import { html, useEffect, useState } from '../preact.js';
import { say } from '../words/words.js';
import { Changes, CHANGES } from './changes.js';
import { useSheet } from './use-sheet.js';

/** @typedef {import('../data/session.js').SessionState} SessionState */

/** @param {{app: import('../data/app.js').App, state: import('../data/app.js').AppState}} props */
export function Pairing({ app, state }) {
  const [code, setCode] = useState(state.code);
  const sheet = useSheet();
  useEffect(() => setCode(state.code), [state.code]);

  /** @param {Event} event */
  const submitted = (event) => {
    event.preventDefault();
    if (code.trim() && !state.isBusy) void app.pair(code.trim());
  };
  /** @param {{currentTarget: HTMLInputElement}} event */
  const typed = (event) => setCode(event.currentTarget.value);
  return html`<main class="welcome">
    <div class="welcome-top">
      <span class="welcome-sign"><${Icon} name="check" /></span>
      <h1 tabindex="-1">${say('pairing.title')}</h1>
      <p>${state.isFromLink ? say('pairing.fromLink') : say('pairing.text')}</p>
    </div>
    <form class="welcome-actions" onSubmit=${submitted}>
      ${state.rows.length > 0 && html`<${Banner} colour="grey" icon="cloud"
        text=${say('pairing.unsent', { name: state.rows[0]?.name ?? '' })}
        action=${{ label: say('show'), act: () => sheet.open(CHANGES) }} />`}
      <${Notice} state=${state} />
      ${state.isStorageHanging && html`<${Banner} colour="red" icon="warning" text=${say('storage.hanging')}
        action=${{ label: say('reload'), act: app.reload }} />`}
      <label class="code-label">
        ${say('pairing.code')}
        <input class="code" name="code" type="text" autocomplete="off" autocapitalize="characters" spellcheck=${false}
          value=${code} onInput=${typed} />
      </label>
      <button class="button" type="submit" disabled=${!code.trim() || state.isBusy || state.isStorageHanging}>
        ${state.isBusy ? say('pairing.busy') : say('pairing.pair')}
      </button>
    </form>
    ${sheet.name === CHANGES && html`<${Changes} app=${app} state=${state} sheet=${sheet} />`}
  </main>`;
}

/** @param {{state: SessionState, confirm: () => void, leave: () => void}} props */
export function Owner({ state, confirm, leave }) {
  if (!state.me) return null;
  const { name, agency } = state.me;
  return html`<main class="welcome">
    <div class="welcome-top">
      <span class="welcome-sign welcome-person"><${Icon} name="person" /></span>
      <h1 tabindex="-1">${say('pairing.owner', { name })}</h1>
      ${agency && html`<p>${agency}</p>`}
    </div>
    <div class="welcome-actions">
      <${Notice} state=${state} />
      <button class="button" type="button" disabled=${state.isBusy} onClick=${confirm}>
        ${say('pairing.continue')}
      </button>
      <button class="button button-plain" type="button" disabled=${state.isBusy} onClick=${leave}>
        ${say('pairing.notMe')}
      </button>
    </div>
  </main>`;
}

/** @param {{state: SessionState}} props */
function Notice({ state }) {
  if (state.refusal) return html`<${Banner} colour="red" icon="warning" text=${state.refusal} />`;
  if (!state.notice) return null;
  const isFault = ['dead', 'otherWorker', 'unreached', 'unsentHere'].includes(state.notice);
  return html`<${Banner} colour=${isFault ? 'red' : 'grey'} icon=${isFault ? 'warning' : 'person'}
    text=${say(`pairing.${state.notice}`)} />`;
}
