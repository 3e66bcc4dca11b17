// A visit on Today (seed 002): 80 px high, with initials, name, time, address and mark.

import { html, useRef } from '../preact.js';
import { Chip } from './chip.js';
import { Mark } from './mark.js';
import { Portrait } from './portrait.js';

/** @typedef {import('../api.js').Card} CardView */

/**
 * @typedef {object} Props
 * @property {CardView} card
 * @property {{text: string, isRefused: boolean} | null} note The state of a change that only this phone knows: "Not sent
 *   yet".
 * @property {string | null} [news] What the office has changed: "New".
 * @property {(visit: string) => void} open
 */

/**
 * A day may have 60 cards: one that stays as it is is not drawn again.
 * @param {Props} props
 */
export function Card(props) {
  const last = useRef(/** @type {{props: Props, drawn: any} | null} */ (null));
  if (!last.current || !isSame(last.current.props, props)) last.current = { props, drawn: draw(props) };
  return last.current.drawn;
}

/** @param {Props} before @param {Props} next */
function isSame(before, next) {
  return before.card === next.card && before.news === next.news && before.note?.text === next.note?.text;
}

/** @param {Props} props */
function draw({ card, note, news, open }) {
  const label = [card.spoken, note?.text, news].filter(Boolean).join('. ');
  return html`<li>
    <button class="card" type="button" aria-haspopup="dialog" onClick=${() => open(card.visit)}
      aria-label=${label} title=${card.accessibilityHint}
      data-status=${card.status}>
      <${Portrait} initials=${card.initials} />
      <span class="card-text">
        <span class="card-title">${card.title}</span>
        <span class="card-meta">${card.time}</span>
        ${card.address && html`<span class="card-meta">${card.address}</span>`}
        <span class="card-chips">
          <${CardChip} card=${card} />
          ${card.overlaps?.map((each) => html`<${Chip} text=${each.text} colour="orange" />`)}
          ${news && html`<${Chip} text=${news} colour="blue" />`}
          ${note && html`<${Chip} text=${note.text} icon=${note.isRefused ? 'warning' : 'cloud'}
            colour=${note.isRefused ? 'red' : 'grey'} />`}
        </span>
      </span>
      <${Mark} status=${card.status} />
    </button>
  </li>`;
}

/** @type {Partial<Record<string, import('./chip.js').Colour>>} */
const ALERTS = { missed: 'red' };
/** @type {Partial<Record<string, import('./chip.js').Colour>>} */
const STATES = { inProgress: 'blue', missed: 'red', cancelled: 'grey' };

/**
 * Returns the alert of a visit, else its state in words where the mark alone could be misread.
 * @param {{card: CardView}} props
 */
export function CardChip({ card }) {
  if (card.alert) return html`<${Chip} text=${card.alert.text} colour=${ALERTS[card.alert.kind] ?? 'orange'} />`;
  const colour = STATES[card.status];
  return colour ? html`<${Chip} text=${card.statusLabel} colour=${colour} />` : null;
}
