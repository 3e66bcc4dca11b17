"""A stop takes 10 s at most, whoever is connected and whatever they ask, and what was answered is kept."""

import contextlib
import threading
import time

import pytest
from faults import PLAN
from flood import Flood
from programs import Client, Connection, Refused

LIST = b'{"jsonrpc":"2.0","id":1,"method":"visit.list","params":{"from":"2020-01-01","to":"2040-01-01"}}\n'
DISCOVER = b'{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}\n'


def seconds_to_stop(daemon):
    start = time.monotonic()
    assert daemon.stop() == 0
    return time.monotonic() - start


@pytest.mark.alone
def test_clients_that_are_idle_or_wait_hold_nothing_up(agency):
    with contextlib.ExitStack() as stack:
        clients = [stack.enter_context(Connection(agency.socket)) for _ in range(100)]
        for client in clients[:50]:
            client.send(b'{"jsonrpc":"2.0","id":1,"method":"event.wait","params":{"timeout":60}}\n')
        clients[99].send(b'{"jsonrpc":"2.0","id":1,"method":"system.health"}\n')
        assert b"writable" in clients[99].receive()
        assert seconds_to_stop(agency) < 5


class Completions(threading.Thread):
    """Completes one visit after another, and remembers those of which it was told that they are."""

    def __init__(self, daemon, visits):
        super().__init__()
        self.daemon, self.visits, self.answered = daemon, visits, []
        self.some = threading.Event()

    def run(self):
        with contextlib.suppress(Refused, OSError, ValueError), Connection(self.daemon.socket) as connection:
            client = Client(connection, None)
            for visit in self.visits:
                client.change("visit.complete", visit=visit)
                self.answered.append(visit)
                if len(self.answered) == 3:
                    self.some.set()


def planned_visits(daemon, count):
    """The ids of so many visits of today."""
    with daemon.client(check=False) as client:
        today = {**PLAN, "start": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - 600))}
        return [client.change("visit.add", **today)["visits"][0]["id"] for _ in range(count)]


@pytest.mark.alone
@pytest.mark.parametrize("line", [LIST, DISCOVER], ids=["reads", "work"])
def test_a_flood_of_calls_holds_nothing_up_and_no_completion_that_was_answered_is_lost(agency, line):
    visits = planned_visits(agency, 300)
    with Connection(agency.socket) as idle, Flood(agency, 200, line) as flood:
        completions = Completions(agency, visits)
        completions.start()
        assert completions.some.wait(timeout=120), "nothing is completed"
        assert seconds_to_stop(agency) < 10
        completions.join()
        assert idle.receive() == b""
        assert flood.answers > 0
    assert len(completions.answered) < len(visits), "the flood was over before the stop"
    agency.start()
    with agency.client() as client:
        statuses = {client.call("visit.show", visit=visit)["visit"]["status"] for visit in completions.answered}
    assert statuses == {"completed"}
