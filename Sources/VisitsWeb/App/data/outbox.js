// The changes of this phone, in the order in which they were made. They live as long as the page does.

/**
 * `waiting`: not sent yet, or sent without an answer; goes again with the same key. `stopped`: the daemon refused it.
 * @typedef {object} Row
 * @property {string} requestId The key. It and the body stay as they were first written.
 * @property {'visit.start' | 'visit.complete'} method
 * @property {{visit: string, at: string}} body
 * @property {string} worker The key of the worker who made it. The phone of another worker never sends it.
 * @property {string} name The worker's name.
 * @property {'waiting' | 'stopped'} state
 * @property {string | null} problem The reason of a refusal, in the server's words.
 */

/** @typedef {import('../api.js').VisitCardAnswer} VisitCardAnswer */

/** The pauses between attempts grow from the first to the second, in milliseconds. */
const PAUSE = 2_000;
const LONGEST_PAUSE = 60_000;

/**
 * @param {object} options
 * @param {() => {worker: string, name: string} | null} options.owner The worker whose phone this is now, by key.
 * @param {(row: Row, isAgain: boolean) => Promise<import('./api.js').Outcome<VisitCardAnswer>>} options.send
 * @param {(rows: Row[]) => void} options.changed
 * @param {(row: Row, answer: VisitCardAnswer) => void} options.acknowledged
 * @param {(row: Row) => void} options.refused
 * @param {() => void} options.unpaired
 */
export function createOutbox({ owner, send, changed, acknowledged, refused, unpaired }) {
  /** @type {Row[]} */
  let rows = [];
  let isSending = false;
  /** The key of the row that was sent last. */
  let tried = '';
  let pause = PAUSE;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {Row[]} next */
  const put = (next) => {
    rows = next;
    changed(rows);
  };

  /** Sends the first row that waits, then the next: a day's records keep their order. */
  const flush = async () => {
    clearTimeout(timer);
    if (isSending) return;
    const row = rows.find((each) => each.state === 'waiting' && each.worker === owner()?.worker);
    if (!row) return;
    isSending = true;
    const isAgain = tried === row.requestId;
    tried = row.requestId;
    const outcome = await send(row, isAgain);
    isSending = false;
    if (outcome.kind === 'answer') {
      pause = PAUSE;
      put(rows.filter((other) => other !== row));
      acknowledged(row, outcome.value);
    } else if (outcome.kind === 'silence') {
      timer = setTimeout(flush, outcome.retryAfter ?? pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE);
      return;
    } else if (outcome.problem.status === 401) {
      // The row waits until this phone is paired again, which may have happened meanwhile.
      if (row.worker === owner()?.worker) unpaired();
      return;
    } else {
      pause = PAUSE;
      const stopped = /** @type {Row} */ ({ ...row, state: 'stopped', problem: outcome.problem.detail });
      put(rows.map((other) => (other === row ? stopped : other)));
      refused(stopped);
    }
    await flush();
  };

  return {
    /**
     * Records a change and sends it.
     * @param {Row['method']} method
     * @param {string} visit
     */
    record(method, visit) {
      const me = owner();
      if (!me) return;
      const body = { visit, at: new Date().toISOString() };
      const { worker, name } = me;
      put([...rows, { requestId: crypto.randomUUID(), method, body, worker, name, state: 'waiting', problem: null }]);
      void flush();
    },
    /** Sends at once what waits for its next attempt. */
    retry() {
      pause = PAUSE;
      void flush();
    },
    /**
     * Removes a change that was refused.
     * @param {string} requestId
     */
    discard(requestId) {
      put(rows.filter((row) => row.requestId !== requestId || row.state !== 'stopped'));
    },
    /** Whether a change waits for its acknowledgement. */
    isUnsent: () => rows.some(({ state }) => state === 'waiting'),
  };
}
