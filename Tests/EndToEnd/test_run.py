"""scripts/run, in a tree of its own that has the programs built already."""

import datetime
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time

import pytest
from cases import further
from programs import ROOT, VISITSD, environment, zone_at


class Tree:
    """A copy of what scripts/run needs."""

    def __init__(self, folder):
        self.folder = folder
        self.run_folder = folder / ".run"
        self.process = None
        shutil.copytree(ROOT / "scripts", folder / "scripts")
        for name in ("Sources", "Package.swift", ".build"):
            (folder / name).symlink_to(ROOT / name)
        self.run_folder.mkdir()
        self.take_for_built()

    def take_for_built(self):
        """Makes it look as if scripts/run had built the programs here: swift must not rebuild for this path."""
        state = subprocess.run(
            ["bash", "-c", ". scripts/lib.sh; sources_state"], cwd=self.folder, stdout=subprocess.PIPE, check=True
        )
        (self.run_folder / "built").write_bytes(state.stdout)

    def run(self, *words, **more):
        """scripts/run WORDS."""
        return subprocess.run(
            [self.folder / "scripts/run", *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
            env=environment(**more),
        )

    def configure(self, zone):
        """Has the agency's clocks in this zone, which scripts/run leaves as they are."""
        (self.run_folder / "visitsd.yaml").write_text(f"agency:\n  timeZone: {zone}\n")
        return self

    def start(self):
        """scripts/run in the foreground, until it has said what to try next."""
        self.process = subprocess.Popen(
            [self.folder / "scripts/run"],
            stdin=subprocess.DEVNULL,
            stdout=(self.folder / "out").open("w"),
            stderr=(self.folder / "err").open("w"),
            env=environment(),
            start_new_session=True,
        )
        deadline = time.monotonic() + 120
        while "Ctrl-C stops it" not in self.said:
            assert self.process.poll() is None and time.monotonic() < deadline, self.said
            time.sleep(0.02)
        return self

    def interrupt(self):
        """Ctrl-C: the whole process group gets the signal."""
        os.killpg(self.process.pid, signal.SIGINT)
        return self.process.wait(timeout=30)

    @property
    def said(self):
        return (self.folder / "err").read_text()

    @property
    def shown(self):
        return (self.folder / "out").read_text()

    def daemon(self):
        """The id of the visitsd that runs here."""
        return int((self.run_folder / "state/visits.sqlite.lock").read_text())

    def processes(self):
        """The ids of the processes that use this tree."""
        found = []
        for entry in pathlib.Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    if os.fsencode(self.folder) in (entry / "cmdline").read_bytes():
                        found.append(int(entry.name))
                except OSError:
                    pass
        return found

    def stop(self):
        """Ends what a failed test has left."""
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=30)


@pytest.fixture
def new_tree(request):
    """A tree in which nothing was run yet; with a parameter, in a folder of that name."""
    parent = pathlib.Path(tempfile.mkdtemp(prefix="visits-run-")).resolve()
    folder = parent / getattr(request, "param", "tree")
    folder.mkdir()
    tree = Tree(folder)
    yield tree
    tree.stop()
    shutil.rmtree(parent)


@pytest.fixture(scope="session")
def run_before():
    """What a first run at ten in the morning leaves in .run."""
    parent = pathlib.Path(tempfile.mkdtemp(prefix="visits-run-")).resolve()
    tree = Tree(parent)
    tree.configure(zone_at(10))
    assert tree.run("status").returncode == 0
    yield tree.run_folder
    shutil.rmtree(parent)


@pytest.fixture
def tree(new_tree, run_before):
    """A tree in which scripts/run was run before."""
    shutil.rmtree(new_tree.run_folder)
    shutil.copytree(run_before, new_tree.run_folder)
    new_tree.take_for_built()
    return new_tree


