"""The web app in Chromium, before visits-gateway and visitsd on the same machine.

Its size is that of the page and of every file that the page names, each compressed by gzip -6, as a proxy would.

With the CPU slowed 4 times:
- load: a paired phone with an empty cache opens the address; until the frame after the first card.
- again: a phone that keeps the app and its days opens the address; until the frame after the first card.
- view: the same from the first paint on.
- start: there, from the click on "Start visit" until the frame after the sheet says "Started". The change is on the disk
  by then.
- mark: from the click on "Complete", which a keyboard gets as a question, until the frame after the card has its mark.
  A hold is no measure of the app: the ring pops for 300 ms before the sheet leaves.
- scroll: the longest time between two frames while a day of 60 cards scrolls.

With the CPU as it is: the page opens with 1,000 changes on its disk, made offline at 50 clients. Measured are the time
from the start of the navigation until all are sent, and the longest time between two frames from the first words on.
"""

import contextlib
import datetime
import gzip
import json
import pathlib
import re
import sys
import uuid
import zoneinfo

import gateway
from playwright.sync_api import expect
from servers import Visitsd, running

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Web"))

from browsers import running_chromium  # noqa: E402
from phones import Phone  # noqa: E402

CLIENTS, CHANGES, CARDS = 50, 1000, 60
# The hours of a day's visits, on the clocks of the agency.
HOURS, ZONE = range(8, 15), zoneinfo.ZoneInfo("America/Edmonton")

# Runs before the app.
TOOLS = """
window.watch = (selector) => {
  window.shownAt = null;
  const show = () => { shownAt = performance.now(); };
  const look = () => requestAnimationFrame(document.querySelector(selector) ? show : look);
  requestAnimationFrame(look);
};
watch('.card');
addEventListener('click', (event) => { window.clickedAt = event.timeStamp; }, true);
window.longest = 0;
let before = null;
requestAnimationFrame(function frame(now) {
  if (before !== null) longest = Math.max(longest, now - before);
  before = document.querySelector('#app > *') ? now : null;
  requestAnimationFrame(frame);
});
window.result = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
"""
# Writes rows as the app would; returns the number of acknowledgements once all are sent.
RECORD = """async (added) => {
  const database = await result(indexedDB.open('visits.outbox'));
  const work = database.transaction(['rows', 'facts'], 'readwrite');
  const [rows, stored] = [work.objectStore('rows'), work.objectStore('facts')];
  const facts = await result(stored.get('facts'));
  for (const row of added) rows.add({ ...row, ...facts.owner, order: ++facts.order });
  stored.put(facts, 'facts');
  await new Promise((resolve) => { work.oncomplete = resolve; });
  database.close();
  return facts.acknowledgements + added.length;
}"""
# Waits for so many. It reads that number alone: reading all rows would take frames from the app.
SENT = """async (last) => {
  const database = await result(indexedDB.open('visits.outbox'));
  while (performance.now() < 180_000) {
    const { acknowledgements } = await result(database.transaction('facts').objectStore('facts').get('facts'));
    if (acknowledgements >= last) return { seconds: performance.now() / 1000, longest };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('Three minutes have passed, and not all changes are sent.');
}"""


class Front(gateway.HTTPServer):
    """A visits-gateway, with what a phone of Tests/Web asks of one."""

    def __init__(self, daemon, folder, work):
        self.daemon = daemon
        port = gateway.free_port()
        self.url = f"http://127.0.0.1:{port}"
        words = [gateway.GATEWAY, "--gateway-socket", folder / "gateway.sock", "--listen", f"127.0.0.1:{port}"]
        super().__init__(words, port, work / "gateway.log")

    def code(self, worker):
        return self.daemon.call("device.invite", worker=worker, requestId=f"invite-{worker}")["code"]


def size(port):
    """The page and the files that it names, compressed, in KB (10^3 bytes)."""
    page = gateway.fetch(port, "/")[1]
    paths = set(re.findall(r'"(/app/[^"]+)"', page.decode()))
    return sum(len(gzip.compress(file, 6)) for file in [page, *(gateway.fetch(port, path)[1] for path in paths)]) / 1000


