"""What sync status, a watch and the journal tell of an upstream that is in trouble."""

import re

import pytest
from live_terminal import LiveTerminal
from synced import Synced, booked, eventually, hours, people, pulled
from test_watch import follower


@pytest.fixture
def agency(daemon, upstream):
    """A visitsd that has pulled a visit of Sarah's that begins this hour."""
    return pulled(daemon, upstream)


def test_sync_status_names_the_server_and_what_it_answered_last(agency):
    agency.upstream.faults({"path": "/Appointment", "status": 503, "times": None})
    agency.sync()
    status = agency.call("sync.status")
    assert (status["address"], status["outcome"]) == (agency.upstream.url, "failed")
    assert status["pull"]["cause"] == {"kind": "status", "number": 503}
    assert "cause" not in status["push"]
    shown = agency.daemon.visits("sync", "status").stdout
    assert re.match(r"⚠ Sync failed\. Will retry in \d+ seconds\.\n", shown)
    assert re.search(rf"^Address +{agency.upstream.url}$", shown, re.MULTILINE)
    assert "It answered with HTTP status 503." in shown
    agency.upstream.stop()
    agency.sync()
    assert agency.call("sync.status")["pull"]["cause"] == {"kind": "refused"}
    assert "Nobody listens there (connection refused)." in agency.daemon.visits("sync", "status").stdout
    eventually(lambda: "Upstream cannot be reached" in str(agency.call("system.status")["logged"]))
    agency.upstream.start()
    assert agency.sync() == "synced"
    assert "cause" not in agency.call("sync.status")["pull"]
    # What was logged is mended, and goes.
    eventually(lambda: "Upstream cannot be reached" not in str(agency.call("system.status")["logged"]))


def test_a_server_without_a_name_and_one_that_speaks_no_tls_are_told_apart(daemon, upstream):
    upstream.start()
    for url, cause in [
        ("https://nowhere.invalid/fhir", "unknownHost"),
        (upstream.url.replace("http://", "https://"), "handshake"),
    ]:
        agency = Synced(daemon, upstream, url=url)
        daemon.state = daemon.folder / cause
        daemon.start()
        agency.sync()
        status = agency.call("sync.status")
        assert (status["address"], status["pull"]["cause"]["kind"]) == (url, cause)
        daemon.stop()


def test_many_records_that_cannot_be_read_are_one_line_of_the_journal_and_counted(agency):
    spoiled = [{**booked(f"b{number}", hours(1)), "participant": []} for number in range(132)]
    agency.upstream.store(*spoiled)
    assert agency.sync() == "synced"
    assert len(agency.call("sync.problems")["problems"]) == 132
    eventually(lambda: "132 records upstream cannot be taken in" in agency.daemon.log)
    assert agency.daemon.log.count("cannot be taken in") == 1
    assert agency.call("sync.status")["problems"] == {"parked": 0, "overruled": 0, "unread": 132}
    shown = agency.daemon.visits("sync", "status").stdout
    assert re.search(r"^Unread +132$", shown, re.MULTILINE)
    assert shown.endswith("\nSee each: visits sync problems\n")


@pytest.fixture
def failing(agency):
    """The same, of which the last three attempts failed."""
    agency.upstream.faults({"path": "/Appointment", "status": 503, "times": None})
    assert [agency.sync() for _ in range(3)][-1] == "failed"
    return agency


def test_a_watch_counts_down_by_itself(failing):
    with LiveTerminal(failing.daemon, "today", "--worker", "sarah", "--watch") as terminal:
        seen = set()

        def counts(screen):
            found = re.search(r"Will retry in (\d+) seconds?\. Retry now: visits sync", screen)
            seen.update(found.groups() if found else [])
            return len(seen) >= 4

        terminal.until(counts, "four numbers of seconds")
        assert max(map(int, seen)) - min(map(int, seen)) >= 3
        assert terminal.end("q") == 0


def test_a_watch_that_is_no_terminal_prints_no_day_anew_for_another_attempt(failing):
    words = ["today", "--worker", "sarah", "--watch"]
    with follower(failing.daemon, *words, XDG_STATE_HOME=failing.daemon.folder / "visits") as watch:
        assert "Will retry in " in watch.stdout.readline()
        failing.sync()
        failing.upstream.faults()
        failing.sync()
        shown = watch.stdout.readline()
        while "Today" not in shown or "Synced" not in shown:
            assert "Will retry in " not in shown
            shown = watch.stdout.readline()
