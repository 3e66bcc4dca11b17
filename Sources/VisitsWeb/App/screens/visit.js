// A visit's sheet: who, when and where, the phone, start, and hold to complete.

import { Banner } from '../parts/banner.js';
import { CardChip } from '../parts/card.js';
import { Chip } from '../parts/chip.js';
import { HoldRing } from '../parts/hold-ring.js';
import { Row } from '../parts/row.js';
import { Sheet } from '../parts/sheet.js';
import { html, useEffect } from '../preact.js';
import { say } from '../words/words.js';
import { map, safe, telephone } from './links.js';

/** @typedef {import('../data/app.js').AppState} AppState */
/** @typedef {import('../api.js').Card} CardView */

/**
 * @param {object} props
 * @param {import('../data/app.js').App} props.app
 * @param {AppState} props.state
 * @param {CardView} props.card
 * @param {boolean} props.isClosing
 * @param {() => void} props.close
 * @param {() => void} props.closed
 */
export function Visit({ app, state, card, isClosing, close, closed }) {
  useEffect(() => void app.readVisit(card.visit, card.client), [card.visit]);
  const row = state.rows.find(({ body }) => body.visit === card.visit);
  const detail = state.detail?.visit.id === card.visit ? state.detail : null;
  const started = detail?.visit.display.checkIn;
  const subtitle = [card.time, started && say('visit.started', { time: started })].filter(Boolean).join(' · ');

  return html`<${Sheet} title=${card.title} subtitle=${subtitle} closeLabel=${say('close')} isClosing=${isClosing}
    close=${close} closed=${closed}>
    <div class="visit-state"><${CardChip} card=${card} /></div>
    <ul class="rows">
      ${card.virtual && html`<${Row} icon="video" text=${card.virtual.text} action=${say('visit.join')}
        link=${safe(card.virtual.link)} isElsewhere />`}
      ${card.address && !card.virtual && html`<${Row} icon="place" text=${card.address} action=${say('visit.map')}
        link=${map(card.address)} isElsewhere />`}
      ${detail?.phone && html`<${Row} icon="phone" text=${detail.phone} action=${say('visit.call')}
        link=${telephone(detail.phone)} />`}
    </ul>
    ${row?.state === 'stopped' && html`<${Banner} colour="red" icon="warning"
      text=${say('change.refusedText', { reason: row.problem ?? '' })}
      dismiss=${{ label: say('dismiss'), act: () => app.discard(row.requestId) }} />`}
    ${row?.state === 'waiting'
      ? html`<${Banner} colour="grey" icon="cloud" text=${say('visit.unsent')} />`
      : html`<${Actions} app=${app} state=${state} card=${card} close=${close} detail=${detail} />`}
  </${Sheet}>`;
}

/**
 * @param {object} props
 * @param {import('../data/app.js').App} props.app
 * @param {AppState} props.state
 * @param {CardView} props.card
 * @param {AppState['detail']} props.detail
 * @param {() => void} props.close
 */
function Actions({ app, state, card, detail, close }) {
  if (card.status === 'completed') return html`<${Completed} detail=${detail} phone=${state.me?.officePhone ?? null} />`;
  const isBlocked = !state.isReached;
  const offline = say('visit.offline');
  const words = {
    hold: say('visit.hold'), name: say('visit.complete'), question: say('visit.question'), confirm: say('visit.confirm'),
    cancel: say('cancel'),
  };
  return html`<div class="visit-actions">
    ${card.status !== 'inProgress' && html`<button class="button" type="button" disabled=${isBlocked}
      onClick=${() => app.startVisit(card.visit)}>${say('visit.start')}</button>`}
    <${HoldRing} words=${words} hint=${isBlocked ? offline : null} isBlocked=${isBlocked}
      blocked=${() => app.announce(offline)} complete=${() => app.completeVisit(card.visit)} shown=${close} />
  </div>`;
}

/**
 * The visit is over. If that was a mistake, only the office can change it.
 * @param {{detail: AppState['detail'], phone: string | null}} props
 */
function Completed({ detail, phone }) {
  const time = detail?.visit.display.checkOut;
  return html`<div class="visit-done">
    ${time && html`<div><${Chip} text=${say('visit.completed', { time })} icon="check" /></div>`}
    <p>${say('visit.wrong')}</p>
    ${phone && html`<a class="button button-grey" href=${telephone(phone)}
      >${say('office.callNumber', { number: phone })}</a>`}
  </div>`;
}
