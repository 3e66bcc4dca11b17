// Loads the app.

const root = /** @type {HTMLElement} */ (document.getElementById('app'));

import('./start.js').catch(() => {
  // A module is not there: the gateway has another version by now, and this page is of the one before.
  if (history.state?.isReloaded) {
    root.textContent = 'The app could not be loaded. Check your connection, then reload.';
    return;
  }
  history.replaceState({ isReloaded: true }, '');
  location.reload();
});
