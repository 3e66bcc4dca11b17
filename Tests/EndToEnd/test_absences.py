"""A sick call, as a coordinator takes it, command by command."""

import json
import re


def visits_of(agency, worker, day="tomorrow"):
    """The ids of a worker's visits of a day."""
    page = json.loads(agency.visits("list", "--date", day, "--worker", worker, "--json").stdout)
    return [visit["id"] for visit in page["visits"]]


def worker_of(agency, visit):
    """Who makes a visit."""
    return json.loads(agency.visits("show", visit, "--json").stdout)["visit"]["worker"]


def test_a_sick_call_frees_the_visits_and_names_a_substitute_for_each(agency):
    planned = visits_of(agency, "linh")
    assert planned
    printed = agency.visits("away", "linh", "--from", "tomorrow", "--reason", "sick").stdout
    assert "Linh Tran is away: sick" in printed
    assert [worker_of(agency, visit) for visit in planned] == [None] * len(planned)
    commands = re.findall(r"visits (assign (\w+) --worker (\S+))", printed)
    nobody = re.findall(r"(\w+)  Nobody is free then", printed)
    assert commands
    assert sorted([visit for _, visit, _ in commands] + nobody) == sorted(visit[-8:] for visit in planned)
    for command, visit, worker in commands:
        agency.visits(*command.split())
        assert worker_of(agency, visit) == worker != "linh-tran"


def test_whoever_is_away_is_neither_suggested_nor_given_a_visit_by_mistake(agency):
    agency.visits("away", "linh", "--from", "tomorrow", "--reason", "holiday")
    visit = visits_of(agency, "sarah")[0]
    suggested = json.loads(agency.visits("assign", visit, "--suggest", "--json").stdout)["suggestions"]
    assert "linh-tran" not in [each["worker"] for each in suggested]
    refused = agency.visits("assign", visit, "--worker", "linh", check=False)
    assert refused.returncode == 1
    assert "Linh Tran is away then: holiday" in refused.stderr and "--allow-absence" in refused.stderr
    assert worker_of(agency, visit) == "sarah"
    agency.visits("assign", visit, "--worker", "linh", "--allow-overlap", "--allow-absence")
    assert worker_of(agency, visit) == "linh-tran"
    board = agency.visits("today", "--all", "--date", "tomorrow").stdout
    assert "Away: holiday until" in board


def test_a_sick_call_is_undone_by_the_line_that_it_printed(agency):
    planned = visits_of(agency, "linh")
    printed = agency.visits("away", "linh", "--from", "tomorrow", "--reason", "sick").stdout
    undo = re.search(r"Undo: visits (away end \w+ --undo)", printed)[1]
    assert undo.split()[2] in agency.visits("away", "list").stdout
    agency.visits(*undo.split())
    assert [worker_of(agency, visit) for visit in planned] == ["linh-tran"] * len(planned)
    assert agency.visits("away", "list").stdout == "No absences\n"
    assert "Withdrawn" in agency.visits("away", "list", "--all").stdout


def test_the_undo_of_an_end_leaves_the_visits_that_were_kept(agency):
    planned = visits_of(agency, "linh")
    agency.visits("away", "linh", "--from", "tomorrow", "--reason", "sick", "--keep")
    agency.visits("away", "end", "linh")
    agency.visits("undo")
    assert "Linh Tran" in agency.visits("away", "list").stdout
    assert [worker_of(agency, visit) for visit in planned] == ["linh-tran"] * len(planned)


def test_an_end_lists_the_visits_that_nobody_has_yet(agency):
    planned = visits_of(agency, "linh")
    agency.visits("away", "linh", "--from", "tomorrow", "--reason", "training", "--note", "First aid")
    ended = agency.visits("away", "end", "linh").stdout
    assert "Absence withdrawn: Linh Tran, training" in ended
    commands = re.findall(r"visits (assign (\w+) --worker linh-tran)", ended)
    assert [visit for _, visit in commands] == [visit[-8:] for visit in planned]
    assert [worker_of(agency, visit) for visit in planned] == [None] * len(planned)


def test_somebody_who_has_left_is_still_found_by_name(agency):
    agency.visits("workers", "change", "linh", "--inactive")
    assert "Linh Tran" in agency.visits("workers", "show", "tran").stdout
    assert "Linh Tran" in agency.visits("audit", "--worker", "tran").stdout
