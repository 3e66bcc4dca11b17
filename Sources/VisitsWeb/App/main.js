// The start of the app.

import { createApp } from './data/app.js';
import { loadWords } from './data/language.js';
import { html, render } from './preact.js';
import { Frame } from './screens/frame.js';

const root = /** @type {HTMLElement} */ (document.getElementById('app'));
const app = createApp();
// The first call does not wait for the words, nor they for it.
const started = app.start();
await loadWords();
render(html`<${Frame} app=${app} />`, root);
await started;
