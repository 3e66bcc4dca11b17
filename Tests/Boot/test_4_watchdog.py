"""A daemon that hangs is ended and started again; one that has a bad day is not."""

import contextlib
import os
import signal
import socket
import sqlite3
import threading
import time

import pytest
from machine import SOCKET, STATE, call, drop_in, pid, run, soon, systemctl, unit, visits

# What the unit says, sooner.
SOON = "[Service]\nWatchdogSec=8\n"


def restarts():
    """How often systemd has started it again by itself."""
    return int(unit("visitsd", "NRestarts")["NRestarts"])


def put(name):
    """What a change of a worker is answered."""
    return call("worker.put", id="x", name=name, requestId=os.urandom(8).hex())


def stays(seconds):
    """Watches the daemon for longer than the watchdog waits: it is the same process all the time."""
    process = pid()
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        assert pid() == process
        time.sleep(0.2)


def test_a_daemon_whose_writer_hangs_is_restarted_and_nothing_is_lost():
    with drop_in(SOON):
        visits("workers", "add", "wanda", "--name", "Wanda Wolf")
        process = pid()
        # Somebody else holds the database's only lock for writing.
        other = sqlite3.connect(STATE / "visits.sqlite", isolation_level=None)
        with contextlib.closing(other):
            other.execute("BEGIN IMMEDIATE")
            soon("it is ended", lambda: restarts() > 0)
            other.execute("ROLLBACK")
        soon("another process", lambda: pid() not in (0, process))
        assert "Wanda Wolf" in visits("workers").stdout
    journal = run("journalctl", "-u", "visitsd", "--no-pager").stdout
    assert "Watchdog timeout" in journal


def test_a_daemon_that_is_stopped_in_its_tracks_is_restarted():
    with drop_in(SOON):
        process = pid()
        os.kill(process, signal.SIGSTOP)
        soon("another process", lambda: pid() not in (0, process))
        assert "Wanda Wolf" in visits("workers").stdout


@pytest.fixture
def small_disk():
    """The state on a disk of its own that is nearly full."""
    systemctl("stop", "visitsd.socket", "visitsd.service")
    run("cp", "-a", STATE, "/var/lib/aside")
    run("mount", "-t", "tmpfs", "-o", "size=64m,mode=0700,uid=visitsd,gid=visitsd", "tmpfs", STATE)
    run("cp", "-a", "/var/lib/aside/.", STATE)
    systemctl("start", "visitsd.socket")
    yield STATE / "filling"
    systemctl("stop", "visitsd.socket", "visitsd.service")
    run("umount", STATE)
    run("rm", "-r", "/var/lib/aside")
    systemctl("start", "visitsd.socket", "visitsd.service")


def test_a_daemon_on_a_full_disk_is_left_alone_and_takes_changes_when_there_is_room(small_disk):
    with drop_in(SOON):
        with contextlib.suppress(OSError), small_disk.open("wb") as file:
            while True:
                file.write(bytes(1 << 16))
                file.flush()
        # Until what the log has room for is used up.
        soon("no change is taken", lambda: "error" in put("X" * 90))
        assert "Read-only" in unit("visitsd", "StatusText")["StatusText"]
        stays(12)
        assert "Wanda Wolf" in visits("workers").stdout
        small_disk.unlink()
        soon("a change is taken", lambda: "result" in put("X"))


def test_a_daemon_that_is_flooded_is_left_alone():
    done = threading.Event()

    def flood():
        while not done.is_set():
            with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as connection:
                connection.settimeout(1)
                connection.connect(SOCKET)
                while not done.is_set():
                    connection.sendall(b'{"jsonrpc":"2.0","id":1,"method":"today","params":{"worker":"sarah"}}\n' * 64)
                    connection.recv(1 << 20)

    with drop_in(SOON):
        threads = [threading.Thread(target=flood) for _ in range(16)]
        for thread in threads:
            thread.start()
        try:
            stays(12)
        finally:
            done.set()
            for thread in threads:
                thread.join()
