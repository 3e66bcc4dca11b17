"""What is left to other callers while somebody attacks, and what many changes of one thing come to."""

import contextlib
import json
import os
import pathlib
import select
import signal
import socket
import statistics
import subprocess
import sys
import time

import agency
from servers import Visitsd, load, request, running

# Users of this machine: who plans visits, who only reads, and who has no role at all.
COORDINATOR, MONITOR, NOBODY = 1, 2, 65534
CHANGES = 10_000
# The changes that the first and the last are: each of them alone is too short to time.
EDGE = 500


def batch(calls):
    """A batch as one line."""
    return ("[" + ",".join(calls) + "]\n").encode()


def silent(path):
    """24 connections of a user without a role send batches, and read nothing."""
    flood(path, 24, batch([request("today", worker="sarah")] * 100))


def batches(path):
    """12 connections ask for a hundred long lists at once, and read nothing."""
    flood(path, 12, batch([request("visit.list", limit=1000)] * 100))


def flood(path, count, line):
    """Connections that send a line again and again and read nothing; a new one for each that is closed."""
    connections = {}
    while True:
        for number in range(count):
            try:
                if number not in connections:
                    connections[number] = socket.socket(socket.AF_UNIX)
                    connections[number].connect(path)
                    connections[number].setblocking(False)
                while connections[number].send(line):
                    pass
            except BlockingIOError:
                pass
            except OSError:
                connections.pop(number).close()
        time.sleep(0.01)


def calendars(path):
    """16 connections import calendars of 1,000 events that recur on no day."""
    event = "BEGIN:VEVENT\r\nUID:{0}\r\nSUMMARY:Visit\r\nDTSTART:19000101T090000Z\r\nDTEND:19000101T100000Z\r\n"
    event += "RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=9\r\nEND:VEVENT\r\n"
    content = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + "".join(event.format(n) for n in range(1000)) + "END:VCALENDAR\r\n"
    numbers = iter(range(sys.maxsize))
    ask_again(path, 16, lambda: request("import", format="ics", content=content, requestId=f"c-{next(numbers)}").encode())


def names(path):
    """4 connections call a hundred methods at once that nobody has, with names of 250 bytes."""
    line = batch([request("visit." + "x" * 244)] * 100)[:-1]
    ask_again(path, 4, lambda: line)


def texts(path):
    """4 connections of a user who may only read send the longest lines that they may, with one text of accents alone."""
    line = request("event.wait", since="e" + "\u0300" * 32_000).encode()
    ask_again(path, 4, lambda: line)


def ask_again(path, count, line):
    """Connections that send a line, read its answer, and send the next."""
    connections = []
    for _ in range(count):
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(path)
        connections.append(connection)
        connection.sendall(line() + b"\n")
    while True:
        for connection in connections:
            while not connection.recv(1 << 20).endswith(b"\n"):
                pass
            connection.sendall(line() + b"\n")


def waits(path):
    """64 connections wait for the events of one topic, 100 times each, and another one causes ten of them in a second.

    Whoever is told waits again, from there on.
    """
    connections, numbers = {}, iter(range(sys.maxsize))
    poll = select.poll()
    changing = socket.socket(socket.AF_UNIX)
    changing.connect(path)
    next_change = time.monotonic()
    changing.sendall((request("audit.list", limit=1) + "\n").encode())
    present = json.loads(changing.recv(1 << 20))["result"]["entries"][0]["cursor"]
    for line in [wait(present) * 100] * 64:
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(path)
        connection.sendall(line)
        connections[connection.fileno()] = connection, bytearray()
        poll.register(connection, select.POLLIN)
    while True:
        if time.monotonic() >= next_change:
            next_change += 0.1
            changing.sendall(change(numbers))
            changing.recv(1 << 20)
        for number, _ in poll.poll(10):
            connection, rest = connections[number]
            rest += connection.recv(1 << 20)
            *lines, rest[:] = bytes(rest).split(b"\n")
            results = [answer["result"] for answer in map(json.loads, lines) if "result" in answer]
            connection.sendall(b"".join(wait(result["cursor"]) for result in results))


