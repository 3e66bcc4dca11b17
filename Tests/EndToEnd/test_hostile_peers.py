"""Peers that flood, fall silent or stop: each is told why or held back, memory is bounded, and nobody else notices."""

import contextlib
import datetime
import json
import os
import random
import threading
import time

import pytest
from programs import Client, Connection
from test_roles import COORDINATOR, NOBODY, office, user  # noqa: F401: a fixture

MEBIBYTE = 1 << 20


@pytest.fixture
def warm(imported):
    """A daemon that has done some of everything once, so that what it holds from now on is what the peer made it hold."""
    imported.poll(100)
    return imported


def refused(connection, ends=True):
    """The one error that a connection gets, and ends with or goes on after."""
    error = json.loads(connection.receive())["error"]
    if ends:
        assert connection.receive() == b"", "the connection goes on"
    else:
        assert Client(connection, None).call("today", worker="sarah")["cards"]
    assert error["code"] == 1413 and error["message"].endswith(".")
    return error["data"]


@pytest.mark.alone
def test_a_hundred_megabytes_without_an_end_of_line_are_refused_and_not_kept(warm):
    before = warm.resident
    sent = 0
    with Connection(warm.socket) as connection:
        try:
            while sent < 100 * MEBIBYTE:
                connection.socket.sendall(b"x" * MEBIBYTE)
                sent += MEBIBYTE
        except (BrokenPipeError, ConnectionResetError):
            # Told so a second ago, and still sending.
            pass
        assert sent > MEBIBYTE
        assert refused(connection) == {"kind": "tooLarge", "limit": "messageBytes", "value": MEBIBYTE}
    warm.poll(10)
    assert warm.resident - before < 12


@pytest.mark.alone
@pytest.mark.parametrize("end", [b"", b"\n", b"]" * 200_000 + b"\n"], ids=["cut", "line", "closed"])
def test_two_hundred_thousand_open_brackets_are_refused_before_they_are_followed(warm, end):
    before = warm.resident
    with Connection(warm.socket) as connection:
        connection.send(b"[" * 200_000 + end)
        if not end:
            connection.socket.shutdown(1)
        # A line that has ended is answered, and the ones behind it are taken: they may be another's.
        assert refused(connection, ends=not end) == {"kind": "tooLarge", "limit": "depth", "value": 32}
    warm.poll(10)
    assert warm.resident - before < 8


def test_half_a_line_and_silence_are_refused_in_the_end(daemon):
    daemon.configuration.write_text(daemon.configuration.read_text() + "limits:\n  lineSeconds: 1\n")
    daemon.start().import_sample()
    with Connection(daemon.socket) as silent, Connection(daemon.socket) as half, Connection(daemon.socket) as batch:
        half.send(b'{"jsonrpc":"2.0","id":1,"meth')
        batch.send(b'[{"jsonrpc":"2.0","id":1,"method":"system.status"},\r')
        for connection in (half, batch):
            assert refused(connection) == {"kind": "tooLarge", "limit": "unfinishedLine", "value": 1}
        # Who has begun no line may be silent for as long as they like.
        assert Client(silent, None).call("today", worker="sarah")["progress"]["label"] == "1/7"


class Flood(threading.Thread):
    """Sends garbage as fast as it is refused, and looks at each refusal."""

    def __init__(self, daemon, seed):
        super().__init__(daemon=True)
        self.path, self.chance = daemon.socket, random.Random(seed)
        self.enough = threading.Event()
        self.answers, self.wrong = 0, []

    def line(self):
        """A line that is no request, in one of the ways in which lines are not, and the code that says so."""
        call = b'{"jsonrpc":"2.0","id":1,"method":"today","params":{"worker":"sarah"}}'
        return self.chance.choice(
            [
                (b"\xff" + bytes(b for b in self.chance.randbytes(200) if b != 10), -32700),
                (call[: self.chance.randrange(len(call))], -32700),
                (call + b"x", -32700),
                (call.replace(b"s", bytes([self.chance.randrange(1, 9)])), -32700),
                (b"[]", -32600),
                (call.replace(b"2.0", b"1.0"), -32600),
                (call.replace(b"today", b"t%d" % self.chance.randrange(1000)), -32601),
                (call.replace(b"worker", b"wroker"), -32602),
            ]
        )

    def run(self):
        try:
            with Connection(self.path) as connection:
                while not self.enough.is_set():
                    block = [self.line() for _ in range(100)]
                    connection.send(b"".join(line + b"\n" for line, _ in block))
                    self.look(block, [json.loads(connection.receive())["error"] for _ in block])
        except (OSError, ValueError, KeyError) as problem:
            self.wrong.append(repr(problem))

    def look(self, block, errors):
        # A refusal that needs no look at the database may overtake another: by code, they are those that were due.
        if sorted(code for _, code in block) != sorted(error["code"] for error in errors):
            self.wrong.append((block, errors))
        self.wrong += [error for error in errors if not (error["message"] and error["data"]["kind"])]
        self.answers += len(errors)


