// The words of the app's language. English is the only one so far.

import { use } from '../words/words.js';

const LANGUAGE = 'en';

export async function loadWords() {
  const response = await fetch(new URL(`../words/${LANGUAGE}.json`, import.meta.url));
  use(LANGUAGE, await response.json());
}
