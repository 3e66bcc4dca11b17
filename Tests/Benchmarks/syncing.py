"""What it takes to keep in step with a large FHIR server: the first pull, one that finds nothing, a week's completions."""

import contextlib
import datetime
import pathlib
import random
import re
import shutil
import signal
import sqlite3
import statistics
import sys
import threading
import time

import agency
import schedule
from servers import ROOT, Visitsd, load, running

sys.path.insert(0, str(ROOT / "Tests/EndToEnd"))
from upstreams import Upstream  # noqa: E402

COMPLETIONS = 10_000
PULLS = 4


def cpu(process):
    """The CPU time of a process so far, in seconds."""
    # clock_getcpuclockid(3), as the kernel counts them: of this process, of all its threads.
    return time.clock_gettime((~process.pid << 3) | 2)


def peak(process):
    """The most resident memory of a process so far, in MB."""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+)", status)[1]) * 1024 / 1e6


@contextlib.contextmanager
def holding(work, count, workers=schedule.WORKERS, clients=schedule.CLIENTS):
    """A FHIR server that holds so many Appointments."""
    seed = work / "upstream.json"
    schedule.write(seed, count, workers, clients)
    upstream = Upstream()
    try:
        upstream.start("--seed", seed)
        # What is stored stays: a later start need not read it all again.
        upstream.words = ("--page-life", "300")
        yield upstream
    finally:
        upstream.remove()
        seed.unlink()


def agency_of(folder, work, upstream):
    """A visitsd that keeps in step with it."""
    work.mkdir(exist_ok=True)
    return Visitsd(folder, work, f"upstream:\n  url: {upstream.url}\n")


def settled(daemon, seconds=600):
    """Waits until all is synced."""
    deadline = time.monotonic() + seconds
    while (sync := daemon.call("sync.now", wait=30)["sync"])["state"] != "synced" or sync["pendingChanges"]:
        assert time.monotonic() < deadline, sync


class Polling:
    """Somebody's `today`, a hundred times a second, each of another worker."""

    def __init__(self, daemon, workers):
        self._daemon, self._workers = daemon, workers
        self._isOver = threading.Event()
        self.times = []

    def __enter__(self):
        self._thread = threading.Thread(target=self._poll)
        self._thread.start()
        return self

    def __exit__(self, *how):
        self._isOver.set()
        self._thread.join()

    def _poll(self):
        chance = random.Random(7)
        with self._daemon.connected() as ask:
            while not self._isOver.wait(0.01):
                began = time.perf_counter()
                answer = ask("today", worker=f"worker-{chance.randrange(self._workers)}")
                if "result" in answer:
                    self.times.append(time.perf_counter() - began)


def first_pull(folder, work, upstream, count):
    """Pulls everything into an empty agency; the daemon is killed at a third and at two thirds of it."""
    spent, most, times = 0, 0, []
    for part in (count // 3, count * 2 // 3, count):
        daemon = agency_of(folder, work, upstream)
        with running(daemon):
            with Polling(daemon, schedule.WORKERS) as polling:
                while (have := daemon.call("system.status")["visits"]) < part:
                    time.sleep(0.1)
                if part == count:
                    settled(daemon)
            assert have <= count, f"{have} visits of {count}"
            times += polling.times
            spent += cpu(daemon.process)
            most = max(most, peak(daemon.process))
            if part < count:
                daemon.process.send_signal(signal.SIGKILL)
    # Each Appointment as often as it was sent: what was cut off begins again with its page, or with its day.
    fetched = sum("Appointment" in entry["path"] for entry in upstream.log(method="GET"))
    centiles = statistics.quantiles(times, n=100)
    return {"cpu": spent, "memory": most, "p50": centiles[49] * 1000, "p99": centiles[98] * 1000, "pages": fetched}


def unchanged(daemon, upstream):
    """The CPU time of a pull that finds nothing, as the daemon makes one each half minute, in milliseconds."""
    settled(daemon)

    def wait_for_pulls(count):
        wanted = pulls() + count
        while pulls() < wanted:
            time.sleep(1)

    def pulls():
        # The last search of each.
        return len(upstream.log(path=r"Encounter\?_lastUpdated"))

    wait_for_pulls(1)
    before, began = cpu(daemon.process), time.monotonic()
    wait_for_pulls(PULLS)
    assert time.monotonic() - began > PULLS * 25, "somebody has asked for a pull meanwhile"
    return (cpu(daemon.process) - before) * 1000 / PULLS


def over(daemon, wanted):
    """Visits of the last week."""
    today = datetime.date.today()
    window = {"from": str(today - datetime.timedelta(days=7)), "to": str(today - datetime.timedelta(days=2))}
    visits, after = [], {}
    while len(visits) < wanted:
        page = daemon.call("visit.list", **window, status=["scheduled"], limit=1000, **after)
        visits += page["visits"]
        after = {"after": page["next"]}
    return visits[:wanted]


def week_offline(daemon, work, upstream):
    """Completes visits while the server is away; the requests that bring them there, and what they cost."""
    file = work / "completions"
    visits = over(daemon, COMPLETIONS)
    upstream.stop()
    file.write_text(agency.completions(visits, "offline"))
    load(daemon, 64, 600, "once", file)
    assert daemon.call("sync.now", wait=30)["sync"]["pendingChanges"] == COMPLETIONS
    upstream.start()
    before, began = cpu(daemon.process), time.monotonic()
    settled(daemon)
    seconds, spent = time.monotonic() - began, cpu(daemon.process) - before
    # A search brings what changed there; all else is for what changed here.
    requests = [entry for entry in upstream.log() if entry["method"] != "GET" or "?" not in entry["path"]]
    with contextlib.closing(sqlite3.connect(upstream.folder / "data/upstream.sqlite")) as database:
        for kind, version in (("Appointment", 2), ("Encounter", 1)):
            words = "SELECT count(*), max(version) FROM versions WHERE type = ? AND version >= ?"
            assert database.execute(words, (kind, version)).fetchone() == (COMPLETIONS, version), kind
    return {"requests": len(requests), "seconds": seconds, "cpu": spent}


def measure(folder, work, count):
    """All of it, against one server that holds so many Appointments."""
    part = work / "sync"
    part.mkdir()
    with holding(part, count) as upstream:
        result = {"count": count, "first": first_pull(folder, part, upstream, count)}
        with running(agency_of(folder, part, upstream)) as daemon:
            result["unchanged"] = unchanged(daemon, upstream)
            result["week"] = week_offline(daemon, part, upstream)
    shutil.rmtree(part)
    return result
