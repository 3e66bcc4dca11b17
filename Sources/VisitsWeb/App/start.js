// The start of the app.

import { createApp } from './data/app.js';
import { loadWords } from './data/language.js';
import { html, render } from './preact.js';
import { Frame } from './screens/frame.js';

const root = /** @type {HTMLElement} */ (document.getElementById('app'));
const app = createApp();
// The first call does not wait for the words, nor they for it.
const started = app.start();
render(await loadWords().then(() => html`<${Frame} app=${app} />`, unloaded), root);
await started;

/** Says that the words of the app are missing, in words of its own. */
function unloaded() {
  const reload = () => location.reload();
  return html`<main class="welcome">
    <div class="welcome-top">
      <h1>Visits</h1>
      <p>The app could not be loaded. Check your connection, then reload.</p>
    </div>
    <div class="welcome-actions"><button class="button" type="button" onClick=${reload}>Reload</button></div>
  </main>`;
}
