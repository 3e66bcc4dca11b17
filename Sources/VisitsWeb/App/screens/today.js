// Today (seed 002): the day's visits of the worker.

import { Banner } from '../parts/banner.js';
import { Card } from '../parts/card.js';
import { EmptyState } from '../parts/empty-state.js';
import { NavigationBar } from '../parts/navigation-bar.js';
import { Pull } from '../parts/pull.js';
import { Spinner } from '../parts/spinner.js';
import { html, useRef } from '../preact.js';
import { say, timeOfDay } from '../words/words.js';
import { Changes, CHANGES, isOthers } from './changes.js';
import { Emergency } from './emergency.js';
import { indicatorOf } from './indicator.js';
import { SyncBanner } from './sync-banner.js';
import { newsOf, Tomorrow } from './tomorrow.js';
import { useSheet } from './use-sheet.js';
import { noteOf, Visit } from './visit.js';

/** @typedef {import('../data/app.js').AppState} AppState */
/** @typedef {import('../api.js').Card} CardView */

/** The name of the emergency's sheet; no visit has such an id. */
const EMERGENCY = 'emergency';
/** A change that has waited for so long is named above the list, in milliseconds. */
const DAY = 24 * 60 * 60_000;

/**
 * The first moments, before the gateway has said whose phone this is.
 * @param {{app: import('../data/app.js').App, state: AppState}} props
 */
