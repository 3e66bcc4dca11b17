"""Goals, sessions and Home, as a worker types them; and the walk of a day."""

import json
import re
import signal
import termios
from datetime import datetime, timedelta, timezone

import pytest
from live_terminal import LiveTerminal
from test_undo import undo

SARAH = {"VISITS_WORKER": "sarah", "VISITS_CLIENT": "margaret-chen"}


@pytest.fixture
def office(daemon):
    """A running visitsd that knows Sarah, and Margaret Chen with a goal."""
    daemon.start()
    daemon.visits("workers", "add", "sarah", "--name", "Sarah Miller")
    daemon.visits("clients", "add", "margaret-chen", "--name", "Margaret Chen")
    daemon.visits("goals", "add", "Stand up unaided", "--client", "margaret")
    return daemon


def session(office, *words):
    """What visits session prints."""
    return office.visits("session", *words, **SARAH).stdout


def shown(office, *words):
    """A session as it is."""
    return json.loads(session(office, "show", *words, "--json"))


def test_a_session_is_practised_trial_by_trial_and_each_can_be_taken_back(office):
    begun = session(office, "start", "--goal", "stand")
    assert begun.startswith("◐ Margaret Chen\n  Stand up unaided\n  No trials, 0 s\n")
    assert "End it: visits session end --worker sarah" in begun
    ok = session(office, "trial", "ok")
    session(office, "trial", "miss")
    assert "1 of 2 trials successful (50%)" in session(office)
    undo(office, ok)
    assert "0 of 1 trial successful (0%)" in session(office)
    again = session(office, "trial", "undo")
    assert "No trials" in again
    undo(office, again)
    assert [trial["mark"] for trial in shown(office)["trials"]] == ["–", "–", "✗"]
    refused = office.visits("session", "start", "--goal", "stand", check=False, **SARAH)
    assert refused.returncode == 1 and "is still running. End it first: visits session end" in refused.stderr
    ended = session(office, "end")
    assert "0 of 1 trial successful (0%)" in ended and ended.startswith("✓ ")
    nothing = office.visits("session", check=False, **SARAH)
    assert nothing.returncode == 1 and "No session is running." in nothing.stderr
    id = shown_id(office)
    for words in (["trial", "ok"], ["end"]):
        late = office.visits("session", *words, "--session", id, check=False)
        assert late.returncode == 1 and late.stderr.endswith("can still be recorded: give its time with --at.\n")
    listed = session(office, "list")
    assert re.search(r"✓  \d+:\d\d [AP]M  Margaret Chen  Stand up unaided", listed)
    assert "0 of 1 trial successful" in session(office, "show", listed.split()[-1])
    assert "Margaret Chen, Stand up unaided" in session(office, "list", "--spoken")


def test_a_goal_is_renamed_achieved_and_reopened(office):
    def goals(*words):
        return office.visits("goals", *words, **SARAH).stdout

    renamed = goals("rename", "stand", "Stand up from the chair")
    assert "◎  Stand up from the chair" in goals()
    undo(office, renamed)
    achieved = goals("achieve", "stand", "--reason", "Five days in a row")
    assert goals() == "No goals\n" and "✓  Stand up unaided  Achieved on " in goals("--all")
    undo(office, achieved)
    retired = goals("retire", "stand")
    refused = office.visits("session", "start", "--goal", "stand", check=False, **SARAH)
    assert refused.returncode == 64 and "visits goals reopen" in refused.stderr
    undo(office, retired)
    added = goals("add", "Walk to the door")
    undo(office, added)
    assert "Walk" not in goals() and "Stand up unaided" in goals()
    missing = office.visits("goals", "achieve", "stnd up unaided", check=False, **SARAH)
    assert 'Did you mean "Stand up unaided"?' in missing.stderr


@pytest.fixture
def live(office):
    """The live mode of a session that has just begun, on a terminal of its own."""
    session(office, "start", "--goal", "stand")
    with LiveTerminal(office, "session", "live", "--worker", "sarah", columns=60, rows=16) as terminal:
        terminal.shows("No trials")
        yield terminal


