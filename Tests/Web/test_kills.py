"""The browser is killed while changes are written and sent over a bad network; the office gets each of them once."""

import math
import random
import re
import time

import pytest
from cases import further
from faults import FaultProxy
from kills import MortalPhone
from office import changes, visit_of
from outboxes import Outbox, until
from playwright.sync_api import Error

NAMES = ["John Smith", "Agnes Kowalchuk", "George Papadakis", "Doreen MacLeod", "Elsie Beaudry"]
# Reports each text of the indicator, and each row once it is on the disk, with the time.
WATCH = """(() => {
  let last = '';
  const report = (...words) => void told(...words, Date.now()).catch(() => {});
  new MutationObserver(() => {
    const text = document.querySelector('.indicator-label')?.textContent ?? '';
    if (text !== last) report('indicator', text);
    last = text;
  }).observe(document, { subtree: true, childList: true, characterData: true });
  const { add } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.add = function (row) {
    this.transaction.addEventListener('complete', () => report('recorded', row.requestId));
    return add.call(this, row);
  };
})()"""


@pytest.fixture
def network(gateway, request):
    """A bad network before the gateway, as the seed of the test chooses it."""
    proxy = FaultProxy(request.getfixturevalue("seed"))
    proxy.start(gateway.port)
    yield proxy
    proxy.remove()


@pytest.fixture
def diary():
    """What the page reported: the kind, the text or the key, and the time. It outlives the browser."""
    return []


@pytest.fixture
def phone(chromium, gateway, network, diary, tmp_path):
    """Sarah's phone behind the bad network."""
    cookie = _cookie(gateway)

    def prepare(context):
        context.expose_binding("told", lambda source, *words: diary.append(words))
        context.add_init_script(WATCH)
        # A browser that is killed early may lose its cookie; that is not the matter here.
        context.add_cookies([{"name": "visits", "value": cookie, "url": network.url, "httpOnly": True}])

    phone = MortalPhone(chromium, gateway, tmp_path / "disk", network.url, prepare)
    yield phone
    phone.remove()
    assert phone.errors == []


def _cookie(gateway):
    """The cookie of a browser that was paired as Sarah's."""
    paired = gateway.post("device.enrol", {"code": gateway.code(), "cookie": True}, key="pairing")
    assert paired.status == 200, paired
    return re.match(r"visits=([^;]+)", paired.headers["Set-Cookie"])[1]


@pytest.mark.parametrize("seed", [*range(5), *(further(seed) for seed in range(5, 50))])
def test_a_killed_browser_loses_no_tap_and_sends_none_twice(phone, network, diary, agency, seed):
    chance = random.Random(seed)
    names = chance.sample(NAMES, 3)
    phone.open()
    phone.today.is_there()
    network.begin_faults()
    stage, shown = ["written", "arrived", "done", "arrived", "done"][seed % 5], set()
    if stage != "written":
        network.at_change(chance.randint(1, 3 if stage == "arrived" else 2), stage, phone.kill)
    try:
        for name in names:
            status = tap(phone, name, chance)
            if stage == "written" and name == names[-1]:
                time.sleep(chance.uniform(0, 0.02))
                break
            phone.today.marks(name, status)
            shown.add(name)
            phone.sends()
        if stage != "written":
            until(phone.page, lambda: False, lambda: "the browser is not killed")
    except (Error, AssertionError) as error:
        assert phone.is_killed, error
    phone.kill()
    phone.is_dead()

    phone.remove()
    before = network.changes
    phone.switch_on()
    phone.open()
    outbox = Outbox(phone.page)
    phone.sends()
    until(
        phone.page,
        lambda: network.changes > before or set(outbox.states()) <= {"done"},
        lambda: "nothing is sent",
    )
    network.end_faults()
    phone.open()
    phone.sends()
    phone.today.indicates("Synced")

    rows = outbox.rows()
    assert {row["state"] for row in rows} <= {"done"}
    recorded = {key: at for kind, key, at in diary if kind == "recorded"}
    assert set(recorded) <= {row["requestId"] for row in rows}, "a tap that was on the disk is lost"
    assert shown <= {row["title"] for row in rows}, "a tap that was shown is lost"
    for name in names:
        own = [row for row in rows if row["title"] == name]
        assert changes(agency, own[0]["client"] if own else _slug(name)) == [row["method"] for row in own]
        for row in own:
            assert moment(agency, name, row["method"]) == row["at"]
    for kind, text, at in diary:
        if kind == "indicator" and text == "Synced":
            for key, tapped in recorded.items():
                assert tapped >= at or network.acknowledged.get(key, math.inf) <= at + 1, f"{at}: Synced without {key}"


def _slug(name):
    return name.lower().replace(" ", "-")


def tap(phone, name, chance):
    """Sarah starts or completes a visit; returns the state that its card is to show."""
    phone.today.open(name)
    is_complete = name == "John Smith" or chance.random() < 0.5
    if is_complete:
        phone.visit.activate()
    else:
        phone.visit.start()
        phone.visit.close()
    phone.visit.is_gone()
    return "completed" if is_complete else "inProgress"


def moment(daemon, name, method):
    """When the office has a visit started or completed."""
    visit = visit_of(daemon, name)
    with daemon.client() as caller:
        shown = caller.call("visit.show", visit=visit)["visit"]
    return shown["checkIn" if method == "visit.start" else "checkOut"]["at"]
