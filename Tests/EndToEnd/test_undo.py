"""What a change prints to take it back is run as it stands, and leads back; `visits undo` runs the same."""

import datetime
import json
import os
import subprocess

import pytest
from programs import VISITS, environment


def shown(agency, visit):
    """What matters of a visit."""
    visit = json.loads(agency.visits("show", visit, "--json").stdout)["visit"]
    names = ("status", "worker", "start", "end")
    checks = [(visit[name] or {}).get("at") for name in ("checkIn", "checkOut")]
    return [visit[name] for name in names] + checks


def undo(agency, printed):
    """Runs the line that a change printed."""
    line = next(line for line in printed.splitlines() if line.strip().startswith("Undo"))
    # `visits` is found by its name, as a person types it.
    path = f"{VISITS.parent}{os.pathsep}{os.environ['PATH']}"
    variables = environment(VISITS_SOCKET=agency.socket, XDG_STATE_HOME=agency.folder / "visits", PATH=path)
    command = line.split(":", 1)[1]
    return subprocess.run(["sh", "-c", command], env=variables, capture_output=True, text=True, timeout=60, check=True)


def visits_of(agency, day):
    """The ids of Sarah's visits of a day."""
    page = json.loads(agency.visits("list", "--date", day, "--worker", "sarah", "--json").stdout)
    return [visit["id"] for visit in page["visits"]]


def past_visit(agency):
    """A visit of Sarah's that has not been made, at an hour of yesterday when she has no other."""
    visit = visits_of(agency, "tomorrow")[0]
    agency.visits("move", visit, "--start", "yesterday 23:00")
    return visit


CHANGES = [
    ["start"],
    ["complete"],
    ["cancel", "--reason", "Hospital"],
    ["miss", "--by", "client", "--reason", "Not at home"],
    ["move", "--start", "tomorrow 20:15"],
    ["move", "--end", "23:15", "--allow-overlap"],
    ["assign", "--worker", "linh", "--allow-overlap"],
    ["unassign"],
]


@pytest.mark.parametrize("words", CHANGES)
def test_a_change_is_undone_by_the_line_that_it_printed(agency, words):
    visit = past_visit(agency)
    before = shown(agency, visit)
    printed = agency.visits(words[0], visit, *words[1:]).stdout
    assert shown(agency, visit) != before
    undo(agency, printed)
    assert shown(agency, visit) == before


@pytest.mark.parametrize("words", CHANGES)
def test_undo_takes_the_last_change_back(agency, words):
    visit = past_visit(agency)
    before = shown(agency, visit)
    agency.visits(words[0], visit, *words[1:])
    done = agency.visits("undo")
    assert f"Takes back: visits {words[0]} {visit}" in done.stderr
    assert shown(agency, visit) == before


def test_changes_of_one_visit_are_taken_back_one_after_the_other(agency):
    visit = past_visit(agency)
    states = [shown(agency, visit)]
    for words in CHANGES[6], CHANGES[5], CHANGES[2]:
        agency.visits(words[0], visit, *words[1:])
        states.append(shown(agency, visit))
    for state in reversed(states[:-1]):
        agency.visits("undo", "--json")
        assert shown(agency, visit) == state


def test_undo_is_refused_once_somebody_else_has_changed_the_visit(agency):
    visit = past_visit(agency)
    agency.visits("assign", visit, "--worker", "linh", "--allow-overlap")
    with agency.client() as client:
        client.call("visit.change", visit=visit, note="Ring twice", requestId="another-user")
    before = shown(agency, visit)
    refused = agency.visits("undo", check=False)
    assert refused.returncode == 1
    assert "Nothing was taken back" in refused.stderr
    assert shown(agency, visit) == before


def test_a_sick_call_is_taken_back_in_one_step(agency):
    visits = visits_of(agency, "tomorrow")
    agency.visits("unassign", "--worker", "sarah", "--date", "tomorrow")
    assert visits_of(agency, "tomorrow") == []
    agency.visits("undo")
    assert visits_of(agency, "tomorrow") == visits


def test_an_edit_is_taken_back_to_the_line_ends_of_the_note(agency):
    visit = past_visit(agency)
    note = "Key under the mat\n- it's the \"blue\" door"
    agency.visits("edit", visit, "--note", note, "--service", "Bath", "--address", "9 Elm St")
    agency.visits("edit", visit, "--note", "", "--service", "Walk")
    edited = json.loads(agency.visits("show", visit, "--json").stdout)["visit"]
    assert (edited["note"], edited["service"], edited["address"]) == (None, "Walk", "9 Elm St")
    agency.visits("undo")
    edited = json.loads(agency.visits("show", visit, "--json").stdout)["visit"]
    assert (edited["note"], edited["service"]) == (note, "Bath")


