// Today (seed 002): the day's visits of the worker.

import { Banner } from '../parts/banner.js';
import { Card } from '../parts/card.js';
import { EmptyState } from '../parts/empty-state.js';
import { NavigationBar } from '../parts/navigation-bar.js';
import { Spinner } from '../parts/spinner.js';
import { html, useRef } from '../preact.js';
import { say, timeOfDay } from '../words/words.js';
import { Emergency } from './emergency.js';
import { indicatorOf } from './indicator.js';
import { useSheet } from './use-sheet.js';
import { changesOf, Visit } from './visit.js';

/** @typedef {import('../data/app.js').AppState} AppState */
/** @typedef {import('../api.js').Card} CardView */

/** The name of the emergency's sheet; no visit has such an id. */
const EMERGENCY = 'emergency';

/**
 * The first moments, before the gateway has said whose phone this is.
 * @param {{notice: string | null}} props
 */
export function Starting({ notice }) {
  const indicator = notice
    ? { state: 'unreached', label: say('sync.unreached') }
    : { state: 'syncing', label: say('sync.syncing') };
  return html`
    <${NavigationBar} indicator=${indicator} />
    <main class="today">
      <div class="today-head"><h1 tabindex="-1">${say('today.heading')}</h1></div>
      <${Spinner} text=${notice ? say('today.unreachedAtStart') : say('today.loading')} />
    </main>`;
}

/** @param {{app: import('../data/app.js').App, state: AppState}} props */
export function Today({ app, state }) {
  // The sheet over Today: the id of a visit, or EMERGENCY.
  const sheet = useSheet();
  const covered = sheet.name !== null && !sheet.isClosing;
  // A change appears when the sheet has left, so that the person sees it.
  const shown = useRef(state.today);
  if (!covered) shown.current = state.today;
  const view = shown.current;

  // The sheet stays open when the office moves the visit to another day or worker meanwhile.
  const opened = useRef(/** @type {CardView | undefined} */ (undefined));
  opened.current = state.today?.cards.find(({ visit }) => visit === sheet.name)
    ?? (opened.current?.visit === sheet.name ? opened.current : undefined);
  const card = opened.current;
  const emergency = view?.emergency.label ?? say('emergency.label');
  return html`
    <${NavigationBar} indicator=${indicatorOf(state)}
      emergency=${{ label: emergency, open: () => sheet.open(EMERGENCY) }} />
    <main class="today ${covered ? 'today-covered' : ''}">
      <${Changes} app=${app} state=${state} />
      <${Notice} state=${state} />
      <p class="today-name">${state.me?.name}</p>
      <div class="today-head">
        <h1 tabindex="-1">${view?.heading ?? say('today.heading')}</h1>
        ${view && view.progress.total > 0 && html`<p class="today-progress"
          ><span class="unseen">${say('today.progress', { label: view.progress.label })}</span
          ><span aria-hidden="true">${view.progress.label}</span></p>`}
      </div>
      <${Contents} state=${state} view=${view} open=${sheet.open} />
    </main>
    ${sheet.name === EMERGENCY && state.me && html`<${Emergency} me=${state.me} announcement=${state.announcement}
      sheet=${sheet} />`}
    ${card && html`<${Visit} key=${card.visit} app=${app} state=${state} card=${card} sheet=${sheet} />`}
    <p class="unseen" role="status">${sheet.name === null && state.announcement}</p>`;
}

/**
 * @param {{state: AppState, view: AppState['today'], open: (visit: string) => void}} props
 */
function Contents({ state, view, open }) {
  if (!view) return html`<${Spinner} text=${say('today.loading')} />`;
  if (view.loading) return html`<${Spinner} text=${view.loading.message} />`;
  if (view.empty) {
    const { title, message } = view.empty;
    return html`<div class="today-empty"><${EmptyState} title=${title} message=${message} /></div>`;
  }
  return html`<ul class="cards">
    ${view.cards.map((card) => html`
      <${Card} key=${card.visit} card=${card} note=${noteOf(card, state)} open=${open} />`)}
  </ul>`;
}

/**
 * Returns the state of this phone's own change to a visit, in words.
 * @param {CardView} card
 * @param {AppState} state
 */
function noteOf(card, state) {
  const { unsent, refused } = changesOf(card.visit, state);
  if (unsent) return { text: say('change.unsent'), isRefused: false };
  return refused.length > 0 ? { text: say('change.refused'), isRefused: true } : null;
}

/**
 * The changes that no card names: those of another worker, and refused ones to visits that are not there any more.
 * @param {{app: import('../data/app.js').App, state: AppState}} props
 */
function Changes({ app, state }) {
  const { rows, me, today } = state;
  const visits = new Set(today?.cards.map(({ visit }) => visit));
  const refused = rows.filter((row) => row.state === 'stopped'
    && (row.worker !== me?.worker || !visits.has(row.body.visit)));
  const names = new Set(rows.filter((row) => row.state === 'waiting' && row.worker !== me?.worker)
    .map(({ name }) => name));
  return html`
    ${[...names].map((name) => html`<${Banner} key=${name} colour="grey" icon="cloud"
      text=${say('change.unsentOf', { name })} />`)}
    ${refused.map(({ requestId, body, problem }) => html`<${Banner} key=${requestId} colour="red" icon="warning"
      text=${say('change.refusedAt', { time: timeOfDay(Date.parse(body.at), me?.timeZone), reason: problem ?? '' })}
      dismiss=${{ label: say('dismiss'), act: () => app.discard(requestId) }} />`)}`;
}

/**
 * The notice above the heading.
 * @param {{state: AppState}} props
 */
function Notice({ state }) {
  const { today, todayAt, isReached, me } = state;
  if (!isReached && today) {
    const time = timeOfDay(todayAt, me?.timeZone);
    return html`<${Banner} colour="grey" icon="cloud" text=${say('today.unreached', { time })} />`;
  }
  if (!today?.banner) return null;
  const isGrey = today.banner.kind === 'offline';
  return html`<${Banner} colour=${isGrey ? 'grey' : 'red'} icon=${isGrey ? 'cloud' : 'warning'}
    text=${today.banner.statement ?? today.banner.message} />`;
}
