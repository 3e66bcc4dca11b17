// The mark of a visit's state. Each state has a shape of its own: colour alone never shows it.

import { html } from '../preact.js';

const RING = html`<circle cx="12" cy="12" r="10.5" />`;

/** @type {Record<string, unknown>} */
const SHAPES = {
  scheduled: RING,
  inProgress: [RING, html`<path class="mark-full" d="M12 1.5a10.5 10.5 0 0 1 0 21z" />`],
  completed: [html`<circle class="mark-full" cx="12" cy="12" r="11.5" />`,
    html`<path class="mark-sign" d="M6.9 12.5l3.4 3.4 6.8-7.2" />`],
  missed: [RING, html`<path d="M8.4 8.4l7.2 7.2M15.6 8.4l-7.2 7.2" />`],
  cancelled: [RING, html`<path d="M7.8 12h8.4" />`],
};

/** @param {{status: string}} props */
export function Mark({ status }) {
  // The key makes another element of another state, so that it fades in.
  return html`<svg key=${status} class="mark mark-${status}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    ${SHAPES[status] ?? RING}
  </svg>`;
}
