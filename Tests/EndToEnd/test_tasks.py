"""A client's care tasks, from the definition to the streak, as a coordinator types them."""

import json

import pytest
from test_undo import undo


@pytest.fixture
def office(daemon):
    """A running visitsd that knows Margaret Chen and three rows of her routine, since a week ago."""
    daemon.start()
    daemon.visits("clients", "add", "margaret-chen", "--name", "Margaret Chen")
    for words in (["--preset", "weighed"], ["--preset", "breakfast"], ["--preset", "workout"]):
        tasks(daemon, "add", *words, "--from", "-7")
    return daemon


def tasks(office, *words):
    """What visits tasks prints."""
    return office.visits("tasks", *words, "--client", "margaret").stdout


def rows(office, *words):
    """Each row of the checklist: its sign, title and time."""
    view = json.loads(tasks(office, *words, "--json"))
    return [(row["mark"], row["title"], row.get("time")) for row in view["rows"]]


def test_a_day_is_recorded_and_taken_back_line_by_line(office):
    assert rows(office) == [("○", "Weighed myself", None), ("○", "Breakfast", "--:--"), ("○", "Completed workout", None)]
    # At whatever hour this is run, half past ten of yesterday has come.
    yesterday = ("--date", "yesterday")
    done = tasks(office, "done", "breakfast", "--at", "10:30", *yesterday)
    assert done.startswith("✓ Breakfast\n  10:30 AM\n  Entered late\n")
    assert ", 1/3\n" in done
    assert rows(office, *yesterday)[1] == ("✓", "Breakfast", "10:30 AM")
    later = tasks(office, "done", "breakfast", "--at", "11:00", *yesterday)
    assert rows(office, *yesterday)[1] == ("✓", "Breakfast", "11:00 AM")
    undo(office, later)
    assert rows(office, *yesterday)[1] == ("✓", "Breakfast", "10:30 AM")
    undo(office, done)
    assert rows(office, *yesterday)[1] == ("○", "Breakfast", "--:--")
    unknown = office.visits("tasks", "refused", "1", "--client", "margaret", check=False)
    assert unknown.returncode == 64 and "No task list of margaret-chen was printed here" in unknown.stderr
    assert "1  ○  Weighed myself" in tasks(office)
    refused = tasks(office, "refused", "1", "--reason", "Too tired")
    assert "✗  Weighed myself" in tasks(office)
    undo(office, refused)
    assert rows(office)[0] == ("○", "Weighed myself", None)
    # Nothing of it is lost, and it says whose it is.
    audit = office.visits("audit", "--client", "margaret").stdout
    assert audit.count("task.record") == 6
    assert audit.count("\n  Margaret Chen, Weighed myself on ") == 2


def test_a_reason_and_a_note_are_both_kept_and_both_come_back(office):
    told = ("--reason", "Not hungry", "--note", "tea only")
    refused = tasks(office, "refused", "breakfast", *told)
    assert refused.startswith("✗ Breakfast\n  Refused: Not hungry (tea only)\n")
    row = json.loads(tasks(office, "--json"))["rows"][1]
    assert (row["reason"], row["note"]) == ("Not hungry", "tea only")
    undone = tasks(office, "undo", "breakfast")
    undo(office, undone)
    assert "Refused: Not hungry (tea only)" in tasks(office)
    # A time and a note of what was done are no reason why it was not.
    tasks(office, "done", "breakfast", "--date", "yesterday", "--at", "11:35", "--note", "ate half")
    unable = tasks(office, "unable", "breakfast", "--date", "yesterday")
    assert unable.startswith("✗ Breakfast\n  Unable (ate half)\n  Entered late\n")
    undo(office, unable)
    assert rows(office, "--date", "yesterday")[1] == ("✓", "Breakfast", "11:35 AM")
    audit = office.visits("audit", "--client", "margaret").stdout
    assert "refused, Not hungry (tea only)" in audit and "Reason: – → Not hungry" in audit


