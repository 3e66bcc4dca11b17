// What the office has changed in a day since the person looked at it last.

/** @typedef {import('../api.js').Card} Card */
/** @typedef {import('../api.js').TodayView} TodayView */
/** @typedef {Record<string, Card>} Seen The cards of a day by their visits, as the person knows them. */
/** @typedef {Record<string, Seen>} Known By the day. */
/** @typedef {{kind: 'added' | 'moved' | 'removed', before: Card | null}} Piece */
/** @typedef {Record<string, Piece>} News By the visit. */

const DAY = 24 * 60 * 60_000;

/** @param {TodayView} view @returns {Seen} */
export function seenIn(view) {
  return Object.fromEntries(view.cards.map((card) => [card.visit, card]));
}

/**
 * Returns a day with the visits that were removed from it, in their places, and what is new.
 * @param {TodayView} view
 * @param {Seen | undefined} seen Without it nothing is new.
 * @returns {{view: TodayView, news: News}}
 */
export function withNews(view, seen) {
  /** @type {News} */
  const news = {};
  if (!seen) return { view, news };
  // Today shows visits of other days, too, while they are under way: they come and go without the office.
  const begin = Date.parse(view.date) - view.utcOffset * 1_000;
  const isPlanned = (/** @type {Card} */ { start, end }) => (
    Date.parse(start) < begin + DAY && Date.parse(end) > begin);
  for (const card of view.cards) {
    const before = seen[card.visit];
    if (!before && isPlanned(card)) news[card.visit] = { kind: 'added', before: null };
    else if (!before) continue;
    else if (before.start !== card.start || before.end !== card.end) news[card.visit] = { kind: 'moved', before };
  }
  const there = new Set(view.cards.map(({ visit }) => visit));
  const removed = Object.values(seen).filter(({ visit }) => !there.has(visit)).filter(isPlanned);
  if (removed.length === 0) return { view, news };
  for (const card of removed) news[card.visit] = { kind: 'removed', before: card };
  const cards = [...view.cards, ...removed].sort((one, other) => Date.parse(one.start) - Date.parse(other.start));
  return { view: { ...view, cards }, news };
}

/**
 * Returns what the person knows, with the present states of visits that the office has not moved: a visit that is
 * removed later shows the last one.
 * @param {Seen} seen
 * @param {TodayView} view
 * @returns {Seen}
 */
export function withStates(seen, view) {
  const changed = view.cards.filter(({ visit, start, end, version }) => {
    const before = seen[visit];
    return before?.start === start && before.end === end && before.version !== version;
  });
  return changed.length === 0 ? seen : { ...seen, ...Object.fromEntries(changed.map((card) => [card.visit, card])) };
}

/**
 * Returns what the person knows after opening a visit.
 * @param {Seen} seen
 * @param {string} visit
 * @param {Card | undefined} card As it stands in the day now; undefined: it was removed.
 * @returns {Seen}
 */
export function opened(seen, visit, card) {
  const { [visit]: _, ...others } = seen;
  return card ? { ...others, [visit]: card } : others;
}