def test_single_keys_record_trials_which_stand_there_at_once(office, live):
    live.type("+")
    live.shows("1 of 1 trial successful (100%)")
    live.type(" -")
    screen = live.shows("2 of 3 trials successful (67%)")
    assert "✓ ✓ ✗" in "\n".join(screen)
    assert "+ ok   - miss   u undo   e end   q leave" in screen[-1]
    live.type("u")
    live.shows("2 of 2 trials successful (100%)")
    # An arrow is no trial.
    live.type("\x1b[A")
    live.type("m")
    live.shows("2 of 3 trials successful (67%)")
    live.type("e")
    live.shows("End the session? e again ends it, any other key continues.")
    live.type("x")
    live.until(lambda screen: "End the session?" not in screen, "that it goes on")
    assert live.end("ee") == 0
    assert termios.tcgetattr(live.follower) == live.before
    assert live.shown.rstrip().endswith("--at TIME")
    assert [trial["mark"] for trial in json.loads(session(office, "show", shown_id(office), "--json"))["trials"]] == [
        "✓", "✓", "–", "✗",
    ]


def shown_id(office):
    """The id of the last session."""
    return json.loads(session(office, "list", "--json"))["sessions"][0]["id"]


@pytest.mark.parametrize("how", ["q", "\x03", signal.SIGTERM, signal.SIGHUP])
def test_the_terminal_is_given_back_however_it_is_left_and_the_session_goes_on(office, live, how):
    live.type("+")
    live.shows("1 of 1 trial")
    assert live.end(how) == 0
    assert termios.tcgetattr(live.follower) == live.before
    assert "\x1b[?7h\x1b[?25h\x1b[?1049l" in live.shown
    assert "The session continues." in live.shown
    assert shown(office)["session"]["state"] == "running"


def test_keys_are_kept_while_the_daemon_restarts_and_count_once(office, live):
    live.type("+")
    live.shows("1 of 1 trial")
    office.stop()
    live.type("-")
    office.start()
    live.shows("1 of 2 trials successful (50%)")
    assert live.end("q") == 0
    assert shown(office)["session"]["trials"] == 2


def test_a_key_pressed_while_the_daemon_is_away_is_of_the_moment_at_which_it_was_pressed(office, live):
    live.type("+")
    live.shows("1 of 1 trial")
    office.stop()
    before = datetime.now(timezone.utc)
    live.type("-")
    live.shows("1 key is not recorded yet")
    live.type("+")
    live.shows("2 keys are not recorded yet")
    after = datetime.now(timezone.utc)
    office.start()
    live.shows("2 of 3 trials successful (67%)")
    assert live.end("q") == 0
    trials = shown(office)["trials"]
    assert [trial["success"] for trial in trials] == [True, False, True]
    first, second = (datetime.fromisoformat(trial["at"]) for trial in trials[1:])
    # The API's instants are cut to milliseconds.
    assert before - timedelta(milliseconds=1) <= first <= second <= after
    assert after < datetime.fromisoformat(trials[1]["receivedAt"])


@pytest.mark.parametrize("how", ["q", "\x03"])
def test_a_key_that_waits_is_seen_and_whoever_leaves_is_told_how_to_record_it(office, live, how):
    live.type("+")
    live.shows("1 of 1 trial")
    office.stop()
    live.shows("No connection")
    live.type("-+")
    screen = live.shows("2 keys are not recorded yet")
    assert "Margaret Chen" in screen[0] and "✓ (✗) (✓)" in screen[6]
    assert "+ ok   - miss   u undo   e end   q leave" in screen[-1]
    assert live.end(how) == 69
    assert termios.tcgetattr(live.follower) == live.before
    office.start()
    typed = re.findall(r"visits (session trial \w+ --session \S+ --at (\S+))", live.shown)
    for command, _ in typed:
        office.visits(*command.split())
    trials = shown(office)["trials"]
    assert [trial["success"] for trial in trials] == [True, False, True]
    assert [trial["at"] for trial in trials[1:]] == [moment for _, moment in typed]


def test_the_live_mode_draws_the_trials_so_far_and_follows_what_is_recorded_elsewhere(office):
    session(office, "start", "--goal", "stand")
    session(office, "trial", "ok")
    session(office, "trial", "miss")
    with LiveTerminal(office, "session", "live", "--worker", "sarah", columns=80, rows=24) as terminal:
        assert "✓ ✗" in terminal.shows("1 of 2 trials successful (50%)")[6]
        session(office, "trial", "ok")
        assert "✓ ✗ ✓" in terminal.shows("2 of 3 trials successful (67%)")[6]
        session(office, "trial", "undo")
        terminal.until(lambda screen: "✓ ✗\n" in screen, "the trial that was taken back")
        session(office, "end")
        assert terminal.ended() == 0
        assert "The session was ended elsewhere. Record a trial from before its end: visits session" in terminal.shown


