"""What many, slow and hostile peers cost the others."""

import contextlib
import json
import random
import socket
import statistics
import subprocess
import time

import agency
from servers import BIN, Visitsd, load, request, running

IDLE = 1024
EVENTS = 100_000
# In one call, so that the changes are made as fast as they can be.
BATCH = 100
FLOODERS = 16


def idle(daemon):
    """MB that so many connections take which say nothing."""
    before = daemon.resident()
    with contextlib.ExitStack() as connections:
        for _ in range(IDLE):
            connection = connections.enter_context(socket.socket(socket.AF_UNIX))
            connection.connect(str(daemon.path))
        daemon.settle()
        return daemon.resident() - before


@contextlib.contextmanager
def stopped_subscriber(daemon):
    """A connection that subscribes to all that happens from now on, and never reads it."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(daemon.path))
        connection.sendall(request("event.subscribe").encode() + b"\n")
        yield


def notes(work, visits, name):
    """Batches that change visits' notes: an event each."""
    file = work / "notes"
    with file.open("w") as lines:
        for number in range(0, EVENTS, BATCH):
            calls = [
                {
                    "jsonrpc": "2.0",
                    "id": one,
                    "method": "visit.change",
                    "params": {"visit": visits[one % len(visits)], "note": f"{name} {one}", "requestId": f"{name}-{one}"},
                }
                for one in range(number, number + BATCH)
            ]
            lines.write(json.dumps(calls, separators=(",", ":")) + "\n")
    return file


def events(daemon, work, name, visits, today, subscriber):
    """The changes are made while `today` is polled; MB more than before, and the p99 of each two seconds of polling."""
    file = notes(work, visits, name)
    before = daemon.resident()
    with subscriber:
        words = [BIN / "load", daemon.path, "1", "600", "once", file]
        writing = subprocess.Popen([str(word) for word in words], stdout=subprocess.PIPE)
        polls = []
        while writing.poll() is None:
            polls.append(load(daemon, 1, 2, "lines", today)["p99"])
        made = json.loads(writing.stdout.read())
        assert made["answers"] == EVENTS // BATCH and not made["errors"], made
        daemon.settle()
        more = daemon.resident() - before
    file.unlink()
    # The last poll ran on alone after the changes.
    return more, polls[:-1]


def subscribers(daemon, work, visits, rounds):
    """What a subscriber that has stopped costs, in MB and in the others' p99, of what it is without one."""
    today = work / "today"
    # Once before it counts: the caches of the database fill with the first changes.
    events(daemon, work, "warm", visits, today, contextlib.nullcontext())
    more, alone, stopped = [], [], []
    for number in range(rounds):
        alone += events(daemon, work, f"alone-{number}", visits, today, contextlib.nullcontext())[1]
        resident, polls = events(daemon, work, f"stopped-{number}", visits, today, stopped_subscriber(daemon))
        more.append(resident)
        stopped += polls
    return {"resident": max(more), "p99": statistics.median(stopped), "p99Alone": statistics.median(alone)}


def emergencies(daemon, work, visits, rounds, seconds):
    """`emergency.raise` from one connection while 64 others write: the p99 in microseconds."""
    changes, raises, tails = work / "changes", work / "raises", []
    workers = agency.workers(10_000)
    for number in range(rounds):
        changes.write_text(
            "".join(
                request("visit.change", visit=visits[one % len(visits)], note=f"{number} {one}", requestId=f"w-{number}-{one}")
                + "\n"
                for one in range(100_000)
            )
        )
        raises.write_text(
            "".join(
                request("emergency.raise", worker=workers[one % len(workers)], requestId=f"e-{number}-{one}") + "\n"
                for one in range(10_000)
            )
        )
        # The others write before the first is raised, and still when the last is.
        words = [BIN / "load", daemon.path, "64", seconds + 2, "once", changes]
        writing = subprocess.Popen([str(word) for word in words], stdout=subprocess.PIPE)
        time.sleep(1)
        tails.append(load(daemon, 1, seconds, "once", raises)["p99"])
        assert writing.poll() is None, "the others had nothing more to write"
        made = json.loads(writing.communicate()[0])
        assert not made["errors"], made
    return statistics.median(tails)


def garbage(work):
    """Lines of noise, some of them long, some nearly JSON."""
    chance = random.Random(4)
    file = work / "garbage"
    with file.open("wb") as lines:
        for number in range(2000):
            noise = chance.randbytes(chance.choice([10, 100, 1000, 10_000])).replace(b"\n", b" ")
            lines.write((b"[" * 100 if number % 10 == 0 else b'{"jsonrpc":' if number % 3 == 0 else b"") + noise + b"\n")
    return file


@contextlib.contextmanager
def flooding(daemon, file):
    """16 connections that send it without a pause."""
    flood = subprocess.Popen([str(word) for word in [BIN / "flood", daemon.path, FLOODERS, file]])
    try:
        yield
        assert flood.poll() is None, "the flood has ended by itself"
    finally:
        flood.kill()
        flood.wait()


def floods(daemon, work, options):
    """The rate of `today` on one connection under garbage from others, of what it is without."""
    file, today = garbage(work), work / "today"
    kept = []
    for _ in range(options.rounds):
        alone = load(daemon, 1, options.seconds, "lines", today)["rate"]
        with flooding(daemon, file):
            time.sleep(0.5)
            kept.append(load(daemon, 1, options.seconds, "lines", today)["rate"] / alone)
    return statistics.median(kept)


def measure(folder, work, options):
    """Everything, each round with and without what disturbs."""
    work = work / "crowds"
    work.mkdir()
    (work / "today").write_text(request("today", worker="sarah") + "\n")
    limits = f"limits:\n  connections: {IDLE + 64}\n  connectionsPerUser: {IDLE + 64}\n"
    with running(Visitsd(folder, work, limits)) as daemon:
        daemon.settle()
        result = {"idle": idle(daemon)}
        agency.found(daemon, work, 10_000)
        agency.fill(daemon, work, 10_000)
        visits = [visit["id"] for visit in agency.scheduled(daemon, 1000)]
        daemon.settle()
        result["subscriber"] = subscribers(daemon, work, visits, options.rounds)
        result["emergency"] = emergencies(daemon, work, visits, options.rounds, options.seconds)
        result["garbage"] = floods(daemon, work, options)
        return result
