"""What the journal's catalog, the guides and the man pages tell a person to run works as it stands.

scripts/boot runs the lines that need a whole machine, test_manual.py the examples of the man pages.
"""

import datetime
import json
import re
import subprocess
import sys

import pytest
from advice import (
    GUIDES, OPERATING, PEOPLE, PROGRAMS, README, ROOT, advised, entries, mentions, needs_machine, substituted,
)  # fmt: skip
from programs import VISITS, environment
from synced import Synced, booked, eventually, hours, people

# Lines that name a command without what it needs, and what a person adds.
ADDED = {
    "visits alerts ack": "visits alerts ack @VISITS_ALERT@",
    "visits call": "visits call worker.list",
    "visits devices invite": "visits devices invite sarah",
    "visits devices revoke": "visits devices revoke @VISITS_DEVICE@ --reason lost",
    "visits emergency raise": "visits emergency raise --worker sarah",
    "visits import FILE": "visits import plan.csv",
    "visits today": "visits today --worker sarah",
}


class Troubled:
    """An agency that has the troubles of which the catalog tells, and a person who follows its advice."""

    def __init__(self, synced):
        self.daemon, self.call = synced.daemon, synced.call
        self.home = self.daemon.folder / "home"
        self.home.mkdir()
        day = datetime.date.today() + datetime.timedelta(days=1)
        (self.home / "plan.csv").write_text(f"Client,Start,Minutes\nMargaret Chen,{day} 20:30,30\n")
        for name, text in PEOPLE.items():
            (self.home / name).write_text(text)
        self.backup = None
        self.secret = self.home / "token"
        self.secret.write_text("secret\n")
        for visit in [card["visit"] for card in synced.today()["cards"][:2]]:
            synced.change("visit.start", visit=visit)
            synced.change("visit.complete", visit=visit)
        for preset in ("breakfast", "lunch"):
            task = synced.change("task.put", client="margaret-chen", preset=preset)["task"]["id"]
            synced.change("task.record", client="margaret-chen", task=task, done=True)
        self.device = synced.change("device.invite", worker="sarah")["device"]["id"]
        self.emergency = synced.change("emergency.raise", worker="sarah")["emergency"]["id"]
        self.alert = eventually(lambda: synced.call("alert.list", open=True)["alerts"])[0]["id"]

    def parked(self):
        """A visit whose change is parked, and the number of another parked record, once there are both."""
        problems = [found for found in self.call("sync.problems")["problems"] if found["kind"] == "parked"]
        visits = [problem["visit"] for problem in problems if "visit" in problem]
        numbers = [problem["problem"] for problem in problems if "visit" not in problem]
        return visits and numbers and (visits[0], numbers[0])

    def values(self):
        """What a field of an entry comes to, and what a person puts in place of a word in capitals."""
        # What was sent again is soon parked again.
        visit, number = eventually(self.parked)
        return {
            "@VISITS_ALERT@": self.alert,
            "@VISITS_DEVICE@": self.device,
            "@VISITS_EMERGENCY@": self.emergency,
            "@VISITS_FILE@": self.secret,
            "@VISITS_VISIT@": visit,
            "NUMBER": number,
            "FILE": self.backup,
        }

    def follow(self, line):
        """Runs a line as the documents have it; what came of it."""
        restores = line.startswith("visitsd restore")
        if restores:
            self.backup = json.loads(self.daemon.visits("backup", "--json").stdout)["path"]
        line = substituted(ADDED.get(line, line), self.values())
        if restores:
            assert self.daemon.stop() == 0
        done = self.daemon.shell(line, self.home)
        if restores:
            self.daemon.start()
        return done

    def failing(self, lines):
        """Those lines that fail, each with how."""
        told = [(line, self.follow(line)) for line in lines if not needs_machine(line)]
        return [f"{line}: {done.returncode} {done.stderr}" for line, done in told if done.returncode != 0]


@pytest.fixture
def troubled(daemon, upstream):
    """An agency whose upstream refuses every change."""
    upstream.start().store(*people(), *(booked(f"a{number}", hours(-number)) for number in range(4)))
    upstream.faults(*({"method": method, "status": 422, "times": None} for method in ("POST", "PUT")))
    synced = Synced(daemon, upstream)
    daemon.start()
    synced.until("synced")
    return Troubled(synced)


@pytest.fixture
def mentioned(tmp_path):
    """The command lines within the sentences of the man pages."""
    subprocess.run([sys.executable, ROOT / "scripts/manual/pages.py", tmp_path, VISITS], env=environment(), check=True)
    return [line for page in sorted(tmp_path.iterdir()) for line in mentions(page.read_text())]


def test_the_advice_of_the_catalog_works(troubled):
    assert troubled.failing(line for entry in entries() for line in entry.commands) == []


def test_the_commands_of_the_guides_and_the_readme_work(troubled):
    assert troubled.failing(line for page in (README, *GUIDES) for line in advised(page)) == []


def test_the_commands_within_the_sentences_of_the_man_pages_work(troubled, mentioned):
    assert "visitsd restore FILE" in mentioned
    assert troubled.failing(mentioned) == []


def test_the_boot_test_runs_every_line_that_needs_a_whole_machine(mentioned):
    # It goes through the catalog and the operator's guide.
    run = {line for entry in entries() for line in entry.commands} | set(advised(OPERATING))
    told = [*mentioned, *(line for page in (README, *GUIDES) for line in advised(page))]
    assert [line for line in told if needs_machine(line) and line not in run] == []


def test_a_command_of_the_catalog_stands_on_a_line_of_its_own_or_behind_a_colon():
    words = subprocess.run([VISITS, "--help"], env=environment(), stdout=subprocess.PIPE, text=True, check=True).stdout
    own = "|".join(["check", "restore", "sample", *re.findall(r"^  ([a-z]+)(?:, [a-z]+)*  ", words, re.MULTILINE)])
    others = "|".join(program for program in PROGRAMS.split("|") if not program.startswith("visits"))
    for entry in entries():
        text = entry.text
        for line in entry.commands:
            text = re.sub(rf"(^ {{4}}|: ){re.escape(line)}$", "", text, flags=re.MULTILINE)
        assert re.findall(rf"\bvisitsd? (?:{own})\b|\b(?:{others})\b", text) == [], entry.subject


def test_what_a_person_adds_is_for_a_command_that_stands_somewhere(mentioned):
    everything = {line for page in (README, *GUIDES) for line in advised(page)} | set(mentioned)
    assert set(ADDED) - everything == set()
