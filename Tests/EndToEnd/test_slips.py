"""A time that looks like a slip is asked about on a terminal, and warned of in a script."""

import json

import pytest
from programs import VISITS, environment
from terminal import Terminal


@pytest.fixture
def last(agency):
    """Sarah's last visit of today, hours from now."""
    cards = json.loads(agency.visits("today", "--worker", "sarah", "--json").stdout)["cards"]
    return cards[-1]


def state(agency, visit):
    """The state of a visit."""
    return json.loads(agency.visits("show", visit, "--json").stdout)["visit"]["status"]


@pytest.mark.parametrize(("keys", "status", "after"), [("n\r", 1, "scheduled"), ("y\r", 0, "completed")])
def test_a_person_at_a_terminal_is_asked_first(agency, last, keys, status, after):
    variables = environment(VISITS_SOCKET=agency.socket, XDG_STATE_HOME=agency.folder / "visits", TERM="xterm")
    with Terminal([VISITS, "complete", last["visit"]], variables) as terminal:
        shown = terminal.until("Go ahead? [y/N]")
        assert last["title"] in shown and "is more than an hour from the planned end at" in shown
        assert state(agency, last["visit"]) == "scheduled"
        terminal.type(keys)
        assert terminal.process.wait(timeout=30) == status
    assert state(agency, last["visit"]) == after


def test_a_script_is_warned(agency, last):
    done = agency.visits("complete", last["visit"])
    assert done.stderr.startswith("visits: The check-out at ")
    assert done.stderr.endswith(".\n") and done.stderr.count("\n") == 1
    assert state(agency, last["visit"]) == "completed"
    told = " ".join(agency.visits("evv", "check", "--worker", "sarah").stdout.split())
    assert done.stderr.removeprefix("visits: ").strip() in told
