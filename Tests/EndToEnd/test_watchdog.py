"""The service manager hears that visitsd lives as long as that is proved, and no longer."""

import contextlib
import threading

import pytest
from faults import FailingDisk, plan, until_told
from programs import CONFIGURATION, Client, Connection, Refused

SIGN = "WATCHDOG=1"
LIST = b'{"jsonrpc":"2.0","id":1,"method":"visit.list","params":{"from":"2020-01-01","to":"2040-01-01"}}\n'
CHANGE = b"""\
{"jsonrpc":"2.0","id":1,"method":"worker.put","params":{"id":"zoe","name":"Zoe","requestId":"1"}}
"""


@pytest.mark.alone
def test_a_daemon_at_rest_gives_signs_of_life(daemon, manager):
    manager.watch(0.4)
    daemon.start()
    manager.until("READY=1")
    for _ in range(4):
        manager.until(SIGN)
    assert daemon.stop() == 0
    assert "No sign of life" not in daemon.log


@pytest.mark.parametrize("meant", ["another", "nobody"])
def test_a_daemon_that_is_not_watched_gives_none(daemon, manager, meant):
    if meant == "another":
        manager.watch(0.2, WATCHDOG_PID=1)
    daemon.start()
    manager.until("READY=1")
    with pytest.raises(TimeoutError):
        while True:
            assert SIGN not in manager.next(1)


def test_a_daemon_whose_writer_hangs_gives_none_and_says_why(daemon, manager, library):
    disk = FailingDisk(daemon, library)
    manager.watch(0.4)
    daemon.start().import_sample()
    manager.until(SIGN)
    disk.hang()
    with Connection(daemon.socket) as connection:
        connection.send(CHANGE)
        until_told(daemon, "No sign of life is given: changes are not written.")
        manager.forget()
        with pytest.raises(TimeoutError):
            while True:
                assert SIGN not in manager.next(2)
        # It is the writer alone: a timer, or calls that are answered, would have given a sign.
        with daemon.client() as client:
            assert client.call("system.health") == {"writable": True}
            assert client.call("today", worker="sarah")["progress"]["label"] == "1/7"


def test_a_daemon_that_is_read_only_gives_signs_of_life(daemon, manager, disk):
    manager.watch(0.4)
    daemon.start().import_sample()
    disk.fill()
    with daemon.client() as client, contextlib.suppress(Refused):
        for number in range(20_000):
            plan(client, f"full-{number}")
    with daemon.client() as client:
        assert client.call("system.health") == {"writable": False}
        manager.forget()
        for _ in range(4):
            manager.until(SIGN)
        assert client.call("system.health") == {"writable": False}


@pytest.mark.alone
def test_a_daemon_that_is_flooded_gives_signs_of_life(daemon, manager):
    daemon.configuration.write_text(f"{CONFIGURATION}limits:\n  connections: 16\n")
    manager.watch(4)
    daemon.start().import_sample()
    over = threading.Event()

    def flood(connection):
        with contextlib.suppress(OSError):
            while not over.is_set():
                connection.send(LIST * 16)
                for _ in range(16):
                    connection.receive()

    with contextlib.ExitStack() as stack:
        # With those that are kept free for emergencies, nobody else gets in.
        connections = [stack.enter_context(Connection(daemon.socket)) for _ in range(16)]
        threads = [threading.Thread(target=flood, args=[connection]) for connection in connections]
        for thread in threads:
            thread.start()
        with Connection(daemon.socket) as other, pytest.raises(Refused, match="connection"):
            Client(other, None).call("system.health")
        manager.forget()
        for _ in range(4):
            manager.until(SIGN)
        over.set()
        for thread in threads:
            thread.join()
    assert "No sign of life" not in daemon.log
