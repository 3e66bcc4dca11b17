// The service worker: keeps the files of one version of the app, and answers with them. Calls always go to the network.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

const NAME = 'visits.shell.';
/** The files of this version. */
const SHELL = `${NAME}{{digest}}`;
/**
 * The digest of each file by its path. The page of a captive portal, or of another version, has another one.
 * @type {Map<string, string>}
 */
const FILES = new Map(`{{files}}`.split('\n').map((line) => {
  const [path = '', digest = ''] = line.split(' ');
  return [path, digest];
}));

worker.addEventListener('install', (event) => {
  // Where the browser can do that, a call does not wait for the start of this worker.
  // @ts-ignore TypeScript does not know it yet.
  void event.addRoutes?.({ condition: { urlPattern: '/v1/*' }, source: 'network' });
  event.waitUntil(install());
});
worker.addEventListener('activate', (event) => event.waitUntil(dropOthers()));
worker.addEventListener('message', ({ data }) => {
  if (data === 'takeOver') void worker.skipWaiting();
});
worker.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.method !== 'GET' || origin !== worker.location.origin || !FILES.has(pathname)) return;
  event.respondWith(answer(event.request, pathname));
});

/** Keeps all files. If one is missing, the browser drops this worker, and the one before it goes on. */
async function install() {
  // The present version may be installed again, after another one that never took over.
  const isNew = !await caches.has(SHELL);
  const shell = await caches.open(SHELL);
  try {
    await Promise.all([...FILES.keys()].map((path) => keep(shell, path)));
  } catch (error) {
    if (isNew) await caches.delete(SHELL);
    throw error;
  }
}

/** @param {Cache} shell @param {string} path */
async function keep(shell, path) {
  const response = await fetch(path, { redirect: 'error' });
  const digest = await crypto.subtle.digest('SHA-256', await response.clone().arrayBuffer());
  const text = [...new Uint8Array(digest, 0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  if (!response.ok || text !== FILES.get(path)) throw new Error(`${path} is not of this version.`);
  await shell.put(path, response);
}

async function dropOthers() {
  const names = (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== SHELL);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** @param {Request} request @param {string} path */
async function answer(request, path) {
  const shell = await caches.open(SHELL);
  const find = () => shell.match(path, { ignoreVary: true });
  const kept = await find();
  if (kept) return kept;
  // The browser, or the end of another version, has deleted the file.
  await keep(shell, path).catch(() => {});
  return await find() ?? fetch(request);
}
