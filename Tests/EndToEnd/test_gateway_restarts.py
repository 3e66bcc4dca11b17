"""Phones report while visitsd restarts or visits-gateway is killed: each change once or refused as unavailable."""

import contextlib
import http.client
import json
import signal
import socket
import threading

import pytest
from gateways import Gateway
from programs import Client, Connection


class Phone(threading.Thread):
    """Starts visits one after the other, and sends each change with the same key until it is acknowledged."""

    def __init__(self, number, gateway, token, visits, halfway):
        super().__init__(daemon=True)
        self.number, self.gateway, self.token, self.visits, self.halfway = number, gateway, token, visits, halfway
        self.statuses, self.fault = [], None

    def run(self):
        try:
            for place, visit in enumerate(self.visits):
                if place == len(self.visits) // 2:
                    self.halfway.wait(timeout=60)
                while self.report(visit) != 200:
                    threading.Event().wait(0.02)
        except Exception as fault:
            self.fault = fault

    def report(self, visit):
        try:
            answer = self.gateway.post("visit.complete", {"visit": visit}, self.token, key=f"{self.number}-{visit}")
        except (OSError, http.client.HTTPException):
            return None
        self.statuses.append(answer.status)
        assert answer.status in (200, 503), answer
        assert answer.headers["Idempotency-Key"] == f"{self.number}-{visit}"
        return answer.status


def phones(gateway, count, each, halfway):
    """Phones of different workers, each with visits of its own."""
    made = []
    with gateway.daemon.client() as office, Connection(gateway.daemon.folder / "gateway.sock") as connection:
        door = Client(connection, None)
        for number in range(count):
            worker = office.change("worker.put", id=f"w{number}", name=f"Worker {number}")["worker"]["id"]
            visits = [
                office.change(
                    "visit.add", client="john-smith", worker=worker, localStart=f"{8 + place}:00", minutes=30
                )["visits"][0]["id"]
                for place in range(each)
            ]  # fmt: skip
            code = office.change("device.invite", worker=worker)["code"]
            token = door.change("device.enrol", code=code)["token"]
            made.append(Phone(number, gateway, token, visits, halfway))
    return made


def completions(daemon, visit):
    entries = json.loads(daemon.visits("audit", visit, "--json").stdout)["entries"]
    return [entry["method"] for entry in entries].count("visit.complete")


def finish(group):
    for phone in group:
        phone.join(timeout=120)
        assert phone.fault is None and not phone.is_alive(), phone.fault


def test_while_the_daemon_restarts_reads_succeed_and_each_change_is_once_or_unavailable(gateway):
    daemon = gateway.daemon
    group = phones(gateway, 4, 6, threading.Barrier(5))
    reads, over = [], threading.Event()

    def read():
        while not over.is_set():
            reads.append(gateway.get("/v1/today", group[0].token).status)

    reader = threading.Thread(target=read, daemon=True)
    for thread in (*group, reader):
        thread.start()
    group[0].halfway.wait(timeout=60)
    daemon.stop()
    daemon.start()
    finish(group)
    over.set()
    reader.join(timeout=60)
    assert set(reads) == {200}
    assert [completions(daemon, visit) for phone in group for visit in phone.visits] == [1] * 24


def test_a_gateway_that_is_killed_loses_and_doubles_no_completion(gateway):
    group = phones(gateway, 4, 6, threading.Barrier(5))
    for phone in group:
        phone.start()
    group[0].halfway.wait(timeout=60)
    gateway.stop(signal.SIGKILL)
    gateway.start()
    finish(group)
    assert [completions(gateway.daemon, visit) for phone in group for visit in phone.visits] == [1] * 24


class BrokenDaemon(threading.Thread):
    """Listens as visitsd does, writes down each line, and closes the connection without an answer."""

    def __init__(self, path, answers_from):
        super().__init__(daemon=True)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(path))
        self.listener.listen(16)
        self.answers_from, self.calls, self.lock = answers_from, [], threading.Lock()

    def run(self):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.listener.accept()
                threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        with connection, connection.makefile("rwb") as lines, contextlib.suppress(OSError):
            while line := lines.readline():
                call = json.loads(line)
                with self.lock:
                    self.calls.append(call["method"])
                    answers = len(self.calls) >= self.answers_from
                if not answers:
                    return
                lines.write(json.dumps({"jsonrpc": "2.0", "id": call["id"], "result": {"etag": "x"}}).encode() + b"\n")
                lines.flush()


@pytest.fixture
def broken(daemon):
    """A gateway before a BrokenDaemon that begins to answer with the third call."""
    peer = BrokenDaemon(daemon.folder / "gateway.sock", answers_from=3)
    peer.start()
    gateway = Gateway(daemon).start()
    gateway.peer = peer
    yield gateway
    gateway.remove()
    peer.listener.close()


TOKEN = "visits_" + "A" * 43


def test_a_change_whose_connection_breaks_is_sent_once_and_refused_as_unavailable(broken):
    answer = broken.post("visit.complete", {"visit": "v"}, TOKEN, key="k")
    assert (answer.status, answer.problem, answer.headers["Idempotency-Key"]) == (503, "unavailable", "k")
    assert broken.peer.calls == ["visit.complete"]


def test_a_read_whose_connection_breaks_is_sent_again(broken):
    assert broken.get("/v1/today", TOKEN).status == 200
    assert broken.peer.calls == ["today"] * 3
