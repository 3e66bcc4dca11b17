// The outbox on this phone's disk: an IndexedDB database of its own. Its version is never raised, so that an older app
// can open it.

const NAME = 'visits.outbox';
/** Not to be raised: rows carry a format number, and unknown fields are kept. */
const VERSION = 1;
const ROWS = 'rows';
const FACTS = 'facts';
/** iOS can leave a database hanging after the app was in the background. An operation gets this long. */
const PATIENCE = 3_000;

/** @typedef {import('./rows.js').Row} Row */

/**
 * The facts beside the rows.
 * @typedef {object} Facts
 * @property {number} order The number of the last row.
 * @property {number} acknowledgements How many rows were acknowledged: each acknowledgement has a number.
 * @property {{worker: string, device: string, name: string} | null} owner The worker whose phone this is.
 * @property {string} epoch The office's last epoch, or ''.
 * @property {import('./pairing.js').Pairing | null} pairing The pairing that is under way.
 */

/** @type {Facts} */
export const NO_FACTS = { order: 0, acknowledgements: 0, owner: null, epoch: '', pairing: null };

/**
 * Makes the new row of the present one; `null` deletes the row, `undefined` leaves it as it is.
 * @typedef {(row: Row) => Row | null | undefined} Step
 */

/** The database does not answer. */
export class Hanging extends Error {}

/**
 * @param {() => void} failed Called when the database does not answer, even when it was opened again.
 */
export function createDatabase(failed) {
  /** @type {Promise<IDBDatabase> | null} */
  let opened = null;

  const open = () => {
    opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(NAME, VERSION);
      request.onupgradeneeded = () => {
        request.result.createObjectStore(ROWS, { keyPath: 'requestId' });
        request.result.createObjectStore(FACTS);
      };
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const database = request.result;
        database.onversionchange = () => {
          database.close();
          opened = null;
        };
        database.onclose = () => {
          opened = null;
        };
        resolve(database);
      };
    });
    opened.catch(() => {
      opened = null;
    });
    return opened;
  };

  /**
   * Runs a transaction; resolves when it is on the disk.
   * @template Value
   * @param {IDBTransactionMode} mode
   * @param {(rows: IDBObjectStore, facts: IDBObjectStore) => Promise<Value>} work
   * @returns {Promise<Value>}
   */
  const attempt = async (mode, work) => {
    const database = await open();
    const transaction = database.transaction([ROWS, FACTS], mode, { durability: 'strict' });
    const ended = new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(undefined);
      transaction.onabort = () => reject(transaction.error ?? new Error('aborted'));
    });
    const worked = work(transaction.objectStore(ROWS), transaction.objectStore(FACTS)).then((value) => {
      // Without this the browser waits whether more requests come.
      transaction.commit();
      return value;
    });
    const [value] = await Promise.all([worked, ended]);
    return value;
  };

  /**
   * Runs a transaction, once more with a database that is opened anew if the first one hangs. `work` must be able to
   * run twice: a transaction that hung may end after all.
   * @template Value
   * @param {IDBTransactionMode} mode
   * @param {(rows: IDBObjectStore, facts: IDBObjectStore) => Promise<Value>} work
   * @returns {Promise<Value>}
   */
  const run = async (mode, work) => {
    try {
      return await patiently(attempt(mode, work));
    } catch (error) {
      if (!(error instanceof Hanging || isClosed(error))) throw error;
      opened?.then((database) => database.close(), () => {});
      opened = null;
      try {
        return await patiently(attempt(mode, work));
      } catch (again) {
        if (again instanceof Hanging) failed();
        throw again;
      }
    }
  };

  return {
    /** Reads all rows, in their order, and the facts. */
    read: () => run('readonly', async (rows, facts) => {
      const all = /** @type {Row[]} */ (await result(rows.getAll()));
      return { rows: all.sort((one, other) => one.order - other.order), facts: await read(facts) };
    }),

    /**
     * Adds a row; returns it with its number.
     * @param {Row} row
     */
    add: (row) => run('readwrite', async (rows, facts) => {
      const [there, present] = await Promise.all([result(rows.get(row.requestId)), read(facts)]);
      if (there) return /** @type {Row} */ (there);
      const numbered = { ...row, order: present.order + 1 };
      rows.add(numbered);
      write(facts, { ...present, order: numbered.order });
      return numbered;
    }),

    /**
     * Changes a row, if it is still there. An acknowledgement gets its number.
     * @param {string} requestId
     * @param {Step} step
     * @returns {Promise<{row: Row | null, isChanged: boolean, facts: Facts}>} The row as it is now.
     */
    change: (requestId, step) => run('readwrite', async (rows, facts) => {
      const [found, present] = await Promise.all([result(rows.get(requestId)), read(facts)]);
      const before = /** @type {Row | undefined} */ (found);
      const next = before && step(before);
      if (!before || next === undefined) return { row: before ?? null, isChanged: false, facts: present };
      if (next === null) {
        rows.delete(requestId);
        return { row: null, isChanged: true, facts: present };
      }
      const isNews = next.state === 'done' && before.state !== 'done';
      const after = isNews ? { ...present, acknowledgements: present.acknowledgements + 1 } : present;
      const row = isNews ? { ...next, acknowledgement: after.acknowledgements } : next;
      rows.put(row);
      if (isNews) write(facts, after);
      return { row, isChanged: true, facts: after };
    }),

    /**
     * Changes facts, and rows together with them.
     * @param {Partial<Facts>} change
     * @param {Step} [step] For each row.
     */
    note: (change, step) => run('readwrite', async (rows, facts) => {
      const present = { ...await read(facts), ...change };
      write(facts, present);
      if (!step) return;
      for (const row of /** @type {Row[]} */ (await result(rows.getAll()))) {
        const next = step(row);
        if (next === null) rows.delete(row.requestId);
        else if (next !== undefined) rows.put(next);
      }
    }),
  };
}

/** @param {IDBObjectStore} facts @returns {Promise<Facts>} */
async function read(facts) {
  return { ...NO_FACTS, ...await result(facts.get(FACTS)) };
}

/** @param {IDBObjectStore} facts @param {Facts} value */
function write(facts, value) {
  facts.put(value, FACTS);
}

/**
 * Returns the value of a request.
 * @template Value
 * @param {IDBRequest<Value>} request
 * @returns {Promise<Value>}
 */
export function result(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Waits 3 seconds for an operation. iOS can leave one hanging after the app was in the background.
 * @template Value
 * @param {Promise<Value>} operation
 * @returns {Promise<Value>}
 */
export function patiently(operation) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Hanging('The database does not answer.')), PATIENCE);
    operation.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** @param {unknown} error Whether the connection ended before the transaction began. */
function isClosed(error) {
  return error instanceof DOMException && error.name === 'InvalidStateError';
}
