// How far this phone's clock is from the office's.

/** A call that took longer counts only where no better one is known, in milliseconds. */
const PROMPT = 2_000;
/** The header `Date` has whole seconds: a smaller difference is no set clock, in milliseconds. */
const SLACK = 5_000;

/** @type {number | null} */
let offset = null;
/** How far the offset may be wrong, in milliseconds. */
let doubt = 0;
/** This phone's clock at the start of the page, when the offset was learned. It moves when the clock is set. */
let origin = 0;

/**
 * Learns from the header `Date` of an answer that repeats a key of ours.
 * @param {string | null} date
 * @param {number} askedAt This phone's clock when the call went out, in milliseconds since 1970.
 */
export function learnClock(date, askedAt) {
  const heardAt = Date.now();
  const told = Date.parse(date ?? '');
  if (Number.isNaN(told) || heardAt < askedAt) return;
  if (heardAt - askedAt > PROMPT && knowsClock()) return;
  doubt = (heardAt - askedAt) / 2;
  offset = (askedAt + heardAt) / 2 - told;
  origin = heardAt - performance.now();
}

/** Whether the offset is known, and the clock was not set since. After the phone has slept it counts as set. */
export function knowsClock() {
  return offset !== null && Math.abs(Date.now() - performance.now() - origin) < SLACK;
}

/**
 * Returns by how much this phone's clock is ahead of the office's, in milliseconds; null before the first answer in
 * this life of the page.
 */
export function clockOffset() {
  return knowsClock() ? offset : null;
}

/**
 * Returns by how much this phone's clock was set since it had that offset, in milliseconds.
 * @param {number | null} before
 */
export function clockSetSince(before) {
  if (before === null || offset === null || !knowsClock()) return null;
  const difference = offset - before;
  return Math.abs(difference) < SLACK + doubt ? 0 : difference;
}
