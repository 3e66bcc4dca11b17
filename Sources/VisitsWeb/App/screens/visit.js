// A visit's sheet: who, when and where, the phone, start, and hold to complete.

import { Banner } from '../parts/banner.js';
import { CardChip } from '../parts/card.js';
import { HoldRing } from '../parts/hold-ring.js';
import { Mark } from '../parts/mark.js';
import { Row } from '../parts/row.js';
import { Sheet } from '../parts/sheet.js';
import { html, useEffect, useRef, useState } from '../preact.js';
import { say } from '../words/words.js';
import { map, safe, telephone } from './links.js';

/** @typedef {import('../data/app.js').App} App */
/** @typedef {import('../data/app.js').AppState} AppState */
/** @typedef {import('../api.js').Card} CardView */

/**
 * Returns the worker's own changes to a visit that the office does not have: the one that is sent next, and those that
 * it refused.
 * @param {string} visit
 * @param {AppState} state
 */
export function changesOf(visit, { rows, me }) {
  const own = rows.filter(({ body, worker }) => body.visit === visit && worker === me?.worker);
  return {
    unsent: own.find(({ state }) => state === 'waiting'), refused: own.filter(({ state }) => state === 'stopped'),
  };
}

/**
 * @param {object} props
 * @param {App} props.app
 * @param {AppState} props.state
 * @param {CardView} props.card
 * @param {import('./use-sheet.js').SheetState} props.sheet
 */
export function Visit({ app, sheet, ...current }) {
  // The sheet stays as it is from the end of the hold until it has left: Today shows the change.
  const held = useRef(/** @type {{state: AppState, card: CardView} | null} */ (null));
  const { state, card } = held.current ?? current;
  const detail = state.detail?.visit.id === card.visit ? state.detail : null;
  const { unsent, refused } = changesOf(card.visit, state);
  useEffect(() => void app.readVisit(card.visit, card.client), [card.visit, card.version, state.isReached]);

  const complete = () => {
    held.current = { state, card };
    app.completeVisit(card.visit);
  };
  const started = detail?.visit.display.checkIn;
  return html`<${Sheet} title=${card.title} closeLabel=${say('close')} isClosing=${sheet.isClosing}
    details=${started ? [card.time, say('visit.started', { time: started })] : [card.time]}
    announcement=${state.announcement} close=${sheet.close} closed=${sheet.closed}>
    ${(card.alert || card.status !== 'inProgress') && html`<${CardChip} card=${card} />`}
    <${Facts} card=${card} phone=${detail?.phone ?? null} />
    ${refused.map(({ requestId, problem }) => html`<${Banner} key=${requestId} colour="red" icon="warning"
      text=${say('change.refusedText', { reason: problem ?? '' })}
      dismiss=${{ label: say('dismiss'), act: () => app.discard(requestId) }} />`)}
    ${unsent
      ? html`<${Banner} colour="grey" icon="cloud" text=${say('visit.unsent')} />`
      : html`<${Actions} app=${app} state=${state} card=${card} complete=${complete} close=${sheet.close} />`}
  </${Sheet}>`;
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
 * @param {() => void} props.complete
 * @param {() => void} props.close
 */
function Actions({ app, state, card, complete, close }) {
  const [isRefused, refuse] = useState(false);
  if (card.status === 'completed') return html`<${Completed} state=${state} card=${card} />`;
  const isBlocked = !state.isReached;
  const hint = isRefused ? say('visit.notRecorded') : say('visit.offline');
  const start = () => {
    app.startVisit(card.visit);
    // The button goes, and the focus with it.
    document.getElementById('sheet-title')?.focus();
  };
  const words = {
    hold: say('visit.hold'), once: say('visit.once'), question: say('visit.question'), confirm: say('visit.confirm'),
    cancel: say('cancel'),
  };
  return html`<div class="visit-actions">
    ${card.status !== 'inProgress' && html`<button class="button" type="button" disabled=${isBlocked}
      onClick=${start}>${say('visit.start')}</button>`}
    <${HoldRing} words=${words} hint=${isBlocked ? hint : null} isAlarming=${isRefused} isBlocked=${isBlocked}
      blocked=${() => refuse(true)} complete=${complete} shown=${close} />
  </div>`;
}

/**
 * The visit is over. If that is a mistake, only the office can change it.
 * @param {{state: AppState, card: CardView}} props
 */
function Completed({ state, card }) {
  const time = state.detail?.visit.id === card.visit ? state.detail.visit.display.checkOut : undefined;
  const phone = state.me?.officePhone;
  return html`<div class="visit-done">
    <p class="visit-done-state"><${Mark} status="completed" />
      ${time ? say('visit.completed', { time }) : card.statusLabel}</p>
    <p class="visit-done-hint">${phone ? say('visit.wrong') : say('visit.wrongNoNumber')}</p>
    ${phone && html`<a class="button button-grey" href=${telephone(phone)}
      >${say('office.callNumber', { number: phone })}</a>`}
  </div>`;
}
