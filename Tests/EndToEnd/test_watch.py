"""A board that is left open all day, and a feed that is followed: through changes, restarts and the end."""

import contextlib
import json
import signal
import subprocess

import pytest
from live_terminal import LiveTerminal
from programs import VISITS, environment


def visit(agency, worker, number=2):
    """The visit on a card of a worker's today."""
    with agency.client() as client:
        return client.call("today", worker=worker)["cards"][number - 1]["visit"]


def test_the_board_shows_a_change_at_once(agency):
    with LiveTerminal(agency, "today", "--all", "--watch", rows=60) as terminal:
        terminal.shows("John Smith until 11:00 AM")
        with agency.client() as client:
            client.change("visit.complete", visit=visit(agency, "sarah"))
            client.change("visit.start", visit=visit(agency, "sarah", 3))
        terminal.shows("Agnes Kowalchuk until 12:15 PM")
        assert terminal.end("q") == 0
        assert terminal.is_as_before()


def test_the_board_survives_a_restart_of_the_daemon(agency):
    john, agnes = visit(agency, "sarah"), visit(agency, "sarah", 3)
    with LiveTerminal(agency, "today", "--all", "--watch", rows=60) as terminal:
        before = terminal.shows("Changes show at once.")
        agency.stop()
        away = terminal.shows("No connection to the schedule since ")
        assert away[-1].endswith((" AM. What you see may be out of date.", " PM. What you see may be out of date."))
        assert "Synced ✓" in before[0] and "Synced" not in away[0] and "No connection ⚠" in away[0]
        assert away[1:-1] == before[1:-1]
        agency.start()
        terminal.shows("Changes show at once.")
        with agency.client() as client:
            client.change("visit.complete", visit=john)
            client.change("visit.start", visit=agnes)
        terminal.shows("Agnes Kowalchuk until 12:15 PM")
        assert terminal.end("q") == 0


@pytest.mark.parametrize("how", ["\x03", signal.SIGTERM, signal.SIGHUP])
def test_the_terminal_is_given_back_however_the_watch_ends(agency, how):
    with LiveTerminal(agency, "today", "--worker", "sarah", "--watch") as terminal:
        terminal.shows("Margaret Chen")
        assert terminal.end(how) == 0
        assert terminal.is_as_before()


def test_the_view_follows_the_size_of_the_terminal(agency):
    with LiveTerminal(agency, "today", "--worker", "sarah", "--watch") as terminal:
        assert len(terminal.shows("Margaret Chen")) == 24
        terminal.resize(40, 10)
        narrow = terminal.until(lambda screen: screen.count("\n") == 9, "a screen of ten lines")
        assert max(len(line) for line in narrow) <= 40
        assert narrow[-1].startswith("1-9 of ")
        terminal.type("G")
        terminal.until(lambda screen: "Margaret Chen" not in screen, "the end of the list")
        assert terminal.end("q") == 0


def test_a_pipe_gets_a_fresh_view_for_each_change(agency):
    john = visit(agency, "sarah")
    state = agency.folder / "visits"
    with follower(agency, "today", "--worker", "sarah", "--watch", "--json", XDG_STATE_HOME=state) as watch:
        assert json.loads(watch.stdout.readline())["progress"]["label"] == "1/7"
        with agency.client() as client:
            client.change("visit.complete", visit=john)
        # Alerts may come between.
        while (label := json.loads(watch.stdout.readline())["progress"]["label"]) == "1/7":
            pass
        assert label == "2/7"
        watch.send_signal(signal.SIGINT)
        assert watch.wait(timeout=30) == 0


@contextlib.contextmanager
def follower(agency, *words, **more):
    """A program that goes on until it is told to end; it ends with the test, too."""
    with subprocess.Popen(
        [VISITS, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(VISITS_SOCKET=agency.socket, **more),
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def until(feed, visit):
    """The events up to the next one of a visit. Whether alerts come between depends on the hour."""
    events = []
    while not events or events[-1]["thing"] != visit:
        events.append(json.loads(feed.stdout.readline()))
    return events


def cursors(events):
    """Where each of them stands in the feed: no event twice."""
    all = [event["cursor"] for event in events]
    assert len(set(all)) == len(all)
    return all


def test_who_follows_the_feed_misses_nothing_over_a_restart(agency):
    agnes = visit(agency, "sarah", 3)
    with agency.client() as client:
        cursor = client.call("event.wait", timeout=0)["cursor"]
    with follower(agency, "events", "--follow", "--json", "--since", cursor) as feed:
        with agency.client() as client:
            client.change("visit.start", visit=agnes)
        before = until(feed, agnes)
        assert before[-1]["method"] == "visit.start"
        agency.stop()
        assert "No connection to visitsd since " in feed.stderr.readline()
        agency.start()
        with agency.client() as client:
            client.change("visit.complete", visit=agnes)
        after = until(feed, agnes)
        assert after[-1]["method"] == "visit.complete"
        assert feed.stderr.readline().split("continuing from ")[1].split()[0] in cursors(before + after)
        feed.send_signal(signal.SIGTERM)
        assert feed.wait(timeout=30) == 0
