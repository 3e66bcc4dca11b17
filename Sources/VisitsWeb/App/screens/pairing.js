// Pairing: the code from the office, by link or typed, and then whose phone this is.

import { Banner } from '../parts/banner.js';
import { Icon } from '../parts/icon.js';
import { html, useEffect, useState } from '../preact.js';
import { say } from '../words/words.js';

/** @typedef {import('../data/session.js').SessionState} SessionState */

/** @param {{state: import('../data/app.js').AppState, pair: (code: string) => void}} props */
export function Pairing({ state, pair }) {
  const [code, setCode] = useState(state.code);
  useEffect(() => setCode(state.code), [state.code]);

  /** @param {Event} event */
  const submitted = (event) => {
    event.preventDefault();
    if (code.trim() && !state.isBusy) pair(code.trim());
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
      ${state.rows.some((row) => row.state === 'waiting') && html`<${Banner} colour="grey" icon="cloud"
        text=${say('pairing.unsent')} />`}
      <${Notice} state=${state} />
      <label class="code-label">
        ${say('pairing.code')}
        <input class="code" name="code" type="text" autocomplete="off" autocapitalize="characters" spellcheck=${false}
          value=${code} onInput=${typed} />
      </label>
      <button class="button" type="submit" disabled=${!code.trim() || state.isBusy}>
        ${state.isBusy ? say('pairing.busy') : say('pairing.pair')}
      </button>
    </form>
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
  const isFault = state.notice === 'dead' || state.notice === 'unreached';
  return html`<${Banner} colour=${isFault ? 'red' : 'grey'} icon=${isFault ? 'warning' : 'person'}
    text=${say(`pairing.${state.notice}`)} />`;
}
