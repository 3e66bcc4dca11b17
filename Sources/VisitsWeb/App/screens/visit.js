// A visit's sheet: who, when and where, the phone, start, and hold to complete.

import { CardChip } from '../parts/card.js';
import { HoldRing } from '../parts/hold-ring.js';
import { Mark } from '../parts/mark.js';
import { Row } from '../parts/row.js';
import { Sheet } from '../parts/sheet.js';
import { html, useEffect, useRef } from '../preact.js';
import { say, timeOfDay } from '../words/words.js';
import { ChangeList, isOthers } from './changes.js';
import { map, safe, telephone } from './links.js';

/** @typedef {import('../data/app.js').App} App */
/** @typedef {import('../data/app.js').AppState} AppState */
/** @typedef {import('../api.js').Card} CardView */

/** A visit of tomorrow can be started this long before its time, in milliseconds: nights begin before midnight. */
const EARLY = 4 * 60 * 60_000;

/**
 * Returns the worker's own changes to a visit that the office does not have: those that are sent, and those that were
 * stopped.
 * @param {string} visit
 * @param {AppState} state
 */
export function changesOf(visit, state) {
  const own = state.rows.filter((row) => row.visit === visit && !isOthers(row, state));
  return { unsent: own.filter((row) => row.state !== 'stopped'), stopped: own.filter((row) => row.state === 'stopped') };
}

/**
 * Returns the state of this phone's own change to a visit, in words.
 * @param {CardView} card
 * @param {AppState} state
 */
export function noteOf(card, state) {
  const { unsent, stopped } = changesOf(card.visit, state);
  if (unsent.some(({ isUnsaved }) => isUnsaved)) return { text: say('sync.unsaved'), isRefused: true };
  // While it goes its way, the indicator says enough.
  if (unsent.some(({ tries }) => tries > 1 || !state.isReached)) return { text: say('sync.unsent'), isRefused: false };
  return stopped.length > 0 ? { text: say('change.refused'), isRefused: true } : null;
}

/**
 * @param {object} props
 * @param {App} props.app
 * @param {AppState} props.state
 * @param {CardView} props.card
 * @param {'today' | 'tomorrow' | 'removed'} props.place
 * @param {import('./use-sheet.js').SheetState} props.sheet
 */
export function Visit({ app, sheet, place, ...current }) {
  // The sheet stays as it is from the end of the hold until it has left: Today shows the change.
  const held = useRef(/** @type {{state: AppState, card: CardView} | null} */ (null));
  const { state, card } = held.current ?? current;
  const detail = state.detail?.visit.id === card.visit ? state.detail : null;
  const { unsent, stopped } = changesOf(card.visit, state);
  const start = unsent.find(({ method }) => method === 'visit.start');
  useEffect(() => void app.readVisit(card.visit, card.client), [card.visit, card.version, state.isReached]);

  const recorded = useRef(Promise.resolve());
  const complete = () => {
    held.current = { state, card };
    recorded.current = app.completeVisit(card);
  };
  // The sheet shows the closed ring until the change is on the disk.
  const close = () => void recorded.current.then(sheet.close);
  const started = start ? timeOfDay(Date.parse(start.at), state.me?.timeZone) : detail?.visit.display.checkIn;
  return html`<${Sheet} title=${card.title} closeLabel=${say('close')} isClosing=${sheet.isClosing}
    details=${started ? [card.time, say('visit.started', { time: started })] : [card.time]}
    announcement=${state.announcement} close=${sheet.close} closed=${sheet.closed}>
    ${(card.alert || card.status !== 'inProgress') && html`<${CardChip} card=${card} />`}
    <${Facts} card=${card} phone=${detail?.phone ?? null} />
    ${stopped.length > 0 && html`<${ChangeList} app=${app} state=${state} rows=${stopped} />`}
    ${place === 'tomorrow' && html`<p class="visit-place">${say('visit.tomorrow')}</p>`}
    ${place === 'removed' && html`<p class="visit-place">${say('visit.removed')}</p>`}
    ${place !== 'removed' && !isTooEarly(card, place) && html`<${Actions} app=${app} state=${state} card=${card}
      unsent=${unsent} complete=${complete} close=${close} />`}
  </${Sheet}>`;
}

/**
 * Whether nothing can be recorded yet.
 * @param {CardView} card
 * @param {string} place
 */
function isTooEarly({ status, start }, place) {
  const isOpen = status !== 'inProgress' && status !== 'completed';
  return place === 'tomorrow' && isOpen && Date.parse(start) - Date.now() > EARLY;
}

/**
 * Where it is and how to call.
 * @param {{card: CardView, phone: string | null}} props
 */
function Facts({ card, phone }) {
  return html`<ul class="visit-facts">
    ${card.virtual && html`<${Row} icon="video" text=${card.virtual.text} action=${say('visit.join')}
      link=${safe(card.virtual.link)} isElsewhere />`}
    ${card.address && !card.virtual && html`<${Row} icon="place" text=${card.address} action=${say('visit.map')}
      link=${map(card.address)} isElsewhere />`}
    ${phone && html`<${Row} icon="phone" text=${phone} action=${say('visit.call')} link=${telephone(phone)} />`}
  </ul>`;
}

/**
 * @param {object} props
 * @param {App} props.app
 * @param {AppState} props.state
 * @param {CardView} props.card
 * @param {import('../data/rows.js').Row[]} props.unsent
 * @param {() => void} props.complete
 * @param {() => void} props.close
 */
function Actions({ app, state, card, unsent, complete, close }) {
  if (card.status === 'completed') return html`<${Completed} state=${state} card=${card} unsent=${unsent} />`;
  const waiting = unsent.find((row) => row.method === 'visit.start' && row.state === 'waiting');
  const start = () => {
    void app.startVisit(card);
    // The button goes, and the focus with it.
    document.getElementById('sheet-title')?.focus();
  };
  const words = {
    hold: say('visit.hold'), once: say('visit.once'), question: say('visit.question'), confirm: say('visit.confirm'),
    cancel: say('cancel'),
  };
  return html`<div class="visit-actions">
    ${card.status !== 'inProgress' && html`<button class="button" type="button" onClick=${start}>${say('visit.start')}</button>`}
    ${waiting && html`<button class="button button-plain" type="button" onClick=${() => app.undo(waiting.requestId)}
      >${say('visit.undoStart')}</button>`}
    <${HoldRing} words=${words} complete=${complete} shown=${close} />
  </div>`;
}

/**
 * The visit is over. If that is a mistake, only the office can change it.
 * @param {{state: AppState, card: CardView, unsent: import('../data/rows.js').Row[]}} props
 */
function Completed({ state, card, unsent }) {
  const own = unsent.find(({ method }) => method === 'visit.complete');
  const told = state.detail?.visit.id === card.visit ? state.detail.visit.display.checkOut : undefined;
  const time = own ? timeOfDay(Date.parse(own.at), state.me?.timeZone) : told;
  const phone = state.me?.officePhone;
  return html`<div class="visit-done">
    <p class="visit-done-state"><${Mark} status="completed" />
      ${time ? say('visit.completed', { time }) : card.statusLabel}</p>
    <p class="visit-done-hint">${phone ? say('visit.wrong') : say('visit.wrongNoNumber')}</p>
    ${phone && html`<a class="button button-grey" href=${telephone(phone)}
      >${say('office.callNumber', { number: phone })}</a>`}
  </div>`;
}
