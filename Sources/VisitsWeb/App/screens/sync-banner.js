// The banner about the network and the sync (seed 002): dismissible, with a countdown and a tap to retry.

import { Banner } from '../parts/banner.js';
import { html, useEffect, useState } from '../preact.js';
import { countedDown } from '../words/countdown.js';
import { say } from '../words/words.js';

/** @typedef {import('../data/app.js').App} App */
/** @typedef {import('../data/app.js').AppState} AppState */
/** @typedef {NonNullable<import('../api.js').TodayView['banner']>} BannerView */

/** @param {{app: App, state: AppState}} props */
export function SyncBanner({ app, state }) {
  const banner = bannerOf(state);
  const [dismissed, dismiss] = useState(/** @type {string | null} */ (null));
  const kind = banner?.kind ?? null;
  // A trouble that comes again is shown again. An old view says nothing about its end.
  useEffect(() => {
    if (dismissed !== kind && (kind !== null || state.isFresh)) dismiss(null);
  }, [kind, state.isFresh]);
  if (!banner || (banner.dismissible && dismissed === kind)) return null;
  const closing = banner.dismissible ? { label: say('dismiss'), act: () => dismiss(kind) } : null;
  if (banner.action === 'retry') {
    return html`<${Retry} app=${app} state=${state} banner=${banner} closing=${closing} />`;
  }
  const isGrey = kind === 'offline';
  return html`<${Banner} colour=${isGrey ? 'grey' : 'red'} icon=${isGrey ? 'cloud' : 'warning'}
    text=${banner.statement ?? banner.message} closing=${closing} />`;
}

/**
 * Returns the banner: an open emergency first, then what this phone knows of its own network.
 * @param {AppState} state
 * @returns {BannerView | null}
 */
function bannerOf({ today, isReached, isFresh }) {
  if (!today) return null;
  if (today.banner && !today.banner.dismissible) return today.banner;
  if (!isReached) return { kind: 'offline', message: say('banner.offline'), dismissible: true };
  return isFresh ? today.banner ?? null : null;
}

/**
 * Sync fails: a tap tries again now.
 * @param {object} props
 * @param {App} props.app
 * @param {AppState} props.state
 * @param {BannerView} props.banner
 * @param {{label: string, act: () => void} | null} props.closing
 */
function Retry({ app, state, banner, closing }) {
  const { countdown } = banner;
  const { retryAt } = state;
  const now = useSeconds(!!countdown && retryAt !== null);
  const left = retryAt === null ? 0 : Math.ceil((retryAt - now) / 1_000);
  const isOver = retryAt !== null && left <= 0;
  useEffect(() => {
    if (isOver) app.look();
  }, [isOver]);
  const text = countdown ? `${countedDown(countdown, left)} ${say('sync.tapToRetry')}` : banner.message;
  // A screen reader hears that sync fails, and not each second.
  return html`
    <p class="unseen" role="alert">${countdown?.over ?? banner.message}</p>
    <${Banner} colour="red" icon="warning" text=${text} isQuiet tap=${app.sync} closing=${closing} />`;
}

/**
 * Returns the time, which runs by the second.
 * @param {boolean} isRunning
 */
function useSeconds(isRunning) {
  const [now, set] = useState(Date.now());
  useEffect(() => {
    if (!isRunning) return undefined;
    const tick = () => set(Date.now());
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}
