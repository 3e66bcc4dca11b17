// Today (seed 002): the day's visits of the worker.

import { Banner } from '../parts/banner.js';
import { Card } from '../parts/card.js';
import { EmptyState } from '../parts/empty-state.js';
import { NavigationBar } from '../parts/navigation-bar.js';
import { Spinner } from '../parts/spinner.js';
import { html, useRef } from '../preact.js';
import { say, timeOfDay } from '../words/words.js';
import { Changes, CHANGES, isOthers } from './changes.js';
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
      open=${{ label: say('changes.show'), act: () => sheet.open(CHANGES) }}
      emergency=${{ label: emergency, open: () => sheet.open(EMERGENCY) }} />
    <main class="today ${covered ? 'today-covered' : ''}">
      <${ChangeNotices} app=${app} state=${state} show=${() => sheet.open(CHANGES)} />
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
    ${sheet.name === CHANGES && html`<${Changes} app=${app} state=${state} sheet=${sheet} />`}
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
  const { unsent, stopped } = changesOf(card.visit, state);
  if (unsent.some(({ isUnsaved }) => isUnsaved)) return { text: say('sync.unsaved'), isRefused: true };
  // While it goes its way, the indicator says enough.
  if (unsent.some(({ tries }) => tries > 1 || !state.isReached)) return { text: say('sync.unsent'), isRefused: false };
  return stopped.length > 0 ? { text: say('change.refused'), isRefused: true } : null;
}

/**
 * What no card says: changes of another worker, stopped changes of visits that are not there any more, and a storage
 * that fails.
 * @param {{app: import('../data/app.js').App, state: AppState, show: () => void}} props
 */
function ChangeNotices({ app, state, show }) {
  const { rows, today } = state;
  const visits = new Set(today?.cards.map(({ visit }) => visit));
  const others = new Set(rows.filter((row) => isOthers(row, state)).map(({ name }) => name));
  const own = rows.filter((row) => row.state === 'stopped' && !isOthers(row, state));
  const lost = own.filter(({ stop }) => stop?.kind === 'lost');
  const isUnnamed = own.some(({ stop, visit }) => stop?.kind !== 'lost' && !visits.has(visit ?? ''));
  const action = { label: say('show'), act: show };
  return html`
    ${state.isStorageHanging && html`<${Banner} colour="red" icon="warning" text=${say('storage.hanging')}
      action=${{ label: say('reload'), act: app.reload }} />`}
    ${rows.some(({ isUnsaved }) => isUnsaved) && html`<${Banner} colour="red" icon="warning"
      text=${say('change.unsaved')} action=${action} />`}
    ${[...others].map((name) => html`<${Banner} key=${name} colour="grey" icon="cloud"
      text=${say('change.unsentOf', { name })} action=${action} />`)}
    ${lost.length > 0 && html`<${Banner} colour="red" icon="warning"
      text=${say('changes.lost', { count: lost.length })} action=${action} />`}
    ${isUnnamed && html`<${Banner} colour="red" icon="warning" text=${say('changes.stopped')} action=${action} />`}`;
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
