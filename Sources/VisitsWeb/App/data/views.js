// The views of a few days on this phone's disk, for a start without a network: an IndexedDB database of its own. If the
// disk fails, the app asks the office.

import { patiently, result } from './database.js';

const NAME = 'visits.views';
const VERSION = 1;
const DAYS = 'days';
const FACTS = 'facts';

/** @typedef {import('./days.js').Entry} Entry */
/** @typedef {import('./news.js').Known} Known */
/** @typedef {import('../api.js').DeviceMe} DeviceMe */
/** @typedef {{me: DeviceMe, entries: Entry[], known: Known}} Stored */

export function createViews() {
  /** @type {Promise<IDBDatabase> | null} */
  let opened = null;
  /** Operations run one after the other, so that no late one brings back what was wiped. */
  let last = Promise.resolve(/** @type {unknown} */ (null));

  const open = () => {
    opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(NAME, VERSION);
      request.onupgradeneeded = () => {
        request.result.createObjectStore(DAYS, { keyPath: 'date' });
        request.result.createObjectStore(FACTS);
      };
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const database = request.result;
        const close = () => {
          database.close();
          opened = null;
        };
        database.onversionchange = close;
        database.onclose = close;
        resolve(database);
      };
    });
    return opened;
  };

  /**
   * @template Value
   * @param {IDBTransactionMode} mode
   * @param {(days: IDBObjectStore, facts: IDBObjectStore) => Promise<Value>} work
   * @returns {Promise<Value | null>} null if the disk fails.
   */
  const run = (mode, work) => {
    const attempt = async () => {
      const transaction = (await open()).transaction([DAYS, FACTS], mode);
      const ended = new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
      });
      const [value] = await Promise.all([work(transaction.objectStore(DAYS), transaction.objectStore(FACTS)), ended]);
      return value;
    };
    const done = last.then(() => patiently(attempt())).catch(() => {
      opened = null;
      return null;
    });
    last = done;
    return done;
  };

  return {
    /**
     * Reads everything that is there.
     * @returns {Promise<Stored | null>}
     */
    read: () => run('readonly', async (days, facts) => {
      const [entries, me, known] = await Promise.all([
        result(days.getAll()), result(facts.get('me')), result(facts.get('known')),
      ]);
      return me ? { me, entries, known: known ?? {} } : null;
    }),

    /**
     * These are the views of this worker now; another worker's are deleted.
     * @param {DeviceMe} me
     */
    belongTo: (me) => run('readwrite', async (days, facts) => {
      const before = /** @type {DeviceMe | undefined} */ (await result(facts.get('me')));
      if (before?.worker !== me.worker) {
        days.clear();
        facts.clear();
      }
      facts.put(me, 'me');
    }),

    /**
     * Stores a day, unless the views are another worker's by now or wiped; days before the first one are deleted.
     * @param {Entry} entry
     * @param {string} first
     */
    put: (entry, first) => run('readwrite', async (days, facts) => {
      const me = /** @type {DeviceMe | undefined} */ (await result(facts.get('me')));
      if (me?.worker !== entry.worker) return;
      days.put(entry);
      days.delete(IDBKeyRange.upperBound(first, true));
    }),

    /**
     * Stores what the person has seen.
     * @param {string} worker
     * @param {Known} known
     */
    note: (worker, known) => run('readwrite', async (_, facts) => {
      const me = /** @type {DeviceMe | undefined} */ (await result(facts.get('me')));
      if (me?.worker === worker) facts.put(known, 'known');
    }),

    /** Nothing of the worker stays on this phone. */
    wipe: () => run('readwrite', async (days, facts) => {
      days.clear();
      facts.clear();
    }),
  };
}
