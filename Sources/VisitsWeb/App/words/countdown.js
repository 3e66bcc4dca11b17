// The daemon's words with a number of seconds that runs down.

/**
 * Returns the words for so many seconds.
 * @param {{language: string, forms: Partial<Record<Intl.LDMLPluralRule, string>>, over: string}} countdown
 * @param {number} seconds
 */
export function countedDown({ language, forms, over }, seconds) {
  if (seconds <= 0) return over;
  const form = forms[new Intl.PluralRules(language).select(seconds)] ?? forms.other ?? over;
  return form.replace('{seconds}', String(seconds));
}
