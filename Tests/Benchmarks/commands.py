"""`visits today` as a process, beside programs that show a day's appointments too."""

import datetime
import json
import os
import statistics
import subprocess

from servers import BIN, VISITS, request

EVENTS = 200


def calendar(work):
    """A khal calendar and a remind file with 200 events from today on, seven a day."""
    folder = work / "calendar"
    folder.mkdir(exist_ok=True)
    reminders = []
    for number in range(EVENTS):
        day = datetime.date.today() + datetime.timedelta(days=number // 7)
        hour = 8 + number % 7
        (folder / f"{number}.ics").write_text(
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//bench//EN\r\nBEGIN:VEVENT\r\n"
            f"UID:{number}@bench\r\nDTSTAMP:20260101T000000Z\r\n"
            f"DTSTART:{day:%Y%m%d}T{hour:02}0000\r\nDTEND:{day:%Y%m%d}T{hour:02}4500\r\n"
            f"SUMMARY:Client {number}\r\nLOCATION:{number} Oak St\\, Edmonton\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        )
        reminders.append(f"REM {day:%-d %b %Y} AT {hour:02}:00 DURATION 0:45 MSG Client {number}, {number} Oak St\n")
    (work / "reminders").write_text("".join(reminders))
    (work / "khal.conf").write_text(
        f"[calendars]\n[[bench]]\npath = {folder}\ntype = calendar\n"
        "[locale]\ntimeformat = %H:%M\ndateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\n"
        "datetimeformat = %Y-%m-%d %H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M\n"
        f"[sqlite]\npath = {work}/khal.db\n[default]\ndefault_calendar = bench\n"
    )


def measure(daemon, work, rounds):
    """The median of each program's time in milliseconds, over rounds that take turns."""
    calendar(work)
    programs = {
        "visits --version": (100, [VISITS, "--version"]),
        "visits today": (100, [VISITS, "today", "--worker", "sarah"]),
        "connect and print": (100, [BIN / "ask", daemon.path, request("today", worker="sarah")]),
        "remind": (100, ["remind", "-q", work / "reminders"]),
        "khal list today": (5, ["khal", "-c", work / "khal.conf", "list", "today"]),
    }
    environment = {**os.environ, "VISITS_SOCKET": str(daemon.path), "XDG_STATE_HOME": str(work / "visits-state")}
    times = {name: [] for name in programs}
    for _ in range(rounds):
        for name, (count, words) in programs.items():
            done = subprocess.run(
                [str(word) for word in (BIN / "spawn", count, *words)],
                stdout=subprocess.PIPE,
                env=environment,
                check=True,
            )
            times[name].append(json.loads(done.stdout)["median"])
    return {name: statistics.median(values) for name, values in times.items()}