@pytest.mark.parametrize("new_tree", ["tree", "a folder with a name that is too long for a socket " * 3], indirect=True)
def test_one_command_shows_sarahs_today_and_ctrl_c_leaves_nothing_behind(new_tree):
    tree = new_tree.configure(zone_at(10)).start()
    for words in ["Margaret Chen", "8:00 AM - 9:00 AM", "123 Oak St, Edmonton", "John Smith", "10:00 AM - 11:00 AM"]:
        assert words in tree.shown
    assert tree.run("complete", "2", "--worker", "sarah").returncode == 0
    assert "2/7" in tree.run("today", "--worker", "sarah").stdout
    assert tree.interrupt() == 0
    assert tree.processes() == []


# Beside midnight the day may end under the test; Tests/VisitsExchangeTests goes through every minute.
@pytest.mark.parametrize("hour", [*map(further, [1, 7, 13, 19]), 22])
def test_at_any_hour_the_first_today_has_one_visit_in_progress_and_the_hints_are_true(new_tree, hour):
    tree = new_tree.configure(zone_at(hour)).start()
    assert re.search(r"Late|missed|⚠ .*since", tree.shown) is None, tree.shown
    cards = json.loads(tree.run("today", "--worker", "sarah", "--json").stdout)["cards"]
    states = [card["status"] for card in cards]
    present = states.index("inProgress")
    # Of those that are over one was made late, the third was missed.
    over = ["completed", "completed", "missed", "completed", "completed", "completed"]
    assert states == over[:present] + ["inProgress"] + ["scheduled"] * (6 - present)
    assert [card["alert"] for card in cards if card.get("alert")] == []
    now = datetime.datetime.now(datetime.UTC)
    begun = [datetime.datetime.fromisoformat(card["start"]) <= now + datetime.timedelta(minutes=2) for card in cards]
    assert begun == [True] * (present + 1) + [False] * (6 - present)
    hint = f"scripts/run complete {present + 1} --worker sarah   {cards[present]['title']}'s visit is done"
    assert hint in tree.said
    assert tree.run("complete", str(present + 1), "--worker", "sarah").returncode == 0
    assert tree.interrupt() == 0


def test_words_start_and_stop_a_daemon_of_their_own(new_tree):
    tree = new_tree.configure(zone_at(10))
    today = tree.run("today", "--worker", "sarah")
    assert today.returncode == 0 and "Margaret Chen" in today.stdout and today.stderr == ""
    assert tree.run("complete", "2", "--worker", "sarah").returncode == 0
    shown = json.loads(tree.run("today", "--worker", "sarah", "--json").stdout)
    assert shown["progress"]["label"] == "2/7"
    assert tree.processes() == []


def test_the_exit_status_of_visits_is_passed_on(tree):
    assert tree.run("show", "11111111-1111-7111-8111-111111111111").returncode == 1
    assert tree.run("no-such-command").returncode == 64


def test_the_sample_is_loaded_once_a_day(tree):
    assert tree.run("status").returncode == 0
    log = tree.run_folder / "import.log"
    log.unlink()
    assert tree.run("status").returncode == 0
    assert not log.exists()
    # Yesterday's sample is another one, so today's is loaded beside it.
    sample = (tree.run_folder / "sample.json").read_text()
    (tree.run_folder / "sample.json").write_text("yesterday's")
    shown = tree.run("today", "--worker", "sarah", "--json")
    assert log.exists()
    assert json.loads(shown.stdout)["progress"]["label"] == "1/7"
    # The sample of another hour of this day is another one too, and is left alone: it would move the visits.
    log.unlink()
    (tree.run_folder / "sample.json").write_text(sample.splitlines()[0] + "\nearlier")
    assert tree.run("today", "--worker", "sarah", "--json").stdout == shown.stdout
    assert not log.exists()