export function Starting({ app, state: { notice, isStorageHanging } }) {
  const indicator = notice
    ? { state: 'unreached', label: say('sync.unreached') }
    : { state: 'syncing', label: say('sync.syncing') };
  return html`
    <${NavigationBar} indicator=${indicator} />
    <main class="today">
      ${isStorageHanging && html`<${StorageHanging} app=${app} />`}
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

  const opened = useRef(/** @type {Opened | null} */ (null));
  /** @param {string} visit */
  const open = (visit) => {
    // The card may have been drawn before.
    opened.current = openedOf(visit, app.store.get());
    app.see(visit);
    sheet.open(visit);
  };
  // The sheet stays open when the office moves the visit to another day or worker meanwhile.
  if (opened.current?.card.visit === sheet.name) opened.current = openedOf(sheet.name, state) ?? opened.current;
  const visit = opened.current?.card.visit === sheet.name ? opened.current : null;
  const emergency = view?.emergency.label ?? say('emergency.label');
  const indicator = indicatorOf(state);
  return html`
    <${NavigationBar} indicator=${indicator}
      open=${{ label: say('changes.show'), act: () => sheet.open(CHANGES) }}
      emergency=${{ label: emergency, open: () => sheet.open(EMERGENCY) }} />
    <main class="today ${covered ? 'today-covered' : ''}">
      <${Pull} isBusy=${state.isSyncing} isCovered=${sheet.name !== null} refresh=${app.sync} />
      <${ChangeNotices} app=${app} state=${state} show=${() => sheet.open(CHANGES)} />
      <${SyncBanner} app=${app} state=${state} />
      <div class="today-who">
        <p class="today-name">${state.me?.name}</p>
        <${Age} state=${state} isSaid=${indicator.state === 'stale'} />
      </div>
      <div class="today-head">
        <h1 tabindex="-1">${view?.heading ?? say('today.heading')}</h1>
        ${view && view.progress.total > 0 && html`<p class="today-progress"
          ><span class="unseen">${say('today.progress', { label: view.progress.label })}</span
          ><span aria-hidden="true">${view.progress.label}</span></p>`}
      </div>
      <${Contents} state=${state} view=${view} open=${open} />
      ${view && html`<${Tomorrow} state=${state} open=${open} />`}
    </main>
    ${sheet.name === EMERGENCY && state.me && html`<${Emergency} me=${state.me} announcement=${state.announcement}
      sheet=${sheet} />`}
    ${sheet.name === CHANGES && html`<${Changes} app=${app} state=${state} sheet=${sheet} />`}
    ${visit && html`<${Visit} key=${visit.card.visit} app=${app} state=${state} card=${visit.card}
      place=${visit.place} sheet=${sheet} />`}
    <p class="unseen" role="status">${sheet.name === null && state.announcement}</p>`;
}

/**
 * Where a visit stands, and whether it is still there, when its sheet is opened.
 * @typedef {{card: CardView, place: 'today' | 'tomorrow' | 'removed'}} Opened
 */

/**
 * @param {string} visit
 * @param {AppState} state
 * @returns {Opened | null}
 */
function openedOf(visit, { today, tomorrow, news, newsAhead }) {
  const card = today?.cards.find((each) => each.visit === visit);
  const later = tomorrow?.cards.find((each) => each.visit === visit);
  // A visit that was moved from one day to the other stands in both.
  if (card && news[visit]?.kind !== 'removed') return { card, place: 'today' };
  if (later && newsAhead[visit]?.kind !== 'removed') return { card: later, place: 'tomorrow' };
  const removed = card ?? later;
  return removed ? { card: removed, place: 'removed' } : null;
}

/**
 * How old the list is, unless it is fresh.
 * @param {{state: AppState, isSaid: boolean}} props `isSaid`: the indicator says it.
 */
function Age({ state, isSaid }) {
  const { today, todayAt, isFresh, isReached, me } = state;
  if (!today || isSaid || (isFresh && isReached)) return null;
  return html`<p class="today-age">${say('sync.asOf', { time: timeOfDay(todayAt, me?.timeZone) })}</p>`;
}

/**
 * @param {{state: AppState, view: AppState['today'], open: (visit: string) => void}} props
 */
function Contents({ state, view, open }) {
  if (!view) return html`<${Spinner} text=${say('today.loading')} />`;
  if (view.loading) return html`<${Spinner} text=${view.loading.message} />`;
  // Visits that the office has removed stay until they are opened.
  if (view.empty && view.cards.length === 0) {
    const { title, message } = view.empty;
    return html`<div class="today-empty"><${EmptyState} title=${title} message=${message} /></div>`;
  }
  return html`<ul class="cards today-cards">
    ${view.cards.map((card) => html`
      <${Card} key=${card.visit} card=${card} note=${noteOf(card, state)} news=${newsOf(state.news[card.visit])}
        open=${open} />`)}
  </ul>`;
}

/** @param {{app: import('../data/app.js').App}} props */
function StorageHanging({ app }) {
  return html`<${Banner} colour="red" icon="warning" text=${say('storage.hanging')}
    action=${{ label: say('reload'), act: app.reload }} />`;
}

/** @param {import('../data/rows.js').Row} row Whether the office may still take it without the person's decision. */
function isUndecided({ state, stop }) {
  return state !== 'stopped' || stop?.kind === 'notTaken';
}

/**
 * What no card says: changes that have waited for a day, changes of another worker, stopped changes of visits that are
 * not there any more, and a storage that fails.
 * @param {{app: import('../data/app.js').App, state: AppState, show: () => void}} props
 */
function ChangeNotices({ app, state, show }) {
  const { rows, today } = state;
  const there = today?.cards.filter(({ visit }) => state.news[visit]?.kind !== 'removed') ?? [];
  const visits = new Set(there.map(({ visit }) => visit));
  const others = new Set(rows.filter((row) => isOthers(row, state)).map(({ name }) => name));
  const own = rows.filter((row) => row.state === 'stopped' && !isOthers(row, state));
  const lost = own.filter(({ stop }) => stop?.kind === 'lost');
  const isUnnamed = own.some(({ stop, visit }) => stop?.kind !== 'lost' && !visits.has(visit ?? ''));
  const old = rows.filter((row) => isUndecided(row) && Date.now() - Date.parse(row.at) >= DAY);
  const action = { label: say('show'), act: show };
  return html`
    ${state.isStorageHanging && html`<${StorageHanging} app=${app} />`}
    ${rows.some(({ isUnsaved }) => isUnsaved) && html`<${Banner} colour="red" icon="warning"
      text=${say('change.unsaved')} action=${action} />`}
    ${old.length > 0 && html`<${Banner} colour="red" icon="warning"
      text=${say('changes.old', { count: old.length })} action=${action} />`}
    ${[...others].map((name) => html`<${Banner} key=${name} colour="grey" icon="cloud"
      text=${say('change.unsentOf', { name })} action=${action} />`)}
    ${lost.length > 0 && html`<${Banner} colour="red" icon="warning"
      text=${say('changes.lost', { count: lost.length })} action=${action} />`}
    ${isUnnamed && html`<${Banner} colour="red" icon="warning" text=${say('changes.stopped')} action=${action} />`}`;
}