def test_a_session_is_found_by_its_short_id_and_the_choices_are_told_where_several_have_it(office):
    for name, title in (("a", "Sit up"), ("b", "Walk to the door")):
        office.visits("goals", "add", title, "--client", "margaret")
        goal = json.loads(office.visits("goals", "--client", "margaret", "--json").stdout)["goals"][-1]["id"]
        id = f"0199e0c2-5d80-7000-8000-00000{name}00beef"
        with office.client() as client:
            client.change("session.start", worker="sarah", client="margaret-chen", goal=goal, session=id)
            client.change("session.end", session=id)
    assert "  0199e0c2-5d80-7000-8000-00000a00beef\n" in session(office, "show", "0A00BEEF")
    several = office.visits("session", "show", "00beef", check=False)
    assert several.returncode == 64
    assert '"00beef" may be any of 2 sessions; write more of the id.' in several.stderr
    assert "0199e0c2-5d80-7000-8000-00000a00beef  " in several.stderr
    assert "0199e0c2-5d80-7000-8000-00000b00beef  " in several.stderr
    none = office.visits("session", "show", "0c00beef", check=False)
    assert none.returncode == 1 and 'There is no session "0c00beef".' in none.stderr


def test_home_says_where_the_worker_stands(office):
    home = office.visits("home", **SARAH).stdout
    assert home.startswith("Home  Sarah Miller") and "No visits left today" in home
    assert "No session yet" in home
    office.visits("add", "--client", "margaret", "--worker", "sarah", "--start", "today 0:00", "--minutes", "1440")
    session(office, "start", "--goal", "stand")
    running = office.visits("home", **SARAH).stdout
    assert "Session running" in running and "Margaret Chen, since " in running
    assert "1 goal available" in running and "1 visit left today" in running
    session(office, "trial", "ok")
    session(office, "end")
    home = office.visits("home", **SARAH).stdout
    assert ": 100%, 0 s" in home and "MC  Margaret Chen  Last session: " in home
    spoken = office.visits("home", "--spoken", **SARAH).stdout
    assert "Goal Bank, 1 goal available. Shows the goals of your clients.\n" in spoken
    german = office.visits("home", "--locale", "de", **SARAH).stdout
    assert "1 Ziel in Arbeit" in german and "Heute noch 1 Einsatz" in german
    clients = json.loads(office.visits("clients", "--json").stdout)["clients"]
    assert clients[0]["lastSessionDate"] and clients[0]["age"] is None


def test_the_walk_of_a_day_stands_in_the_audit(office):
    """Check-in, nine tasks, a session with ten trials, complete: step by step what a worker does at a client's."""
    for preset in (
        "weighed breakfast lunch preWorkoutMeal dinner kitchenClosed trackedMeals workout sleptInBed".split()
    ):
        office.visits("tasks", "add", "--preset", preset, **SARAH)
    office.visits("add", "--client", "margaret", "--worker", "sarah", "--start", "today 0:00", "--minutes", "1440")
    visit = json.loads(office.visits("list", "--json").stdout)["visits"][0]["id"]
    office.visits("start", visit)
    office.visits("tasks", **SARAH)
    for number in range(1, 10):
        office.visits("tasks", "done", str(number), **SARAH)
    session(office, "start", "--goal", "stand")
    for number in range(10):
        session(office, "trial", "miss" if number in (2, 5) else "ok")
    ended = json.loads(session(office, "end", "--json"))["session"]
    assert (ended["trials"], ended["successes"], ended["successRate"]) == (10, 8, 0.8)
    assert ended["visit"] == visit
    office.visits("complete", visit)
    audit = json.loads(office.visits("audit", "--client", "margaret", "--limit", "23", "--json").stdout)["entries"]
    assert [entry["method"] for entry in audit] == (
        ["visit.start"]
        + ["task.record"] * 9
        + ["session.start"]
        + ["session.trial"] * 10
        + ["session.end", "visit.complete"]
    )
    told = office.visits("audit", "--client", "margaret", "--limit", "3").stdout
    assert "Margaret Chen, Stand up unaided, 8 of 10 trials successful (80%)" in told
    assert "Trials: 9 → 10" in told
