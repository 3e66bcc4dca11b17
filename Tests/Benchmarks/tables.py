"""How long a large table takes to come in, how long its visits take to go out again, and how much memory."""

import datetime
import os
import pathlib
import re
import subprocess
import tempfile
import time

from servers import VISITS, Visitsd, load, request, running

ROWS = 100_000
WORKERS = 200
CLIENTS = 2000
# A table of this size takes longer than an import may by default.
LIMITS = "limits:\n  importSeconds: 60\n"
# Hours of a day in Edmonton, none of which touches another.
STARTS = ["7:00", "8:30", "10:00", "11:30", "13:00", "14:30", "16:00", "17:30", "19:00", "20:30"]

# What stands in a line of each visit that goes out.
MARKS = {
    "csv": b",scheduled,",
    "ics": b"BEGIN:VEVENT",
    "fhir": b'"resourceType":"Appointment"',
    "evv": b'{"visit":',
}


def write(path, with_ids):
    """A year's plan as a spreadsheet saves it: each worker has ten visits a day."""
    first = datetime.date.today()
    columns = (["Visit ID"] if with_ids else []) + ["Date", "Start", "End", "Client", "Caregiver", "Service", "Notes"]
    with path.open("w") as file:
        file.write(",".join(columns) + "\r\n")
        for number in range(ROWS):
            slot, worker = divmod(number, WORKERS)
            day, start = divmod(slot, len(STARTS))
            hour, minute = STARTS[start].split(":")
            cells = [
                str(first + datetime.timedelta(days=day)),
                STARTS[start],
                f"{int(hour) + 1}:{minute}",
                f"Client Number {number * 7919 % CLIENTS}",
                f"Worker Number {worker}",
                "Personal care",
                '"Key at the neighbour\'s, ring twice"' if number % 3 == 0 else "",
            ]
            file.write(",".join(([f"A-{number}"] if with_ids else []) + cells) + "\r\n")


def peak(daemon):
    """The most resident memory so far, in MB."""
    status = pathlib.Path(f"/proc/{daemon.process.pid}/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+)", status)[1]) * 1024 / 1e6


def people(daemon, work):
    lines = [
        request(f"{kind}.put", id=f"{kind}-{number}", name=f"{kind.title()} Number {number}", requestId=f"{kind}{number}")
        for kind, count in (("worker", WORKERS), ("client", CLIENTS))
        for number in range(count)
    ]
    file = work / "people"
    file.write_text("\n".join(lines) + "\n")
    load(daemon, 64, 600, "once", file)


def take_in(daemon, table):
    """Seconds that `visits import` takes, from start to end."""
    began = time.monotonic()
    done = subprocess.run(
        [VISITS, "import", table, "--timeout", "300"],
        env={**os.environ, "VISITS_SOCKET": str(daemon.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    return time.monotonic() - began, done.stdout.strip()


def send_out(daemon, form):
    """Seconds that `visits export` of all of them takes, from start to end."""
    began = time.monotonic()
    with tempfile.TemporaryFile() as out:
        subprocess.run(
            [VISITS, "export", "--format", form, "--timeout", "300"],
            env={**os.environ, "VISITS_SOCKET": str(daemon.path)},
            stdout=out,
            check=True,
        )
        seconds = time.monotonic() - began
        out.seek(0)
        count = sum(MARKS[form] in line for line in out)
    assert count == ROWS, f"{form}: {count} visits went out"
    return seconds


def measure(folder, work):
    """A table with ids and one without, each into an empty agency, and the same once more; then all of it out again."""
    result = {}
    for name, with_ids in [("ids", True), ("none", False)]:
        part = work / f"table-{name}"
        part.mkdir()
        table = part / "plan.csv"
        write(table, with_ids)
        with running(Visitsd(folder, part, LIMITS)) as daemon:
            people(daemon, part)
            daemon.settle()
            idle = daemon.resident()
            seconds, words = take_in(daemon, table)
            assert words == f"Imported: {ROWS:,} added, 0 changed, 0 unchanged, 0 refused", words
            memory = peak(daemon) - idle
            again, words = take_in(daemon, table)
            assert words == f"Imported: 0 added, 0 changed, {ROWS:,} unchanged, 0 refused", words
        result[name] = {"seconds": seconds, "memory": memory, "again": again, "bytes": table.stat().st_size}
    with running(Visitsd(folder, work / "table-ids")) as daemon:
        daemon.settle()
        idle = daemon.resident()
        forms = {form: send_out(daemon, form) for form in MARKS}
        result["export"] = {"forms": forms, "memory": peak(daemon) - idle}
    return result
