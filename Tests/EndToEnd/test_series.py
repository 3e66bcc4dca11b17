"""Visits that recur, as an agency plans them."""

import json
import sqlite3
import time

import pytest
from test_undo import undo


@pytest.fixture
def office(daemon):
    """A running visitsd that knows Sarah, Tom and Margaret Chen."""
    daemon.start()
    daemon.visits("workers", "add", "sarah", "--name", "Sarah Miller")
    daemon.visits("workers", "add", "tom", "--name", "Tom Reed")
    daemon.visits("clients", "add", "margaret-chen", "--name", "Margaret Chen", "--address", "123 Oak St")
    return daemon


def add(office, *words):
    """Margaret Chen every day from tomorrow on."""
    every_day = ("--start", "tomorrow 14:00", "--minutes", "45", "--repeat", "daily")
    return office.visits("add", "--client", "margaret", "--worker", "sarah", *every_day, *words).stdout


def planned(office):
    """The worker and the state of each visit, in order."""
    page = json.loads(office.visits("list", "--from", "today", "--to", "+100", "--json").stdout)
    return [(visit["worker"], visit["status"]) for visit in page["visits"]]


def test_a_series_is_planned_changed_and_taken_back(office):
    printed = add(office)
    assert "56 visits planned" in printed
    assert planned(office) == [("sarah", "scheduled")] * 56
    assert "Every day  2:00 PM - 2:45 PM  Sarah Miller" in office.visits("series").stdout
    changed = office.visits("series", "change", "margaret", "--from", "+11", "--worker", "tom").stdout
    assert "46 visits changed or planned" in changed
    assert planned(office) == [("sarah", "scheduled")] * 10 + [("tom", "scheduled")] * 46
    undo(office, changed)
    assert planned(office) == [("sarah", "scheduled")] * 56


def test_a_series_that_was_planned_by_mistake_is_ended_by_the_line_below_it(office):
    printed = add(office)
    undo(office, printed)
    assert planned(office) == [("sarah", "cancelled")] * 56
    assert office.visits("series").stdout == "No series\n"


def test_a_restart_makes_nothing_twice(office):
    add(office)
    office.stop()
    office.start()
    assert len(planned(office)) == 56


def test_an_open_visit_finds_somebody(office):
    office.visits("add", "--client", "margaret", "--start", "tomorrow 9:00", "--minutes", "30")
    office.visits("add", "--client", "margaret", "--worker", "tom", "--start", "tomorrow 8:45", "--minutes", "30")
    found = office.visits("open")
    assert "Margaret Chen" in found.stdout
    visit = json.loads(office.visits("open", "--json").stdout)["visits"][0]["id"]
    suggested = office.visits("assign", visit, "--suggest")
    assert " 1  Sarah Miller (sarah)\n    has not been here in the last year, no other visit is near" in suggested.stdout
    assert "Tom" not in suggested.stdout
    office.visits("assign", visit, "--worker", "sarah")
    assert office.visits("open").stdout == "No visits\n"


def test_a_series_that_cannot_be_read_keeps_no_other_from_being_made(office):
    add(office)
    office.visits(
        "add", "--client", "margaret", "--worker", "tom", "--start", "tomorrow 9:00", "--minutes", "45",
        "--repeat", "daily",
    )  # fmt: skip
    assert office.stop() == 0
    with sqlite3.connect(office.database) as database:
        damaged, whole = [row for row, in database.execute("SELECT id FROM series ORDER BY row")]
        database.execute("UPDATE series SET rule = 'FREQ=NEVER', nextDay = nextDay - 3 WHERE id = ?", [damaged])
        database.execute("UPDATE series SET nextDay = nextDay - 1 WHERE id = ?", [whole])
        database.execute(
            "DELETE FROM occurrences WHERE (series, day) ="
            " (SELECT row, nextDay FROM series WHERE id = ?)", [whole],
        )  # fmt: skip
    database.close()
    office.start()
    deadline = time.monotonic() + 20
    while len(planned(office)) < 113 and time.monotonic() < deadline:
        time.sleep(0.1)
    assert len(planned(office)) == 113
    assert office.log.count(f"Series {damaged} cannot be read: none of its visits are made.") == 1
