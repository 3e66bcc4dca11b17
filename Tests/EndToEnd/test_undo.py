"""What a change prints to take it back is run as it stands, and leads back."""

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


@pytest.mark.parametrize(
    "words",
    [
        ["start"],
        ["complete"],
        ["cancel", "--reason", "Hospital"],
        ["miss", "--by", "client", "--reason", "Not at home"],
        ["move", "--start", "tomorrow 20:15"],
        ["move", "--end", "23:15", "--allow-overlap"],
        ["assign", "--worker", "linh", "--allow-overlap"],
        ["unassign"],
    ],
)
def test_a_change_is_undone_by_the_line_that_it_printed(agency, words):
    visit = past_visit(agency)
    before = shown(agency, visit)
    printed = agency.visits(words[0], visit, *words[1:]).stdout
    assert shown(agency, visit) != before
    undo(agency, printed)
    assert shown(agency, visit) == before


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
