"""Disks that fail: on a small file system, at one call, and at every call of a kind."""

import mmap
import os
import pathlib
import shutil
import struct
import subprocess
import time

from programs import Client, Connection, Refused

PLAN = {
    "client": "john-smith",
    "worker": "sarah",
    "start": "2030-01-01T10:00:00Z",
    "minutes": 60,
    "allowOverlap": True,
}


def plan(client, request, **more):
    """Plans a visit whose note is its request id; the visit's id."""
    return client.call("visit.add", **PLAN, note=request, requestId=request, **more)["visits"][0]["id"]


def planned(daemon):
    """The planned visits' ids by their notes."""
    with daemon.client(check=False) as client:
        return {note: visit["id"] for note, visit in listed(client).items()}


def listed(client):
    """The planned visits by their notes. Each is there once."""
    found, after = {}, {}
    while True:
        # In a zone far from UTC the visits' local day is the day before or after.
        page = client.call("visit.list", **{"from": "2029-12-31", "to": "2030-01-03"}, limit=1000, **after)
        for visit in page["visits"]:
            assert visit["note"] not in found, "a visit is there twice"
            found[visit["note"]] = visit
        if not page.get("next"):
            return found
        after = {"after": page["next"]}


def plan_until_refused(daemon, prefix, most=20_000, **more):
    """Plans visits until one is refused; the acknowledged ones, and the refusal."""
    acknowledged = {}
    with Connection(daemon.socket) as connection:
        client = Client(connection, None)
        for number in range(most):
            try:
                acknowledged[f"{prefix}-{number}"] = plan(client, f"{prefix}-{number}", **more)
            except Refused as refused:
                return acknowledged, refused
    return acknowledged, None


def until_told(daemon, words, seconds=30):
    """Waits for a line of the log, which is written beside the answers and not before them."""
    deadline = time.monotonic() + seconds
    while words not in daemon.log:
        assert time.monotonic() < deadline, f"visitsd does not say \"{words}\":\n{daemon.log}"
        time.sleep(0.01)


def until_writable(daemon, seconds=30):
    """Waits until changes are taken again."""
    deadline = time.monotonic() + seconds
    with daemon.client(check=False) as client:
        while not client.call("system.status")["writable"]:
            assert time.monotonic() < deadline, f"visitsd stays read-only:\n{daemon.log}"
            time.sleep(0.05)


class SmallDisk:
    """A file system of a few megabytes in a mount namespace of its own, that lives as long as its keeper."""

    def __init__(self, folder, size):
        self.folder = folder
        script = 'mount --make-rprivate / && mount -t tmpfs -o size="$1",mode=700 visits "$0" && echo ready && exec cat'
        self.keeper = subprocess.Popen(
            ["unshare", "--mount", "sh", "-c", script, folder, size],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        if self.keeper.stdout.readline() != "ready\n":
            self.problem = self.keeper.stderr.read().strip() or "no word from unshare"
        else:
            self.problem = None
        # The same folder as others see it who are not in that namespace.
        self.seen = pathlib.Path(f"/proc/{self.keeper.pid}/root{folder}")

    def within(self):
        """The words that run a program in the namespace."""
        return ["nsenter", f"--mount=/proc/{self.keeper.pid}/ns/mnt", "--"]

    def fill(self):
        """Leaves no room; returns the file that takes it."""
        ballast = self.seen / "ballast"
        with ballast.open("wb", buffering=0) as file:
            try:
                while file.write(bytes(4096)) == 4096:
                    pass
            except OSError:
                pass
        return ballast

    def remove(self):
        self.keeper.stdin.close()
        self.keeper.wait()
        self.keeper.stdout.close()
        self.keeper.stderr.close()


class FailingDisk:
    """failing_disk.c in a daemon: one call fails, and the next may go well; or every call of a kind fails."""

    LAYOUT = struct.Struct("iiiii")
    HANGS = -1
    KINDS = {"": 0, "pwrite": 1, "sync": 2}

    def __init__(self, daemon, library):
        path = daemon.folder / "order"
        path.write_bytes(bytes(self.LAYOUT.size))
        with path.open("r+b") as file:
            self.memory = mmap.mmap(file.fileno(), self.LAYOUT.size)
        daemon.variables = {**daemon.variables, "LD_PRELOAD": library, "FAILING_DISK": path}

    def fail(self, number, error, base_only=False):
        """The call of that number from now on is to fail."""
        self.memory[:] = self.LAYOUT.pack(number, error, int(base_only), 0, 0)

    def fail_every(self, kind, error=0):
        """From now on every call of the kind fails, on any file; of the kind "", none does."""
        self.memory[:] = self.LAYOUT.pack(0, error, 0, 0, self.KINDS[kind])

    def hang(self):
        """The next call never returns."""
        self.fail(1, self.HANGS)

    @property
    def has_failed(self):
        return self.LAYOUT.unpack(self.memory)[3] == 1


def build(source, library):
    """Compiles a library to preload."""
    compiler = shutil.which("cc") or shutil.which("clang")
    subprocess.run([compiler, "-O1", "-fPIC", "-shared", "-o", library, source, "-ldl"], check=True)
    return os.fspath(library)
