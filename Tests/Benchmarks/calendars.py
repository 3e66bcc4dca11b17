"""`visits sync` beside `vdirsyncer sync`: a thousand visits from the test upstream, a thousand events from Radicale."""

import contextlib
import datetime
import os
import resource
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request

import syncing
from servers import ROOT, VISITS, running

COUNT = 1000
WORKERS = 20
CLIENTS = 100
RUNS = 5
PYTHON = ROOT / ".build-bench/python/bin"


def events():
    """A calendar of as many hours as there are Appointments."""
    first = datetime.datetime.now().replace(hour=8, minute=0, second=0)
    text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//bench//EN\r\n"
    for number in range(COUNT):
        start = first + datetime.timedelta(days=number // 30, hours=number % 10)
        text += (
            f"BEGIN:VEVENT\r\nUID:{number}@bench\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:{start:%Y%m%dT%H%M%S}Z\r\n"
            f"DURATION:PT1H\r\nSUMMARY:Client {number}\r\nLOCATION:{number} Oak St\\, Edmonton\r\nEND:VEVENT\r\n"
        )
    return text + "END:VCALENDAR\r\n"


@contextlib.contextmanager
def radicale(work):
    """A Radicale that holds that calendar; its address."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    words = [PYTHON / "python", "-m", "radicale", "--config", "", "--server-hosts", f"127.0.0.1:{port}"]
    words += ["--auth-type", "none", "--storage-filesystem-folder", work / "radicale"]
    with (work / "radicale.log").open("ab") as log:
        process = subprocess.Popen(list(map(str, words)), stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    try:
        url = f"http://127.0.0.1:{port}/agency/"
        deadline = time.monotonic() + 60
        while not stored(f"{url}visits/"):
            assert process.poll() is None and time.monotonic() < deadline, (work / "radicale.log").read_text()
            time.sleep(0.1)
        yield url
    finally:
        process.terminate()
        process.wait(timeout=60)


def stored(url):
    """Puts the calendar there; whether somebody listened."""
    headers = {"Content-Type": "text/calendar", "Authorization": "Basic YWdlbmN5Og=="}
    put = urllib.request.Request(url, events().encode(), headers, method="PUT")
    try:
        with urllib.request.urlopen(put, timeout=300):
            return True
    except urllib.error.HTTPError:
        raise
    except urllib.error.URLError:
        return False


def timed(words, environment):
    """Seconds that a command takes, and of them on the CPU."""
    began, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        list(map(str, words)), env={**os.environ, **environment}, capture_output=True, stdin=subprocess.DEVNULL, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    seconds, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    return {"seconds": seconds, "cpu": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime}


def best(runs):
    """The least of each figure: whatever else the host does only adds to it."""
    return {name: min(run[name] for run in runs) for name in runs[0]}


def theirs(work):
    """`vdirsyncer sync`, first and unchanged."""
    with radicale(work) as url:
        configuration = work / "vdirsyncer"
        configuration.write_text(
            f'[general]\nstatus_path = "{work}/status"\n'
            '[pair visits]\na = "here"\nb = "there"\ncollections = [["visits", "visits", "visits"]]\n'
            f'[storage here]\ntype = "filesystem"\npath = "{work}/here"\nfileext = ".ics"\n'
            f'[storage there]\ntype = "caldav"\nurl = "{url}"\nusername = "agency"\npassword = ""\n'
        )
        program = [PYTHON / "vdirsyncer", "--verbosity", "ERROR", "--config", configuration]
        firsts = []
        for _ in range(RUNS):
            for folder in ("here", "status"):
                shutil.rmtree(work / folder, ignore_errors=True)
            (work / "here/visits").mkdir(parents=True)
            timed([*program, "discover"], {})
            firsts.append(timed([*program, "sync"], {}))
            assert len(list((work / "here/visits").iterdir())) == COUNT
        return {"first": best(firsts), "unchanged": best([timed([*program, "sync"], {}) for _ in range(RUNS)])}


def ours(folder, work):
    """`visits sync`, first and unchanged; the daemon's CPU counts."""

    def once():
        before = syncing.cpu(daemon.process)
        run = timed([VISITS, "sync", "--timeout", "300"], environment)
        return {**run, "cpu": run["cpu"] + syncing.cpu(daemon.process) - before}

    environment = {"VISITS_SOCKET": str(folder / "visitsd"), "XDG_STATE_HOME": str(work / "visits-state")}
    with syncing.holding(work, COUNT, WORKERS, CLIENTS) as upstream:
        firsts = []
        for _ in range(RUNS):
            shutil.rmtree(work / "state", ignore_errors=True)
            # The daemon begins by itself: not before it is asked to.
            upstream.stop()
            with running(syncing.agency_of(folder, work, upstream)) as daemon:
                daemon.call("sync.now", wait=30)
                upstream.start()
                firsts.append(once())
                assert daemon.call("system.status")["visits"] == COUNT
        with running(syncing.agency_of(folder, work, upstream)) as daemon:
            syncing.settled(daemon)
            return {"first": best(firsts), "unchanged": best([once() for _ in range(RUNS)])}


def measure(folder, work):
    """Both, one after the other."""
    part = work / "calendars"
    part.mkdir()
    result = {"vdirsyncer": theirs(part), "visits": ours(folder, part)}
    shutil.rmtree(part)
    return result
