"""Every screen in other languages: in their words to the last line, and laid out for a narrow terminal too."""

import datetime
import json
import re

import pytest
from cases import further
from programs import Daemon
from test_undo import undo

# What each screen prints of the sample agency: all that a coordinator looks at on a day.
SCREENS = [
    ["today", "--worker", "sarah"],
    ["today", "--all"],
    ["week", "--worker", "sarah"],
    ["list"],
    ["list", "--from", "today", "--to", "+7"],
    ["open"],
    ["late"],
    ["alerts", "--all"],
    ["emergency", "list", "--all"],
    ["workers"],
    ["clients"],
    ["workers", "show", "sarah"],
    ["clients", "show", "margaret-chen"],
    ["tasks", "--client", "margaret-chen"],
    ["tasks", "--client", "margaret-chen", "--date", "-1"],
    ["tasks", "list", "--client", "margaret-chen"],
    ["tasks", "presets"],
    ["tasks", "stats", "--client", "margaret-chen"],
    ["goals", "--client", "margaret-chen", "--all"],
    ["session"],
    ["session", "list"],
    ["home", "--worker", "sarah"],
    ["report"],
    ["report", "--by", "worker"],
    ["status"],
    ["sync", "status"],
    ["devices"],
    ["series"],
    ["series", "show", "priya"],
    ["audit", "--limit", "50"],
    ["evv"],
]

# The languages whose words are longest.
LONG = ["de", "pl", "ru"]


def columns(line):
    """How many columns a line takes: nothing here is wider than one but the signs of a bell or a cloud."""
    return len(line)


@pytest.fixture(scope="module")
def office(sample_database):
    """The sample agency with an emergency, visits in several states, care tasks, a series and an invited device.

    Tests that only read share it.
    """
    agency = Daemon()
    try:
        sample_database.copy_to(agency)
        fill(agency.start())
        yield agency
    finally:
        agency.remove()


def fill(agency):
    """Does some of everything."""
    agency.visits("emergency", "raise", "--worker", "sarah", "--note", "She fell in the hall and cannot get up by herself.")
    view = json.loads(agency.visits("today", "--worker", "sarah", "--json").stdout)
    planned = [card["visit"] for card in view["cards"] if card["status"] == "scheduled"]
    agency.visits("complete", planned[0])
    agency.visits("start", planned[1])
    # One is late, one probably missed.
    for minutes in (20, 50):
        start = datetime.datetime.now(datetime.UTC) - datetime.timedelta(minutes=minutes)
        words = ["--worker", "sarah", "--start", f"{start:%Y-%m-%dT%H:%MZ}", "--minutes", "45", "--allow-overlap"]
        agency.visits("add", "--client", "priya-raman", *words)
    for preset in ["weighed", "breakfast", "preWorkoutMeal", "trackedMeals", "sleptInBed"]:
        agency.visits("tasks", "add", "--preset", preset, "--client", "margaret-chen", "--from", "-3")
    agency.visits("tasks", "done", "weighed", "--client", "margaret-chen", "--date", "-1")
    agency.visits("tasks", "refused", "breakfast", "--client", "margaret-chen", "--reason", "Not hungry, and tired after a bad night")
    agency.visits("goals", "add", "Stand up by herself", "--client", "margaret-chen")
    agency.visits("goals", "add", "Walk to the front door with the frame", "--client", "margaret-chen")
    agency.visits("goals", "achieve", "walk", "--client", "margaret-chen")
    agency.visits("session", "start", "--worker", "sarah", "--client", "margaret-chen", "--goal", "stand")
    for trial in ["ok", "miss", "ok"]:
        agency.visits("session", "trial", trial, "--worker", "sarah")
    agency.visits("devices", "invite", "sarah")
    agency.visits(
        "add", "--client", "priya-raman", "--worker", "sarah", "--start", "tomorrow 21:00", "--minutes", "45",
        "--repeat", "weekly:mon,wed,fri",
    )  # fmt: skip