@pytest.mark.alone
def test_garbage_from_sixteen_connections_is_refused_line_by_line_while_today_is_polled(warm):
    before = warm.resident
    floods = [Flood(warm, seed) for seed in range(16)]
    for flood in floods:
        flood.start()
    warm.poll(30)
    for flood in floods:
        flood.enough.set()
    for flood in floods:
        flood.join(timeout=30)
        assert flood.wrong == []
        assert flood.answers >= 100, "this one was held up by the others"
    warm.poll(10)
    assert warm.resident - before < 16


@pytest.mark.alone
def test_a_thousand_idle_connections_take_little_and_are_in_nobodys_way(daemon):
    more = "limits:\n  connections: 1100\n  connectionsPerUser: 1100\n"
    daemon.configuration.write_text(daemon.configuration.read_text() + more)
    daemon.start().import_sample()
    daemon.poll(100)
    before = daemon.resident
    idle = [Connection(daemon.socket) for _ in range(1024)]
    with daemon.client() as client:
        assert client.call("system.status")["connections"] == 1025
    daemon.poll(10)
    assert daemon.resident - before < 30
    for connection in idle:
        connection.send(b'{"jsonrpc":"2.0","id":1,"method":"system.status"}\n')
    for connection in idle:
        assert json.loads(connection.receive())["result"]["connections"] == 1024
    for connection in idle:
        connection.__exit__()
    daemon.poll(10)


def batch(method, count, **params):
    """A line with so many calls of a method."""
    call = {"jsonrpc": "2.0", "method": method, "params": params}
    return json.dumps([{**call, "id": number} for number in range(count)]).encode() + b"\n"


def fill(connection, line):
    """Sends a line over and over until the daemon reads no more of them, or answers that it does not want them."""
    connection.socket.settimeout(0.3)
    with contextlib.suppress(TimeoutError, BrokenPipeError, ConnectionResetError):
        for _ in range(100):
            connection.socket.sendall(line)


def coming(count):
    """So many days from tomorrow on."""
    return [datetime.date.today() + datetime.timedelta(days=1 + ahead) for ahead in range(count)]


root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can be other users")


@root
@pytest.mark.alone
def test_callers_without_a_role_who_read_nothing_lock_nobody_out(office):  # noqa: F811
    line = batch("today", 100, worker="sarah")
    with contextlib.ExitStack() as stack:
        for _ in range(24):
            with contextlib.suppress(ConnectionResetError):
                fill(stack.enter_context(user(office, NOBODY)).connection, line)
        with user(office, COORDINATOR) as client:
            assert client.call("today", worker="sarah")["cards"] is not None
        office.visits("today", "--worker", "sarah")


@root
@pytest.mark.alone
def test_batches_of_large_answers_fill_no_memory_and_keep_no_other_user_from_being_served(office):  # noqa: F811
    office.import_sample()
    with office.client() as client:
        assert len(json.dumps(client.call("visit.list", limit=1000))) > 50_000
    before = office.resident
    line = batch("visit.list", 100, limit=1000)
    with contextlib.ExitStack() as stack:
        for _ in range(12):
            fill(stack.enter_context(user(office, COORDINATOR)).connection, line)
        for _ in range(10):
            office.visits("today", "--worker", "sarah")
        assert office.resident - before < 80


@root
@pytest.mark.alone
def test_coordinators_who_read_nothing_leave_room_for_everybody_else(office):  # noqa: F811
    users = range(2001, 2007)
    office.stop()
    text = office.configuration.read_text().replace(f"coordinator: [{COORDINATOR}]", f"coordinator: {list(users)}")
    assert str(users[0]) in text
    office.configuration.write_text(text + "limits:\n  bufferBytes: 16777216\n")
    office.start()
    office.import_sample()
    # More than is kept free for the answer to a call that reads.
    rows = [f"margaret-chen,{day} {hour:02}:00,30,{'ring twice ' * 30}" for day in coming(50) for hour in range(20)]
    table = office.folder / "t.csv"
    table.write_text("\n".join(["client,start,minutes,note", *rows]))
    office.visits("import", table)
    with contextlib.ExitStack() as stack:
        for uid in users:
            for _ in range(4):
                fill(stack.enter_context(user(office, uid)).connection, batch("visit.list", 100, limit=1000))
        for _ in range(10):
            office.visits("today", "--worker", "sarah")


@root
def test_a_caller_who_takes_nothing_loses_its_connection_and_its_share_is_free_again(office):  # noqa: F811
    office.stop()
    limits = "limits:\n  outputSeconds: 1\n  messageBytes: 65536\n  bufferBytes: 1048576\n"
    office.configuration.write_text(office.configuration.read_text() + limits)
    office.start()
    with contextlib.ExitStack() as stack:
        for _ in range(4):
            fill(stack.enter_context(user(office, COORDINATOR)).connection, batch("visit.list", 100, limit=1000))
        deadline = time.monotonic() + 30
        answer = b""
        while b'"result"' not in answer:
            assert time.monotonic() < deadline, answer
            with user(office, COORDINATOR) as client:
                client.connection.send(b'{"jsonrpc":"2.0","id":1,"method":"system.health"}\n')
                answer = client.connection.receive()