def test_a_series_skips_a_day_beyond_the_planned_weeks_until_that_is_taken_back(agency):
    plan = ["--client", "john smith", "--start", "tomorrow 22:00", "--minutes", "30", "--repeat", "daily"]
    series = json.loads(agency.visits("add", *plan, "--json").stdout)["series"]["id"]
    day = datetime.date.today() + datetime.timedelta(days=150)
    skipped = agency.visits("series", "skip", series, day, "--reason", "With his son").stdout
    assert "1 visit cancelled" in skipped
    words = " ".join(agency.visits("series", "show", series).stdout.split())
    assert f"{day:%B} {day.day}, {day.year}: no visit (With his son)" in words
    agency.visits("undo")
    assert "no visit" not in agency.visits("series", "show", series).stdout
    refused = agency.visits("series", "skip", series, "yesterday", check=False)
    assert refused.returncode == 64 and "The series has no visit on" in refused.stderr


def test_a_visit_and_an_emergency_name_the_numbers_to_call(agency):
    agency.visits("workers", "change", "sarah", "--phone", "780 555 0100")
    agency.visits(
        "clients", "change", "margaret", "--access-note", "Door code 4711", "--phone", "780 555 0142",
        "--emergency-contact", "Wei Chen 780 555 0199",
    )  # fmt: skip
    with agency.client() as client:
        visit = client.call("today", worker="sarah")["cards"][0]["visit"]
    shown = agency.visits("show", visit).stdout
    for fact in ["780 555 0100", "Door code 4711", "780 555 0142", "Wei Chen 780 555 0199"]:
        assert fact in shown
    raised = agency.visits("emergency", "raise", "--worker", "sarah", "--visit", visit).stdout
    board = agency.visits("today", "--all").stdout
    for screen in raised, board, agency.visits("emergency").stdout:
        assert "Call Sarah Miller: 780 555 0100" in screen
        assert "Call Margaret Chen: 780 555 0142" in screen
        assert "Emergency contact of Margaret Chen: Wei Chen 780 555 0199" in screen
    assert "780 555" not in agency.log


def test_a_start_beside_another_visit_is_undone_too(agency):
    past_visit(agency)
    second = visits_of(agency, "tomorrow")[0]
    agency.visits("move", second, "--start", "yesterday 23:00", "--allow-overlap")
    before = shown(agency, second)
    undo(agency, agency.visits("start", second).stdout)
    assert shown(agency, second) == before


def test_a_correction_is_undone_to_the_millisecond(agency):
    visit = past_visit(agency)
    agency.visits("start", visit)
    before = shown(agency, visit)
    printed = agency.visits("correct", visit, "--check-in", "yesterday 8:00", "--reason", "forgotten").stdout
    undo(agency, printed)
    assert shown(agency, visit) == before


def test_a_sick_call_is_undone_by_one_line(agency):
    visits = visits_of(agency, "tomorrow")
    printed = agency.visits("unassign", "--worker", "sarah", "--date", "tomorrow").stdout
    assert f"\n{len(visits)} of Sarah Miller's visits are now unassigned (" in printed
    assert printed.count("Undo") == 1
    assert visits_of(agency, "tomorrow") == []
    undo(agency, printed)
    assert visits_of(agency, "tomorrow") == visits


def test_what_follows_a_page_is_told_below_it(agency):
    words = [VISITS, "list", "--limit", "1", "--date", "tomorrow"]
    variables = environment(VISITS_SOCKET=agency.socket)
    both = subprocess.run(
        words, env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60, check=True
    ).stdout.splitlines()
    assert both[-2] == "More follow:"
    assert both[-1].startswith("  --after ")
    next_page = agency.visits("list", "--limit", "1", "--date", "tomorrow", *both[-1].split()).stdout
    assert next_page.splitlines()[1] != both[1]


def test_a_list_that_ends_before_it_begins_is_refused(agency):
    refused = agency.visits("list", "-f", "tomorrow", "-t", "today", check=False)
    assert refused.returncode == 64
    assert refused.stderr == "visits: The window ends before it begins: --from tomorrow lies after --to today.\n"