@pytest.mark.parametrize("width", [60, further(80)])
@pytest.mark.parametrize("locale", ["de", further("pl"), further("ru")])
def test_no_line_of_any_screen_is_wider_than_the_terminal(office, locale, width):
    too_wide = []
    for words in SCREENS:
        shown = office.visits(*words, "--locale", locale, COLUMNS=str(width))
        lines = shown.stdout.splitlines()
        # What is there to be copied is left whole.
        lines = [line for line in lines if "visits " not in line and "journalctl" not in line]
        too_wide += [f"{' '.join(words)}: {line}" for line in lines if columns(line) > width]
    assert too_wide == []


@pytest.mark.parametrize("width", [60, further(80), further(120)])
@pytest.mark.parametrize("locale", [*LONG, "en", "es"])
def test_the_title_of_a_task_and_its_time_stand_on_one_line(office, locale, width):
    words = ["tasks", "--client", "margaret-chen", "--locale", locale]
    rows = json.loads(office.visits(*words, "--json").stdout)["rows"]
    lines = office.visits(*words, COLUMNS=str(width)).stdout.splitlines()
    timed = [row for row in rows if "time" in row]
    assert timed
    for number, row in enumerate(rows, start=1):
        line = next(line for line in lines if line.startswith(f"{number}  {row['mark']}  "))
        assert row["title"] in line and row.get("time", "") in line


@pytest.mark.parametrize("locale", ["ru", further("de"), further("pl")])
def test_what_is_said_wide_is_said_narrow_too(office, locale):
    for words in SCREENS:
        if words[0] in ("status", "report"):
            continue
        wide = office.visits(*words, "--locale", locale, COLUMNS="200").stdout
        narrow = office.visits(*words, "--locale", locale, COLUMNS="60").stdout
        # Nothing is cut: every word of the wide screen stands on the narrow one.
        missing = set(re.findall(r"\w{3,}", wide)) - set(re.findall(r"\w{3,}", narrow))
        broken = {word for word in missing if word in re.sub(r"\s+", "", narrow)}
        assert missing - broken == set(), words


def test_a_day_in_polish_has_no_english_line(office):
    said = ""
    for words in SCREENS:
        done = office.visits(*words, "--locale", "pl")
        said += done.stdout + done.stderr
    for english in [
        "Worker", "Client", "Status", "Visits", "Alerts", "Last minute", "Database", "Nothing", "See ", "Undo", "since ",
        "not recorded", "takes changes", "Total", "Done", "Streak", "All tasks", "until ", "Completed", "Scheduled",
    ]:
        assert not re.search(rf"(?m)(^|\W){re.escape(english)}(?!\w)", said), english


def test_a_change_and_its_undo_are_told_in_polish_and_work(agency):
    fill(agency)
    view = json.loads(agency.visits("today", "--worker", "sarah", "--json").stdout)
    visit = next(card["visit"] for card in view["cards"] if card["status"] == "scheduled")
    started = agency.visits("start", visit, "--locale", "pl").stdout
    step = re.search(r"Cofnij: (.*)", started)
    assert "'Rozpoczęta przez pomyłkę'" in step[1]
    undo(agency, f"Undo: {step[1]}")
    refused = agency.visits("start", "ffffffff", "--locale", "pl", check=False)
    assert refused.returncode == 1
    assert re.search(r"there|See|visit is", refused.stderr) is None, refused.stderr


@pytest.mark.parametrize(
    ("locale", "line"),
    [
        ("pl", "przyjmuje zmiany"),
        ("de", "nimmt Änderungen an"),
        ("tr", "değişiklik kabul ediyor"),
        ("ru", "принимает изменения"),
    ],
)
def test_status_is_told_in_the_language_of_the_environment(agency, locale, line):
    assert line in agency.visits("status", LC_ALL=f"{locale}_XX.UTF-8", LANG="en_US.UTF-8").stdout
