// The changes of this phone that wait or were stopped, in a sheet under the sync indicator.

import { Change } from '../parts/change.js';
import { Sheet } from '../parts/sheet.js';
import { html, useState } from '../preact.js';
import { say, timeOfDay } from '../words/words.js';
import { CopyChanges, titleOf } from './copy-changes.js';

/** @typedef {import('../data/rows.js').Row} Row */
/** @typedef {import('../data/app.js').App} App */
/** @typedef {import('../data/app.js').AppState} AppState */

/** The name of this sheet; no visit has such an id. */
export const CHANGES = 'changes';

/**
 * @param {object} props
 * @param {App} props.app
 * @param {AppState} props.state
 * @param {import('./use-sheet.js').SheetState} props.sheet
 */
export function Changes({ app, state, sheet }) {
  const { rows } = state;
  return html`<${Sheet} title=${say('changes.title')} closeLabel=${say('close')} isClosing=${sheet.isClosing}
    announcement=${state.announcement} close=${sheet.close} closed=${sheet.closed}>
    ${rows.length === 0
      ? html`<p class="changes-none">${say('changes.none')}</p>`
      : html`<${ChangeList} app=${app} state=${state} rows=${rows} />`}
    ${rows.length > 0 && html`<${CopyChanges} rows=${rows} timeZone=${state.me?.timeZone} />`}
    ${state.phase === 'paired' && html`<button class="button button-grey" type="button"
      aria-disabled=${state.isSyncing ? 'true' : null} onClick=${app.sync}>${say('sync.now')}</button>`}
    ${state.toast && !state.toast.undo && html`<p class="changes-told" aria-hidden="true">${state.toast.text}</p>`}
  </${Sheet}>`;
}

/**
 * @param {{app: App, state: AppState, rows: Row[]}} props
 */
export function ChangeList({ app, state, rows }) {
  return html`<ul class="changes">${rows.map((row) => html`
    <${OneChange} key=${row.requestId} app=${app} state=${state} row=${row} />`)}</ul>`;
}

/** @param {{app: App, state: AppState, row: Row}} props */
function OneChange({ app, state, row }) {
  // To discard is for good, so it takes two taps.
  const [isAsking, ask] = useState(false);
  const isStopped = row.state === 'stopped';
  const isOther = isOthers(row, state);
  /** @type {{label: string, act: () => void}[]} */
  const actions = [];
  if (isStopped && !isOther && !(row.stop?.kind === 'lost' && row.method === 'emergency.raise')) {
    actions.push({ label: say('change.sendAgain'), act: () => app.sendAgain(row.requestId) });
  }
  // Without a pairing nothing is sent.
  if (isStopped || isOther || state.phase !== 'paired') {
    actions.push(isAsking
      ? { label: say('change.discardSurely'), act: () => app.discard(row.requestId) }
      : { label: say('change.discard'), act: () => ask(true) });
  }
  return html`<${Change} title=${titleOf(row)} time=${timeOfDay(Date.parse(row.at), state.me?.timeZone)}
    text=${textOf(row, isOther, state.isReached)} isStopped=${isStopped} actions=${actions} />`;
}

/**
 * Whether a row was made by another worker than the one whose phone this is.
 * @param {Row} row
 * @param {AppState} state
 */
export function isOthers(row, { owner }) {
  return row.worker !== owner?.worker && row.device !== owner?.device;
}

/** @param {Row} row @param {boolean} isOther @param {boolean} isReached */
function textOf({ state, stop, name, isUnsaved }, isOther, isReached) {
  if (state === 'stopped') {
    switch (stop?.kind) {
      case 'unsure': return say('change.unsure');
      case 'notTaken': return say('change.notTaken');
      case 'lost': return say('change.lost');
      default: return say('change.refusedText', { reason: stop?.words ?? '' });
    }
  }
  if (isUnsaved) return say('change.unsaved');
  if (isOther) return say('change.unsentOf', { name });
  if (!isReached) return say('change.unreached');
  return state === 'sending' ? say('change.sending') : say('change.waiting');
}
