"""An acknowledged change survives whatever ends the daemon."""

import random
import threading
import time

import pytest
from faults import PLAN, listed
from programs import Client, Connection

WRITERS = 4


class Writer(threading.Thread):
    """Plans visits and completes them until the daemon is gone, and keeps what was acknowledged."""

    def __init__(self, daemon, name):
        super().__init__(daemon=True)
        self.path, self.prefix = daemon.socket, name
        self.planned, self.completed, self.uncertain = {}, set(), None

    def run(self):
        try:
            with Connection(self.path) as connection:
                client = Client(connection, None)
                for number in range(10_000):
                    request = f"{self.prefix}-{number}"
                    self.uncertain = planning(request)
                    visit = client.call("visit.add", **self.uncertain)["visits"][0]["id"]
                    self.planned[request] = visit
                    client.call(
                        "visit.complete", visit=visit, at="2030-01-01T11:00:00Z", requestId=f"{request}-done"
                    )
                    self.completed.add(visit)
        except (OSError, ValueError):
            # The daemon was killed: the last line is cut or the connection is broken.
            pass


def planning(request):
    """The parameters of a visit whose request id is its note, so that a double would be seen."""
    return {**PLAN, "note": request, "requestId": request}


@pytest.mark.long
def test_no_acknowledged_change_is_lost_by_kill_after_kill(daemon, every_case):
    rounds = 200 if every_case else 20
    chance = random.Random(2)
    daemon.start().import_sample()
    planned, completed, uncertain = {}, set(), []
    for round_number in range(rounds):
        writers = [Writer(daemon, f"{round_number}-{number}") for number in range(WRITERS)]
        for writer in writers:
            writer.start()
        deadline = time.monotonic() + 30
        while not (all(writer.planned for writer in writers) and any(writer.completed for writer in writers)):
            assert time.monotonic() < deadline, "nothing is written"
            time.sleep(0.001)
        time.sleep(chance.uniform(0, 0.01))
        daemon.process.kill()
        daemon.process.wait()
        for writer in writers:
            writer.join(timeout=30)
            planned.update(writer.planned)
            completed |= writer.completed
            uncertain.append(writer.uncertain)
        daemon.start()

    with daemon.client() as client:
        # What was sent and not acknowledged may be there or not; sent again, it is there once.
        for request in uncertain:
            visit = client.call("visit.add", **request)["visits"][0]["id"]
            assert planned.setdefault(request["requestId"], visit) == visit
        found = listed(client)
    assert {note: visit["id"] for note, visit in found.items()} == planned
    lost = [visit["id"] for visit in found.values() if visit["id"] in completed and visit["status"] != "completed"]
    assert lost == []
    assert len(completed) >= rounds
