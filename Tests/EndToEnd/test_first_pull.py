"""The first pull of a large schedule: it is cut off, watched, and not begun anew."""

import json
import signal

import pytest
from live_terminal import LiveTerminal
from test_sync import Synced, booked, eventually, hours, people

# Two days with more than a page of two hundred each.
TOMORROW, DAY_AFTER = 450, 250


def unassigned(id, start):
    """An Appointment that nobody is to make yet: so many at once would be in each other's way."""
    appointment = booked(id, start)
    return {**appointment, "participant": appointment["participant"][:1]}


@pytest.fixture
def large(daemon, upstream):
    """A visitsd that is not started yet, and a server with many visits."""
    upstream.start().store(
        *people(),
        *(unassigned(f"t{number}", hours(24)) for number in range(TOMORROW)),
        *(unassigned(f"d{number}", hours(48)) for number in range(DAY_AFTER)),
    )
    return Synced(daemon, upstream)


def days(agency):
    """The days of which Appointments were asked for, as often as they were."""
    return [entry["path"] for entry in agency.upstream.log(path=r"^/fhir/Appointment\?date=")]


def test_a_first_pull_that_is_cut_off_twice_goes_on_where_it_was(large):
    following = {"path": "Appointment.*_page="}
    large.upstream.faults(following | {"skip": 1, "delay": 3})
    large.daemon.start()
    eventually(lambda: large.upstream.faults_set()[0]["acted"])
    large.daemon.stop(signal.SIGKILL)
    before = days(large)
    large.upstream.faults(following | {"skip": 2, "cut": "before"})
    large.daemon.start()
    eventually(lambda: large.upstream.faults_set()[0]["acted"])
    assert large.sync() == "synced"
    assert large.call("system.status")["visits"] == TOMORROW + DAY_AFTER
    # Of five weeks each cut has had one day begin again, and no other.
    assert len(before) == 9
    assert len(days(large)) == 36 + 2
    assert {day for day in days(large) if days(large).count(day) > 1} == {before[-1], days(large)[10]}
    # Nothing was taken for new a second time.
    assert large.sync() == "synced"
    assert large.call("system.status")["visits"] == TOMORROW + DAY_AFTER
    assert {visit["version"] for visit in large.call("visit.list", limit=1000)["visits"]} == {1}


def test_nothing_is_called_synced_before_what_was_imported_here_is_there(daemon, upstream):
    upstream.start()
    # The first searches take their time.
    upstream.faults({"method": "GET", "path": "Appointment|Encounter", "delay": 0.5, "times": 6})
    agency = Synced(daemon, upstream)
    daemon.start().import_sample()

    def there():
        return len(upstream.resources("Appointment"))

    def state():
        state = agency.call("sync.status")["state"]
        planned = agency.call("system.status")["visits"]
        assert planned > 100
        assert state != "synced" or there() == planned
        return state

    eventually(lambda: state() == "synced")
    # What is imported later goes there, too.
    sample = json.loads((daemon.folder / "sample.json").read_text())
    people = [entry for entry in sample["entry"] if entry["resource"]["resourceType"] in ("Patient", "Practitioner")]
    base = sample["entry"][0]["fullUrl"].rsplit("/", 2)[0]
    later = {"fullUrl": f"{base}/Appointment/later", "resource": booked("later", hours(72))}
    before = there()
    (daemon.folder / "later.json").write_text(json.dumps({**sample, "entry": [*people, later]}))
    daemon.visits("import", daemon.folder / "later.json")
    assert eventually(lambda: there() == before + 1)
    assert eventually(lambda: state() == "synced")


def test_a_first_pull_that_takes_long_says_how_far_it_is_on_a_terminal(large):
    large.upstream.faults({"path": "Appointment.*_page=", "skip": 2, "delay": 4})
    large.daemon.start()
    with LiveTerminal(large.daemon, "sync", "--timeout", "60") as terminal:
        # Sarah, Margaret, all of tomorrow's, and of the day after the first page.
        terminal.reads(r"\rSyncing: 652 records fetched\x1b\[K")
        assert terminal.ended() == 0
        assert terminal.shown.endswith("\r\x1b[KSynced ✓\r\n")
    assert large.call("system.status")["visits"] == TOMORROW + DAY_AFTER


@pytest.fixture
def small(daemon, upstream):
    """A visitsd that has pulled a visit of Sarah's."""
    upstream.start().store(*people(), booked("a1", hours(0)))
    agency = Synced(daemon, upstream)
    daemon.start()
    agency.until("synced")
    return agency


@pytest.mark.parametrize("words", [["sync", "--watch"], ["sync", "status", "--watch"]])
def test_a_watch_writes_a_line_whenever_sync_stands_otherwise(small, words):
    with LiveTerminal(small.daemon, *words) as terminal:
        terminal.reads("Synced ✓\r\n")
        small.upstream.stop()
        small.change("visit.start", visit=small.visit())
        small.sync()
        terminal.reads("Saved locally.*  1 waiting.*\r\n")
        small.upstream.start()
        small.sync()
        terminal.reads("Synced ✓\r\n")
        assert terminal.end("\x03") == 0


def test_a_sync_that_is_watched_begins_at_once(small):
    small.upstream.stop()
    assert small.sync() == "savedLocally"
    small.upstream.start()
    with LiveTerminal(small.daemon, "sync", "--watch") as terminal:
        terminal.reads("Synced ✓\r\n")
        assert terminal.end("\x03") == 0
