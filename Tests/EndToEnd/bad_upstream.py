"""A visitsd and a server that misbehaves, shared by the tests of a file; each test has people and visits of its own."""

import contextlib
import itertools
from datetime import timedelta

import pytest
from programs import Daemon
from synced import Synced, booked, eventually, hours, people
from upstreams import Upstream

# What upstream says when it refuses, and no log line may repeat.
WORDS = "Margaret Chen is not insured for this"
_NUMBERS = itertools.count(1)


@pytest.fixture(scope="module")
def kept_in_step():
    """A running visitsd with a server of its own; in the end its log names nobody."""
    daemon, upstream = Daemon(), Upstream()
    try:
        upstream.start()
        synced = Connected(daemon, upstream)
        daemon.start()
        with synced.connected():
            assert synced.sync() == "synced"
        yield synced
        log = daemon.log
        for name in ("Margaret", "Chen", "Sarah", "Miller", "insured"):
            assert name not in log
        assert daemon.stop() == 0
    finally:
        daemon.remove()
        upstream.remove()


@pytest.fixture
def agency(kept_in_step):
    """The same with a worker of the test's own, and two visits of theirs: one that meets the fault, one that does not."""
    # Of what comes and goes the journal is told so often and no more: each test has a life of the daemon of its own.
    assert kept_in_step.daemon.stop() == 0
    kept_in_step.daemon.start()
    with kept_in_step.connected():
        agency = Agency(kept_in_step)
        agency.begin()
        yield agency
        agency.upstream.faults()


class Connected(Synced):
    """The same over one connection, since there are many tests."""

    client = None

    @contextlib.contextmanager
    def connected(self):
        """While there is that connection."""
        with self.daemon.client() as self.client:
            yield

    def call(self, method, **params):
        return self.client.call(method, **params)

    def change(self, method, **params):
        return self.client.change(method, **params)


class Agency:
    """What a test of a fault does and sees."""

    def __init__(self, synced):
        self.synced, self.daemon, self.upstream = synced, synced.daemon, synced.upstream
        self.number = next(_NUMBERS)
        # No number is the beginning of another.
        self.worker, self.client = f"w{self.number}x", f"p{self.number}x"
        self.mine, self.other, self.third = (f"{letter}{self.number}x" for letter in "abc")
        self.log_before = len(self.daemon.log)
        self.visits = {}

    def begin(self):
        """Upstream's people and visits arrive here."""
        self.upstream.store(*people(self.worker, self.client), self.booked(self.mine, 1), self.booked(self.other, 2))
        assert self.sync() == "synced"
        cards = self.cards()
        assert len(cards) == 2
        self.visits = {self.mine: cards[0]["visit"], self.other: cards[1]["visit"]}
        self.log_before = len(self.daemon.log)

    def booked(self, id, minutes, **more):
        """An Appointment of the test's worker."""
        start = hours(0) + timedelta(minutes=minutes)
        return booked(id, start, worker=self.worker, client=self.client, **more)

    def cards(self):
        """The worker's Today."""
        return self.synced.call("today", worker=self.worker)["cards"]

    def sync(self, times=1):
        """Syncs as a person does, over and over; what the indicator says then."""
        return [self.synced.sync() for _ in range(times)][-1]

    def complete(self, name):
        """The worker makes a visit."""
        self.synced.change("visit.complete", visit=self.visits[name])

    def remark(self, name):
        """The office changes a visit."""
        self.synced.change("visit.change", visit=self.visits[name], note="Ring twice")

    def there(self, name):
        """An Appointment as upstream has it."""
        return next(found for found in self.upstream.resources("Appointment") if found["id"] == name)

    def has_arrived(self, name):
        """Whether a remark of ours has."""
        return self.there(name).get("comment") == "Ring twice"

    def problems(self):
        """What a person is shown of the test's own things, and of what is not a thing of anybody's."""
        found = self.synced.call("sync.problems")["problems"]
        assert all(str(one["problem"]) in self.shown_problems() for one in found)
        return found

    def shown_problems(self):
        """The same on a screen."""
        return self.daemon.visits("sync", "problems").stdout

    @property
    def log(self):
        """The journal since the test began."""
        return self.daemon.log[self.log_before :]

    def arrives_once_when_the_fault_ends(self, name):
        """Ends the fault, tries again what was parked; the completion is upstream then, and was made there once."""
        self.upstream.faults()
        for problem in self.synced.call("sync.problems")["problems"]:
            if problem["kind"] == "parked":
                self.synced.change("sync.retry", problem=problem["problem"])
        assert self.sync(2) == "synced"
        assert self.synced.call("sync.problems")["problems"] == []
        self.is_there_once(name)

    def is_well_when_the_fault_ends(self):
        """Ends the fault; what could not be fetched arrives then, and no trouble is left."""
        self.upstream.faults()
        assert self.sync() == "synced"
        assert self.synced.call("sync.problems")["problems"] == []
        assert len(self.cards()) == 3
        # Whoever waits is answered first.
        eventually(lambda: "Sync works." in self.log)

    def is_there_once(self, name):
        """The completion of a visit is upstream, and was made there once."""
        versions = [version for version in self.upstream.versions("Appointment") if version and version["id"] == name]
        assert [version["status"] for version in versions] == ["booked", "fulfilled"]
        encounters = [
            version
            for version in self.upstream.versions("Encounter")
            if version["appointment"] == [{"reference": f"Appointment/{name}"}]
        ]
        assert [encounter["status"] for encounter in encounters] == ["finished"]
        status = self.synced.call("visit.show", visit=self.visits[name])["visit"]["sync"]
        assert status == "synced"
