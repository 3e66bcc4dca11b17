"""The sandbox is in force: what is tried in the very unit is refused, and what it needs is not."""

import contextlib
import json
import pathlib
import shutil
import socket

import pytest
from machine import STATE, drop_in, run, systemctl

HERE = pathlib.Path(__file__).parent
PROBE = "/usr/local/lib/probe.py"
LIMITED = pathlib.Path("/usr/share/doc/visits-daemon/examples/upstream-only.conf")


@pytest.fixture(scope="module", autouse=True)
def addresses():
    """A server on two addresses of this machine."""
    shutil.copy(HERE / "probe.py", PROBE)
    for address in ("203.0.113.7", "198.51.100.1"):
        run("ip", "address", "add", f"{address}/32", "dev", "lo")
    with contextlib.closing(socket.create_server(("", 8099), backlog=64)):
        yield
    pathlib.Path(PROBE).unlink()


def tried(more=""):
    """What came of each attempt, in the sandbox of the service."""
    found = STATE / "probe.json"
    with drop_in(f"{more}\n[Service]\nExecStartPost=/usr/bin/python3 {PROBE} {found}\n"):
        outcome = json.loads(found.read_text())
    systemctl("restart", "visitsd")
    found.unlink()
    return outcome


def test_what_the_daemon_does_not_need_is_refused():
    assert tried() == {
        "write its state": "done",
        "write /var/lib": "EROFS",
        "write /etc": "EROFS",
        "write /usr": "EROFS",
        "write /srv": "EROFS",
        "read /root": "EACCES",
        "see another process": "ENOENT",
        "see a disk": "ENOENT",
        "speak to UNIX sockets": "done",
        "speak IPv4": "done",
        "speak IPv6": "done",
        "speak netlink": "EAFNOSUPPORT",
        "speak Bluetooth": "EAFNOSUPPORT",
        "map memory": "done",
        "map memory that is written and run": "EPERM",
        "make a namespace": "EPERM",
        "take another personality": "EPERM",
        "have a priority": "refused",
        "reach the allowed address": "done",
        "reach another address": "done",
    }


def test_only_upstream_is_spoken_to_where_the_operator_says_so():
    outcome = tried(LIMITED.read_text())
    assert (outcome["reach the allowed address"], outcome["reach another address"]) == ("done", "timed out")


def test_the_same_attempts_succeed_without_the_sandbox(tmp_path):
    found = tmp_path / "found"
    run("python3", PROBE, found)
    outcome = json.loads(found.read_text())
    assert {what for what, came in outcome.items() if came != "done"} <= {"speak Bluetooth", "see a disk"}
