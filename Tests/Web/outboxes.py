"""The outbox of a phone as it is on the phone's disk, and a gateway that answers as a test says."""

import json
import time
import uuid

# A row as data/rows.js describes it, for a change that is not sent yet.
_ROW = {
    "format": 1, "offset": None, "visit": None, "client": None, "title": "", "state": "waiting", "firstSentAt": None,
    "tries": 0, "frame": None, "trouble": None, "stop": None, "answer": None, "acknowledgement": 0,
    "acknowledgedAt": None,
}  # fmt: skip

_OPEN = """
  const database = await new Promise((resolve, reject) => {
    const request = indexedDB.open('visits.outbox', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('rows', { keyPath: 'requestId' });
      request.result.createObjectStore('facts');
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const result = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
"""
_READ = f"""async () => {{
  {_OPEN}
  const transaction = database.transaction(['rows', 'facts']);
  const [rows, facts] = await Promise.all([
    result(transaction.objectStore('rows').getAll()), result(transaction.objectStore('facts').get('facts')),
  ]);
  database.close();
  return {{ rows: rows.sort((one, other) => one.order - other.order), facts: facts ?? {{}}, now: Date.now() }};
}}"""
_WRITE = f"""async (row) => {{
  {_OPEN}
  const transaction = database.transaction(['rows', 'facts'], 'readwrite');
  const ended = new Promise((resolve) => {{ transaction.oncomplete = resolve; }});
  const facts = transaction.objectStore('facts');
  const present = await result(facts.get('facts'));
  const order = present.order + 1;
  transaction.objectStore('rows').put({{ order, ...row }});
  facts.put({{ ...present, order: Math.max(order, row.order ?? 0) }}, 'facts');
  await ended;
  database.close();
}}"""
_NOTE = f"""async (change) => {{
  {_OPEN}
  const transaction = database.transaction(['facts'], 'readwrite');
  const ended = new Promise((resolve) => {{ transaction.oncomplete = resolve; }});
  const facts = transaction.objectStore('facts');
  facts.put({{ ...await result(facts.get('facts')), ...change }}, 'facts');
  await ended;
  database.close();
}}"""
# What the app does for a row that is due: it takes the lock, writes to the disk and calls.
_REST = f"""async () => {{
  for (let round = 0; round < 2; round += 1) {{
    await navigator.locks.query();
    {_OPEN}
    await result(database.transaction(['rows'], 'readwrite').objectStore('rows').count());
    database.close();
    await fetch('/healthz');
  }}
}}"""

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR


def until(page, holds, what):
    """Waits until something holds, while the page goes on."""
    deadline = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < deadline, what()
        page.wait_for_timeout(10)


class Outbox:
    """The rows on the disk of a phone."""

    def __init__(self, page):
        self.page = page

    def rows(self):
        """All rows, in the order of the taps."""
        return self.page.evaluate(_READ)["rows"]

    def facts(self):
        """The facts beside them."""
        return self.page.evaluate(_READ)["facts"]

    def row(self, key):
        """The row with that key, or None."""
        return next((row for row in self.rows() if row["requestId"] == key), None)

    def states(self):
        """The state of each row, in the order of the taps."""
        return [row["state"] for row in self.rows()]

    def only(self, method):
        """The only row of a method."""
        [row] = [row for row in self.rows() if row["method"] == method]
        return row

    def record(self, method, parameters, card=None, ago=MINUTE, **more):
        """Writes a row for a tap of that many milliseconds ago; the app finds it at its next start. Returns its key."""
        read = self.page.evaluate(_READ)
        at = self.page.evaluate("(time) => new Date(time).toISOString()", read["now"] - ago)
        row = {
            **_ROW, **read["facts"]["owner"], "requestId": str(uuid.uuid4()), "method": method, "at": at,
            "body": json.dumps({**parameters, "at": at}),
        }  # fmt: skip
        if card:
            row |= {"visit": card["visit"], "client": card["client"], "title": card["title"]}
        row |= more
        self.page.evaluate(_WRITE, row)
        return row["requestId"]

    def note(self, **facts):
        """Writes facts beside the rows."""
        self.page.evaluate(_NOTE, facts)

    def becomes(self, key, **fields):
        """Waits until a row has these fields; those of its stop and its trouble are named like `stop_kind`."""
        until(self.page, lambda: self._has(key, fields), lambda: f"{self.row(key)} does not become {fields}")
        return self.row(key)

    def _has(self, key, fields):
        row = self.row(key)
        return row is not None and all(_field(row, name) == value for name, value in fields.items())

    def holds(self, *states):
        """Waits until the rows have these states, in the order of the taps."""
        until(self.page, lambda: self.states() == list(states), lambda: f"{self.rows()}: not {states}")

    def rests(self):
        """Waits until the app has done what it does by itself at this moment."""
        self.page.evaluate(_REST)


def _field(row, name):
    for part in [name] if name in row else name.split("_"):
        row = row and row.get(part)
    return row


class Answers:
    """The calls of a method, which get the answer that the test sets: a function of the route."""

    def __init__(self, phone, method, answer):
        self.page, self.method, self.answer = phone.page, method, answer
        self.keys, self.bodies, self.workers = [], [], []
        phone.context.route(f"**/v1/{method}", self._called)

    def _called(self, route):
        self.keys.append(route.request.headers["idempotency-key"])
        self.bodies.append(route.request.post_data_json)
        self.workers.append(route.request.headers.get("visits-worker"))
        self.answer(route)

    def were_asked(self, times):
        """Waits until at least so many calls came in all."""
        until(self.page, lambda: len(self.keys) >= times, lambda: f"{len(self.keys)} calls of {self.method}")


def passed_on(route):
    """The gateway answers."""
    route.continue_()


def accepted(**value):
    """The daemon's answer, which the gateway passes on."""
    return lambda route: route.fulfill(json=value, headers=_with_key(route))


def refused(status, kind, detail="The office does not take this.", **data):
    """A problem, with our key in it."""
    problem = {"title": kind, "status": status, "detail": detail, "code": 1400, "kind": kind, **data}
    return lambda route: route.fulfill(
        status=status, json=problem, headers={**_with_key(route), "Content-Type": "application/problem+json"}
    )


def stranger(status, body="<h1>Welcome to the hotel</h1>", content_type="text/html"):
    """An answer of another server, which does not know our key."""
    return lambda route: route.fulfill(status=status, body=body, content_type=content_type)


def no_network(route):
    """The call fails."""
    route.abort()


def silence(route):
    """No answer comes."""


def answer_lost(route):
    """The daemon does it, and its answer is lost."""
    route.fetch()
    route.abort()


def _with_key(route):
    return {"Idempotency-Key": route.request.headers["idempotency-key"]}