def wait(since):
    """A call that waits for events of clients."""
    return (request("event.wait", topics=["client"], timeout=60, since=since) + "\n").encode()


def change(numbers):
    """A change of a client."""
    number = next(numbers)
    phone = f"780-555-{number % 10000:04}"
    return (request("client.put", id="margaret-chen", phone=phone, requestId=f"{os.getpid()}-{number}") + "\n").encode()


ATTACKS = {
    "silent": (silent, NOBODY),
    "batches": (batches, COORDINATOR),
    "calendars": (calendars, COORDINATOR),
    "names": (names, NOBODY),
    "waits": (waits, COORDINATOR),
    "texts": (texts, MONITOR),
}


def peak(daemon):
    """The most memory that it ever held, in MB (10^6 bytes)."""
    status = pathlib.Path(f"/proc/{daemon.process.pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) * 1024 / 1e6


def attacked(folder, work, name, options):
    """The rate of `today` under an attack, of that without it; its p99, the memory, and how long a stop takes."""
    limits = f"socketMode: '0666'\nroles:\n  coordinator: [{COORDINATOR}]\n  monitor: [{MONITOR}]\n"
    with running(Visitsd(folder, work, limits)) as daemon:
        daemon.call("today", worker="sarah")
        today, attack = work / "today", None
        alone = [load(daemon, 1, options.seconds, "lines", today)["rate"] for _ in range(options.rounds)]
        try:
            words = [sys.executable, __file__, name, str(daemon.path)]
            attack = subprocess.Popen(words, user=ATTACKS[name][1], group=ATTACKS[name][1], extra_groups=[])
            time.sleep(2)
            runs = [load(daemon, 1, options.seconds, "lines", today) for _ in range(options.rounds)]
            assert attack.poll() is None, f"the attack {name} has ended by itself"
            memory = peak(daemon)
            begun = time.monotonic()
            daemon.stop()
            stopped = time.monotonic() - begun
        finally:
            if attack:
                attack.kill()
                attack.wait()
    rate = statistics.median(run["rate"] for run in runs) / statistics.median(alone)
    return {"rate": rate, "p99": statistics.median(run["p99"] for run in runs), "memory": memory, "stopped": stopped}


def history(folder, work):
    """10,000 changes of a visit with a long note: how long the last take of what the first took, and bytes for each."""
    with running(Visitsd(folder, work)) as daemon:
        visit = agency.scheduled(daemon, 1)[0]["id"]
        daemon.call("visit.change", visit=visit, note="Ring twice. " * 300, requestId="long")
        file = work / "changes"

        def change(first, count):
            services = (f"Service {number}" for number in range(first, first + count))
            lines = [request("visit.change", visit=visit, service=one, requestId=one) for one in services]
            file.write_text("\n".join(lines) + "\n")
            return count / load(daemon, 1, 600, "once", file)["rate"]

        change(0, EDGE)
        before = stored(daemon)
        first = change(EDGE, EDGE)
        change(2 * EDGE, CHANGES - 3 * EDGE)
        last = change(CHANGES - EDGE, EDGE)
        return {"last": last / first, "bytes": (stored(daemon) - before) / (CHANGES - EDGE)}


def stored(daemon):
    """The bytes of a backup, which has nothing but what is stored."""
    return daemon.call("system.backup", requestId=os.urandom(8).hex())["bytes"]


def measure(folder, work, options):
    """Everything, on a schedule of 10,000 visits."""
    work = work / "attacks"
    work.mkdir()
    work.chmod(0o755)
    folder.chmod(0o755)
    (work / "today").write_text(request("today", worker="sarah") + "\n")
    with running(Visitsd(folder, work)) as daemon:
        agency.found(daemon, work, 10_000)
        agency.fill(daemon, work, 10_000)
    result = {name: attacked(folder, work, name, options) for name in ATTACKS}
    return {**result, "history": history(folder, work)}


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    # The daemon is stopped under it.
    with contextlib.suppress(ConnectionError):
        ATTACKS[sys.argv[1]][0](sys.argv[2])