def plan(daemon, worker):
    """Plans a day of visits for a new worker, and earlier ones; returns a phone's rows of those that are over."""
    daemon.call("worker.put", id=worker, name=worker.title(), requestId=worker)
    today, rows = datetime.datetime.now(ZONE).date(), []
    for number in reversed(range(len(HOURS) + CHANGES // 2)):
        day = today - datetime.timedelta(days=number // len(HOURS))
        start = datetime.datetime.combine(day, datetime.time(HOURS[-1 - number % len(HOURS)]), ZONE).isoformat()
        words = {"client": f"client-{number % CLIENTS}", "worker": worker, "start": start, "minutes": 45}
        [visit] = daemon.call("visit.add", **words, requestId=f"{worker}-{number}")["visits"]
        if day < today:
            rows += [row(visit, "visit.start", visit["start"]), row(visit, "visit.complete", visit["end"])]
    return rows


def row(visit, method, at):
    """A row of the outbox (Sources/VisitsWeb/App/data/rows.js), without its owner and its place."""
    body = json.dumps({"visit": visit["id"], "at": at})
    return {
        "requestId": str(uuid.uuid4()), "format": 1, "method": method, "body": body, "at": at, "offset": None,
        "visit": visit["id"], "client": visit["client"], "title": visit["client"], "state": "waiting", "tries": 0,
        "firstSentAt": None, "frame": None, "trouble": None, "stop": None, "answer": None, "acknowledgement": 0,
        "acknowledgedAt": None,
    }  # fmt: skip


def crowd(daemon, worker):
    """Plans a day of 60 visits for a new worker."""
    daemon.call("worker.put", id=worker, name=worker.title(), requestId=worker)
    midnight = datetime.datetime.combine(datetime.datetime.now(ZONE).date(), datetime.time(), ZONE)
    for number in range(CARDS):
        start = (midnight + number * datetime.timedelta(days=1) / CARDS).isoformat()
        words = {"client": f"client-{number % CLIENTS}", "worker": worker, "start": start, "minutes": 15}
        daemon.call("visit.add", **words, requestId=f"{worker}-{number}")


@contextlib.contextmanager
def phone_of(browser, front, **more):
    """A phone with an empty cache, on an empty page of the app's origin. The app must report no error."""
    phone = Phone(browser, front, **more)
    phone.context.add_init_script(TOOLS)
    empty = f"{front.url}/empty"
    phone.page.route(empty, lambda route: route.fulfill(content_type="text/html", body=""))
    phone.open(empty)
    phone.page.unroute(empty)
    yield phone
    phone.context.close()
    if phone.errors:
        raise SystemExit(f"the web app reported: {set(phone.errors)}")


def shown(page):
    """When the frame after the watched element was, in milliseconds since the start of the navigation."""
    return page.wait_for_function("() => window.shownAt").json_value()


def click(page, button, selector):
    """The milliseconds from a click until the frame after an element is there."""
    page.evaluate("(selector) => watch(selector)", selector)
    button.click()
    return shown(page) - page.evaluate("() => clickedAt")


def slow(page):
    """Slows the CPU 4 times; returns the connection to the browser."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    return session


def first(phone, address):
    """The first load."""
    slow(phone.page)
    phone.page.goto(address, wait_until="commit")
    return {"load": shown(phone.page) / 1000}


def kept(phone, address):
    """A start from what the phone keeps, and two clicks."""
    phone.keeps_app()
    page = phone.page
    slow(page)
    page.goto(address, wait_until="commit")
    again = shown(page)
    paint = page.evaluate("() => performance.getEntriesByName('first-paint')[0].startTime")
    result = {"again": again / 1000, "view": again - paint}
    phone.today.open("Client 0")
    result["start"] = click(page, phone.visit.button("Start visit"), ".sheet-head span + span")
    page.locator(".hold-button").focus()
    page.keyboard.press("Enter")
    result["mark"] = click(page, phone.visit.button("Complete"), '.card[data-status="completed"]')
    return result


def scrolling(phone):
    """The longest frame while 60 cards scroll, in milliseconds."""
    expect(phone.page.locator(".today-cards .card")).to_have_count(CARDS)
    session = slow(phone.page)
    phone.page.evaluate("() => { longest = 0; }")
    gesture = {"x": 195, "y": 400, "yDistance": -600, "speed": 3000, "repeatCount": 8, "repeatDelayMs": 50}
    session.send("Input.synthesizeScrollGesture", {**gesture, "gestureSourceType": "mouse"})
    way = phone.page.evaluate("() => scrollY")
    if way < 4000:
        raise SystemExit(f"the cards scrolled by {way} pixels, not 4000")
    return {"scroll": phone.page.evaluate("() => longest")}


def sending(phone, address, rows):
    """The seconds until all rows are sent, and the longest frame meanwhile in milliseconds."""
    last = phone.page.evaluate(RECORD, rows)
    phone.page.goto(address, wait_until="commit")
    return phone.page.evaluate(SENT, last)


def measure_round(daemon, browser, front, worker):
    """One round, with a worker and phones of its own."""
    rows = plan(daemon, worker)
    with phone_of(browser, front) as phone:
        phone.become(worker)
        phone.today.is_there()
        paired = phone.context.storage_state(indexed_db=True)
    with phone_of(browser, front, storage_state=paired) as phone:
        result = first(phone, front.url)
    with phone_of(browser, front, storage_state=paired, is_kept=True) as phone:
        phone.open()
        result |= kept(phone, front.url)
    crowd(daemon, f"{worker}-crowd")
    with phone_of(browser, front) as phone:
        phone.become(f"{worker}-crowd")
        result |= scrolling(phone)
    with phone_of(browser, front, storage_state=paired) as phone:
        return result | sending(phone, front.url, rows)


def measure(folder, work, options):
    """Everything of the web app."""
    work = work / "web"
    work.mkdir(parents=True)
    expect.set_options(timeout=20_000)
    with running(Visitsd(folder, work)) as daemon, running(Front(daemon, folder, work)) as front:
        for number in range(CLIENTS):
            daemon.call("client.put", id=f"client-{number}", name=f"Client {number}", requestId=f"client-{number}")
        with running_chromium() as start:
            browser = start()
            rounds = range(options.rounds)
            runs = [measure_round(daemon, browser, front, f"worker-{number}") for number in rounds]
        return {"size": size(front.port), **gateway.medians(runs)}
