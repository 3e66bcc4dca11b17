// The symbols of the app, drawn on a square of 24.

import { html } from '../preact.js';

/** @type {Record<string, string[]>} */
const PATHS = {
  check: ['M5 12.5l4.5 4.5L19 7.5'],
  close: ['M7 7l10 10M17 7L7 17'],
  cloud: ['M7.5 18.5h9.2a3.8 3.8 0 0 0 .6-7.55 5.6 5.6 0 0 0-10.8-1.2A4.4 4.4 0 0 0 7.5 18.5z'],
  clock: ['M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z', 'M12 7.5V12l3 2'],
  person: ['M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8z', 'M4.8 20.2a7.3 7.3 0 0 1 14.4 0'],
  phone: ['M8.2 3.9l1.9 4.2-1.9 1.7a12.4 12.4 0 0 0 6 6l1.7-1.9 4.2 1.9v2.6a2 2 0 0 1-2.2 2A16.6 16.6 0 0 1 3.6 6.1'
    + 'a2 2 0 0 1 2-2.2z'],
  place: ['M12 21s-6.8-5.9-6.8-11.2a6.8 6.8 0 0 1 13.6 0C18.8 15.1 12 21 12 21z',
    'M12 7.4a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z'],
  sync: ['M19.5 10A7.8 7.8 0 0 0 5.6 7.6L4 9.3', 'M4 4.6v4.7h4.7', 'M4.5 14a7.8 7.8 0 0 0 13.9 2.4l1.6-1.7',
    'M20 19.4v-4.7h-4.7'],
  video: ['M3.5 7h11v10h-11z', 'M14.5 11l6-3v8l-6-3'],
  warning: ['M12 4.2L2.9 19.5h18.2z', 'M12 10v4.4', 'M12 17v.1'],
};

/**
 * Returns a symbol. The text beside it, or the label of its button, says what it means.
 * @param {{name: string}} props
 */
export function Icon({ name }) {
  return html`<svg class="icon icon-${name}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    ${(PATHS[name] ?? []).map((d) => html`<path d=${d} />`)}
  </svg>`;
}