def test_scripts_work_in_every_language_and_a_title_is_in_the_list_once(office):
    for locale in ("de", "tr", "ru"):
        tasks(office, "done", "breakfast", "--locale", locale)
        tasks(office, "undo", "Breakfast", "--locale", locale)
    twice = office.visits("tasks", "add", "--preset", "breakfast", "--client", "margaret", check=False)
    assert twice.returncode == 64 and '"Breakfast" is one of this client\'s tasks already.' in twice.stderr
    moved = tasks(office, "change", "workout", "--order", "1")
    assert "\n  Place 1 of 3\n" in moved
    undo(office, moved)
    renamed = tasks(office, "change", "breakfast", "--title", "Porridge")
    undo(office, renamed)
    assert [title for _, title, _ in rows(office)] == ["Weighed myself", "Breakfast", "Completed workout"]
    assert [title for _, title, _ in rows(office, "--locale", "de")][1] == "Frühstück"


def test_a_past_day_is_entered_late_and_makes_a_streak(office):
    for day in ("-3", "-2", "-1"):
        assert "Entered late" in tasks(office, "done", "weighed", "--date", day)
    view = json.loads(tasks(office, "stats", "--json"))
    assert [task["figures"]["currentStreak"] for task in view["tasks"]] == [3, 0, 0]
    assert "▁▁▁▁███▁" in tasks(office, "stats", "--days", "8")
    ahead = office.visits("tasks", "done", "weighed", "--date", "+1", "--client", "margaret", check=False)
    assert ahead.returncode == 64 and "is in the future" in ahead.stderr


def test_a_task_in_ones_own_words_is_added_moved_changed_and_retired(office):
    added = tasks(office, "add", "Water the plants", "--order", "1", "--on", "mon,tue,wed,thu,fri,sat,sun")
    assert rows(office)[0] == ("○", "Water the plants", None)
    changed = tasks(office, "change", "water", "--title", "Feed the cat", "--time")
    assert rows(office)[0] == ("○", "Feed the cat", "--:--")
    undo(office, changed)
    assert rows(office)[0] == ("○", "Water the plants", None)
    retired = tasks(office, "retire", "water", "--reason", "They are plastic")
    assert len(rows(office)) == 3
    undo(office, retired)
    assert len(rows(office)) == 4
    undo(office, added)
    assert len(rows(office)) == 3
    assert "Water the plants" in tasks(office, "list", "--all")


def test_a_task_that_waits_for_another_comes_with_it(office):
    tasks(office, "add", "--preset", "preWorkoutMeal", "--when-done", "completed workout")
    assert len(rows(office)) == 3
    tasks(office, "done", "workout")
    assert len(rows(office)) == 4
    assert 'When "Completed workout" is done' in tasks(office, "list")


def test_without_a_client_it_is_the_one_who_is_visited(office):
    office.visits("workers", "add", "sarah", "--name", "Sarah Miller")
    office.visits("add", "--client", "margaret", "--worker", "sarah", "--start", "today 0:00", "--minutes", "1440")
    sarah = {"VISITS_WORKER": "sarah"}
    assert "Which client?" in office.visits("tasks", check=False, **sarah).stderr
    office.visits("start", json.loads(office.visits("list", "--json").stdout)["visits"][0]["id"])
    assert "Weighed myself" in office.visits("tasks", **sarah).stdout
    assert "Weighed myself" in office.visits("tasks", VISITS_CLIENT="margaret-chen").stdout
    # What is recorded there belongs to the visit, and is in its audit.
    office.visits("tasks", "done", "weighed", **sarah)
    visit = json.loads(office.visits("list", "--json").stdout)["visits"][0]["id"]
    assert office.visits("audit", visit).stdout.count("task.record") == 1
    tasks(office, "done", "breakfast", "--visit", visit)
    assert office.visits("audit", visit).stdout.count("task.record") == 2


def test_what_comes_with_the_program_is_listed(office):
    listed = office.visits("tasks", "presets").stdout
    assert "Slept in bed, not couch" in listed
    assert "\nAccents\nred      Red\ncoral    Coral\n" in listed and "moon.stars" in listed.splitlines()[-1]
