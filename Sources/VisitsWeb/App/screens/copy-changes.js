// The changes of this phone as a text, to be copied out: for the office, if they cannot be sent.

import { html, useState } from '../preact.js';
import { say, timeOfDay } from '../words/words.js';

/** @typedef {import('../data/rows.js').Row} Row */

/**
 * Copies the changes. Where the browser does not allow that, they are shown to be copied by hand.
 * @param {{rows: Row[], timeZone: string | undefined}} props
 */
export function CopyChanges({ rows, timeZone }) {
  const [state, set] = useState(/** @type {'' | 'copied' | 'shown'} */ (''));
  const text = rows.map((row) => lineOf(row, timeZone)).join('\n');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      set('copied');
    } catch {
      set('shown');
    }
  };
  return html`
    <button class="button button-grey" type="button" onClick=${copy}>
      ${state === 'copied' ? say('changes.copied') : say('changes.copy')}
    </button>
    ${state === 'shown' && html`<textarea class="changes-text" readonly aria-label=${say('changes.title')} rows="6"
      value=${text}></textarea>`}`;
}

/** @param {Row} row @param {string | undefined} timeZone */
function lineOf(row, timeZone) {
  // The office may be in another zone.
  return [titleOf(row), timeOfDay(Date.parse(row.at), timeZone), row.name, row.at].join(' · ');
}

/**
 * Returns what was recorded, and of whom.
 * @param {Row} row
 */
export function titleOf(row) {
  const change = nameOf(row);
  return row.title ? say('change.of', { change, name: row.title }) : change;
}

/** @param {Row} row */
function nameOf({ method }) {
  switch (method) {
    case 'visit.start': return say('change.start');
    case 'visit.complete': return say('change.completed');
    case 'emergency.raise': return say('change.emergency');
    default: return say('change.other');
  }
}
