// The day after today, below the list.

import { Card } from '../parts/card.js';
import { html } from '../preact.js';
import { say, timeOfDay } from '../words/words.js';
import { noteOf } from './visit.js';

/** @param {{state: import('../data/app.js').AppState, open: (visit: string) => void}} props */
export function Tomorrow({ state, open }) {
  const { tomorrow, tomorrowAt, newsAhead, me } = state;
  if (!tomorrow || tomorrow.loading) return null;
  return html`<section class="tomorrow" aria-labelledby="tomorrow">
    <div class="tomorrow-head">
      <h2 id="tomorrow">${say('tomorrow.heading')}</h2>
      <p>${tomorrow.forms.headings.date}</p>
      ${tomorrowAt !== null && html`<p class="today-age">${
        say('sync.asOf', { time: timeOfDay(tomorrowAt, me?.timeZone) })}</p>`}
    </div>
    ${tomorrow.cards.length === 0
      ? html`<p class="tomorrow-empty">${tomorrow.empty?.title}</p>`
      : html`<ul class="cards">${tomorrow.cards.map((card) => html`
          <${Card} key=${card.visit} card=${card} note=${noteOf(card, state)} news=${newsOf(newsAhead[card.visit])}
            open=${open} />`)}</ul>`}
  </section>`;
}

/**
 * Returns what the office has changed about a visit, in words.
 * @param {import('../data/news.js').Piece | undefined} piece
 */
export function newsOf(piece) {
  switch (piece?.kind) {
    case 'added': return say('news.added');
    case 'moved': return say('news.moved', { time: piece.before?.time ?? '' });
    case 'removed': return say('news.removed');
    default: return null;
  }
}
