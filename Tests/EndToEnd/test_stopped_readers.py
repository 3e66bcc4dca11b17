"""Peers that stop reading: what they are owed waits without filling the memory, and is theirs when they go on."""

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys

import pytest
from programs import Connection

# Reads the connection that is its input to the end, or to a line with the word that it is given; prints how many lines
# there were and the last one.
READER = """
import sys
count, line = 0, b""
for line in sys.stdin.buffer:
    count += 1
    if sys.argv[1:] and sys.argv[1].encode() in line:
        break
print(count, line.decode(), flush=True)
"""


@contextlib.contextmanager
def stopped_reader(connection, *until):
    """A process that reads what comes on a connection, and stands still before it has read anything."""
    words = [sys.executable, "-c", READER, *until]
    # The two ends of a descriptor share this: with a timeout the process would find an end where only nothing is there.
    connection.socket.setblocking(True)
    process = subprocess.Popen(words, stdin=connection.socket, stdout=subprocess.PIPE, text=True)
    try:
        process.send_signal(signal.SIGSTOP)
        os.waitpid(process.pid, os.WUNTRACED)
        yield process
    finally:
        process.kill()
        process.wait()


def read(process):
    """Lets the process go on; what it has read: how many lines, and the last one."""
    process.send_signal(signal.SIGCONT)
    count, line = process.communicate(timeout=60)[0].split(" ", 1)
    return int(count), json.loads(line)


def call(method, **params):
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode() + b"\n"


@pytest.mark.alone
def test_a_reader_that_is_stopped_is_not_read_from_either_and_misses_no_answer(imported):
    imported.poll(100)
    before = imported.resident
    most = 4_000
    # Mostly space, so that the socket itself holds few of them.
    line = call("visit.list", **{"from": "2020-01-01", "to": "2100-01-01"}).replace(b"\n", b" " * 4000 + b"\n")
    with Connection(imported.socket) as connection, stopped_reader(connection) as process:
        connection.socket.setblocking(False)
        rest = line * most
        # Until the daemon takes nothing more; a second is for it to catch up.
        while rest and select.select([], [connection.socket], [], 1)[1]:
            rest = rest[connection.socket.send(rest[: 1 << 16]) :]
        assert len(rest) > len(line) * most / 2, "calls are taken though nobody reads the answers"
        imported.poll(100)
        assert imported.resident - before < 24
        connection.socket.setblocking(True)
        process.send_signal(signal.SIGCONT)
        unfinished = len(rest) % len(line)
        connection.socket.sendall(rest[: unfinished + 100 * len(line)])
        connection.socket.shutdown(socket.SHUT_WR)
        count, last = read(process)
    assert count == most - len(rest) // len(line) + 100
    assert len(last["result"]["visits"]) >= 7


def make_events(daemon, visit, numbers, more=""):
    """Changes a visit's note as often, by batches of a hundred."""
    with Connection(daemon.socket) as connection:
        for first in numbers[::100]:
            batch = [
                call("visit.change", visit=visit, note=f"{number}{more}", requestId=f"n{number}").rstrip()
                for number in range(first, first + 100)
            ]
            connection.send(b"[" + b",".join(batch) + b"]\n")
            assert all("result" in answer for answer in json.loads(connection.receive()))


@pytest.mark.alone
def test_a_subscriber_that_is_stopped_costs_nothing_however_much_happens(imported):
    with imported.client(check=False) as client:
        visit = client.call("today", worker="sarah")["cards"][1]["visit"]
    # Changes themselves fill the database's caches, and long notes fill them soon.
    make_events(imported, visit, range(2500), "." * 3900)
    with Connection(imported.socket) as stopped, Connection(imported.socket) as other:
        for connection in (stopped, other):
            connection.send(call("event.subscribe"))
            cursor = json.loads(connection.receive())["result"]["cursor"]
        with stopped_reader(stopped, "event.lagged") as process, stopped_reader(other, '"version":22501') as listener:
            listener.send_signal(signal.SIGCONT)
            before = imported.resident
            make_events(imported, visit, range(2500, 22_500))
            imported.poll(100)
            assert imported.resident - before < 5
            assert read(listener)[0] == 20_000
            count, lagged = read(process)
    assert 0 < count < 20_000
    # Nothing is lost: from where it was left behind, everything else is told.
    with Connection(imported.socket) as again:
        again.send(call("event.subscribe", since=lagged["params"]["cursor"]))
        assert json.loads(again.receive())["result"]["cursor"] == lagged["params"]["cursor"] != cursor
        versions = [json.loads(again.receive())["params"]["version"] for _ in range(20_000 - (count - 1))]
    assert versions == list(range(2501 + count, 22_502))