def test_hours_after_the_import_the_workers_have_been_to_their_visits(new_tree):
    tree = new_tree.configure(zone_at(13))
    sample = tree.run_folder / "sample.json"
    words = [VISITSD, "sample", "--at", "10:20", "--config", tree.run_folder / "visitsd.yaml"]
    with sample.open("w") as output:
        subprocess.run(words, stdout=output, check=True)
    # Without the people of the sample there is no routine yet.
    for name in ("routine", "practice"):
        (tree.run_folder / name).touch()
    # As if scripts/run had imported it then.
    assert tree.run("import", str(sample)).returncode == 0
    cards = json.loads(tree.run("today", "--worker", "sarah", "--json").stdout)["cards"]
    assert [card["status"] for card in cards[:3]] == ["completed"] * 3
    assert [card["alert"] for card in cards if card.get("alert")] == []
    assert [card["time"] for card in cards[:2]] == ["8:00 AM - 9:00 AM", "10:00 AM - 11:00 AM"]


def test_the_sample_routine_goes_on_where_a_run_ended_in_the_middle_and_is_never_doubled(tree):
    def routine():
        listed = json.loads(tree.run("tasks", "list", "--client", "margaret-chen", "--json").stdout)["tasks"]
        day = json.loads(
            tree.run("tasks", "--client", "margaret-chen", "--date", "yesterday", "--locale", "en", "--json").stdout
        )
        return [task["preset"] for task in listed], day["counter"], [row["version"] for row in day["rows"]]

    first = routine()
    assert len(first[0]) == len(set(first[0])) == 9
    # As if it had ended before it was done.
    (tree.run_folder / "routine").unlink()
    assert routine() == first
    assert (tree.run_folder / "routine").exists()


def test_a_second_scripts_run_says_that_one_is_running(tree):
    tree.start()
    second = tree.run()
    assert second.returncode == 0
    assert "runs already" in second.stderr and "Margaret Chen" in second.stdout
    assert tree.interrupt() == 0


def test_what_is_printed_to_be_typed_next_can_be_typed_as_it_stands(tree):
    tree.start()
    done = tree.run("complete", "7", "--worker", "sarah")
    line = next(line for line in done.stdout.splitlines() if line.strip().startswith("Undo: "))
    command = line.split(": ", 1)[1]
    assert command.startswith(f"{tree.folder}/scripts/run reopen ")
    undone = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=120, env=environment())
    assert undone.returncode == 0 and "Scheduled" in undone.stdout
    assert tree.interrupt() == 0


@pytest.mark.long
def test_a_daemon_that_hangs_is_named_and_no_second_one_is_started(tree):
    tree.start()
    daemon = tree.daemon()
    os.kill(daemon, signal.SIGSTOP)
    try:
        failed = tree.run("status")
    finally:
        os.kill(daemon, signal.SIGCONT)
    assert failed.returncode == 1
    assert failed.stderr == (
        f"visitsd runs already, but does not answer (process {daemon}).\n"
        f"Wait, or end it: kill -9 {daemon}. What was recorded is kept.\n"
    )
    assert tree.interrupt() == 0


def test_a_daemon_that_is_killed_is_told_of_once(tree):
    tree.start()
    os.kill(tree.daemon(), signal.SIGKILL)
    assert tree.process.wait(timeout=30) == 137
    assert tree.said.endswith("visitsd has stopped by itself (status 137).\n")
    assert "Killed" not in tree.said


def test_a_daemon_that_does_not_start_says_why(tree):
    tree.run_folder.joinpath("visitsd.yaml").write_text("agency:\n  timezon: x\n")
    failed = tree.run("today")
    assert failed.returncode == 78
    assert "agency.timezon" in failed.stderr and "did not start" in failed.stderr


def test_a_missing_toolchain_is_named_with_how_to_get_it(tree):
    failed = tree.run(PATH="/usr/bin:/bin", HOME="/nonexistent")
    if shutil.which("swift", path="/usr/bin:/bin"):
        pytest.skip("swift is among the system's own programs here")
    assert failed.returncode == 1
    assert "Swift 6.2 or newer" in failed.stderr and "swift.org/install" in failed.stderr
