// The phrases that only the app needs. Every text about visits comes from the daemon.

/** @typedef {string | Partial<Record<Intl.LDMLPluralRule, string>>} Phrase */

/** @type {Record<string, Phrase>} */
let phrases = {};
let language = 'en';

/**
 * Sets the language of the app.
 * @param {string} name
 * @param {Record<string, Phrase>} all
 */
export function use(name, all) {
  language = name;
  phrases = all;
  document.documentElement.lang = name;
}

/** Returns the app's language. */
export function currentLanguage() {
  return language;
}

/**
 * Returns a phrase.
 * @param {string} name
 * @param {Record<string, string | number>} [values] Fill the places in braces; `count` chooses the plural form.
 */
export function say(name, values = {}) {
  const phrase = phrases[name];
  if (phrase === undefined) return name;
  const text = typeof phrase === 'string'
    ? phrase
    : phrase[new Intl.PluralRules(language).select(Number(values.count))] ?? phrase.other ?? '';
  return text.replace(/\{(\w+)\}/g, (place, key) => (key in values ? String(values[key]) : place));
}

/**
 * Returns a time of day as the daemon writes it, "8:02 AM"; of another day than today "Fri, Nov 27, 8:02 AM".
 * @param {number} time In milliseconds since 1970.
 * @param {string | undefined} timeZone
 */
export function timeOfDay(time, timeZone) {
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeZone });
  const isToday = day.format(time) === day.format(Date.now());
  const format = new Intl.DateTimeFormat(language, {
    ...(isToday ? {} : { weekday: 'short', month: 'short', day: 'numeric' }),
    hour: 'numeric', minute: '2-digit', timeZone,
  });
  return format.format(time).replace(/\s/g, ' ');
}
