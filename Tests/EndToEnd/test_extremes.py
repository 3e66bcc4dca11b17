"""No number from outside ends a program: neither the daemon nor the command line dies of one."""

import contextlib
import itertools
import json
import re
import sqlite3
import subprocess
import uuid

import pytest
from extremes import NUMBERS, TEXTS, line, options, ordinary, parameters
from programs import ROOT, VISITS, VISITSD, Connection, environment

# What the daemon answers to a call it does not take; an error of its own (-32603) is not among them.
REFUSED = {-32600, -32602, 1401, 1403, 1404, 1409, 1410, 1413, 1422, 1423, 1424, 1426, 1429, 1503}

# Waits that a test would wait for.
WAITS = {"event.wait": ("timeout", 0), "sync.now": ("wait", 0)}


@pytest.fixture
def known(agency):
    """Ids of the sample agency, and of a task, a goal, a series, a session, an emergency and a device, by the names of
    the parameters that take them."""
    with agency.client() as client:
        margaret, sarah = {"client": "margaret-chen"}, {"worker": "sarah"}
        visits = client.call("visit.list", localFrom="-30", localTo="+30", limit=1000)["visits"]
        task = client.change("task.put", title="Weigh", **margaret)["task"]["id"]
        client.change("task.record", task=task, done=True, **margaret)
        goal = client.change("goal.put", title="Walk", **margaret)["goal"]["id"]
        night = {"localStart": "tomorrow 3:00", "minutes": 30, "repeat": "weekly:mon", "allowOverlap": True}
        series = client.change("visit.add", **margaret, **sarah, **night)["series"]["id"]
        session = client.change("session.start", goal=goal, **margaret, **sarah)["session"]["id"]
        client.change("session.trial", session=session, success=True)
        place = {"latitude": 53.5, "longitude": -113.5, "accuracy": 5}
        emergency = client.change("emergency.raise", location=place, **sarah)["emergency"]["id"]
        device = client.change("device.invite", **sarah)["device"]["id"]
        visit = next(visit for visit in visits if visit["status"] == "scheduled")["id"]
        client.change("visit.start", visit=visit, location=place)
        ids = {"task": task, "goal": goal, "series": series, "session": session}
        ids |= {"emergency": emergency, "device": device}
        # A trial is a success or taken back, a task of a day is done or not: what one of the two is needed for.
        always = {"success": True, "done": True}
        return {**margaret, **sarah, **ids, "always": always, "visits": [visit["id"] for visit in visits]}


def ask(daemon, method, params):
    """The code of the error that a call is answered with, or 0."""
    if params.get("requestId") == "x":
        params = {**params, "requestId": uuid.uuid4().hex}
    with Connection(daemon.socket) as connection:
        connection.send(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode() + b"\n")
        answer = connection.receive()
    assert answer, f"{method} {params} was not answered:\n{daemon.log[-3000:]}"
    return json.loads(answer).get("error", {}).get("code", 0)


def test_every_parameter_of_every_method_is_answered_whatever_its_number(agency, known, every_case):
    visits = itertools.cycle(known.pop("visits"))
    with Connection(agency.socket) as connection:
        methods = connection.discover()
    for name, method in methods.items():
        wait, none = WAITS.get(name, (None, None))
        cases = list(parameters(method, known))
        for params in cases if every_case else cases[:: 1 + len(cases) // 30]:
            if params.get("visit") == "x":
                params["visit"] = next(visits)
            if isinstance(params.get(wait), int) and 0 < params[wait] <= 60:
                params[wait] = none
            code = ask(agency, name, params)
            assert code in REFUSED or code == 0, f"{name} {params}: {code}\n{agency.log[-3000:]}"
    assert agency.process.poll() is None


@pytest.fixture
def run(agency, monkeypatch):
    """Runs visits against the agency and holds that nothing ended it but itself."""
    # Some options name files that are written.
    monkeypatch.chdir(agency.folder)

    def run(*words, **more):
        done = agency.visits(*words, check=False, SWIFT_BACKTRACE="enable=no", **more)
        assert done.returncode >= 0, f"visits {words} {more}: {done.returncode}\n{done.stderr}"
        return done

    return run


def test_every_option_of_every_command_takes_or_refuses_whatever_its_number(agency, run, every_case):
    told = subprocess.run([VISITS, "--experimental-dump-help"], capture_output=True, check=True, env=environment())
    ordinary = {"worker": "sarah", "client": "margaret-chen", "visit": "1", "date": "today", "file": "/dev/null"}
    found = list(options(json.loads(told.stdout)["command"]))
    assert len(found) > 400
    values = itertools.cycle(TEXTS)
    for words, argument, arguments in found if every_case else found[::5]:
        names = {name["name"] for name in argument.get("names", [])}
        # All commands share these; they need a try with one of them.
        if names & {"socket", "locale", "timeout"} and words != ("list",):
            continue
        for value in itertools.islice(values, 4 if every_case else 1):
            run(*line(words, argument, value, arguments, ordinary))
    assert agency.process.poll() is None


def test_the_sample_is_composed_for_a_time_of_day_and_nothing_else(daemon, every_case):
    for text in TEXTS if every_case else TEXTS[::6]:
        command = [VISITSD, "sample", "--at", text, "--config", daemon.configuration]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment())
        # "0" is midnight.
        status = (0, "") if text == "0" else (64, f'visitsd: --at takes a time of day such as 10:20, not "{text}".\n')
        assert (done.returncode, done.stderr) == status, text


@pytest.mark.parametrize("name", ["COLUMNS", "LINES"])
def test_a_terminal_may_say_any_size(run, name, every_case):
    pages = [["help"], ["list", "--help"], ["today", "-w", "sarah"], ["list"], ["report", "--by", "worker"], ["nope"]]
    sizes = [*map(str, NUMBERS), "1", "26", "27", "4096", "x"]
    for size, page in itertools.product(sizes if every_case else ["0", "-1", "1", "26", sizes[1]], pages):
        run(*page, **{name: size})


def settings():
    """The variables and limits of the settings that are whole numbers, as the shipped configuration tells them."""
    found, path, limits = [], [], None
    for text in (ROOT / "config/visitsd.yaml").read_text().splitlines():
        if told := re.search(r"# Must be a whole number from (\d+) to (\d+)\.", text):
            limits = tuple(map(int, told.groups()))
        elif key := re.match(r"( *)#?([A-Za-z]+):", text):
            path = [*path[: len(key[1]) // 2], key[2]]
            if limits:
                name = re.sub(r"(?<=[a-z])(?=[A-Z])|\.", "_", ".".join(path)).upper()
                found.append((f"VISITSD_{name}", *limits))
            limits = None
    return found


def test_every_setting_that_is_a_number_is_held_to_its_limits(daemon, every_case):
    found = settings()
    assert len(found) > 25 and ("VISITSD_ALERTS_LATE_AFTER_MINUTES", 1, 240) in found
    for number, (name, least, most) in enumerate(found):
        values = [str(number) for number in NUMBERS] if every_case else [str(NUMBERS[number % len(NUMBERS)])]
        for value in [*values, str(least - 1), str(most + 1)]:
            if value.isdigit() and least <= int(value) <= most:
                continue
            daemon.variables = {name: value}
            status, said = daemon.refused()
            assert status == 78, f"{name}={value}: {status}\n{said}"
            assert f"a whole number from {least} to {most}" in said


@pytest.mark.parametrize("end", [1, 2])
def test_the_daemon_works_with_every_number_at_the_end_of_its_range(agency, end):
    agency.stop()
    agency.variables = {setting[0]: str(setting[end]) for setting in settings()}
    agency.start()
    # With room for one connection, the one that found it listening may not have ended yet.
    while (shown := agency.visits("today", "--worker", "sarah", check=False)).returncode == 75:
        assert "1 connections already" in shown.stderr
    assert "1/7" in shown.stdout, shown.stderr
    assert agency.stop() == 0


@pytest.mark.parametrize("name", ["WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS"])
def test_the_service_manager_may_hand_over_any_number(daemon, manager, name):
    words = daemon.words()
    # The number of sockets counts only for the process that they are meant for.
    daemon.words = lambda: ["/bin/sh", "-c", 'LISTEN_PID=$$ exec "$@"', "sh", *words]
    for value in [*map(str, NUMBERS), "NaN", ""]:
        daemon.variables = {**daemon.variables, name: value}
        if name == "LISTEN_FDS" and value.isdigit() and 0 < int(value) < 2**31:
            status, said = daemon.refused()
            assert status > 0 and "sockets" in said, f"{name}={value}: {status}\n{said}"
            continue
        daemon.start()
        manager.until("READY=1")
        assert daemon.stop() == 0, f"{name}={value}:\n{daemon.log[-3000:]}"


# Columns that number things or refer to others: another number there names another thing, or none. A place that is none
# on earth is not read at all.
KEPT = {
    "row", "change", "visit", "task", "session", "series", "thing", "feed", "request",
    "latitude", "longitude", "accuracy",
}  # fmt: skip


def numbers(database):
    """The columns of each table that hold a time, a day, a count or a measure."""
    for (table,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"):
        columns = database.execute(f"PRAGMA table_info({table})").fetchall()
        fit = [(name, kind) for _, name, kind, _, _, key in columns if kind in ("INTEGER", "REAL") and not key]
        if fit := [(name, kind) for name, kind in fit if not any(name.lower().endswith(kept) for kept in KEPT)]:
            yield table, fit


def spoil(database, table, columns, number):
    """Writes a number into columns of all rows of a table, past all that guards it."""
    database.execute("PRAGMA ignore_check_constraints = ON")
    triggers = database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        database.execute(f"DROP TRIGGER {name}")
    for name, kind in columns:
        value = number if kind == "INTEGER" else number * 1e280
        database.execute(f'UPDATE OR IGNORE {table} SET "{name}" = ? WHERE "{name}" IS NOT NULL', [value])
    for _, sql in triggers:
        database.execute(sql)


@pytest.mark.parametrize("number", [-(2**63), 2**63 - 1])
def test_no_number_in_a_database_ends_the_daemon(agency, known, number, every_case):
    visits = known.pop("visits")
    with Connection(agency.socket) as connection:
        methods = connection.discover()
    assert agency.stop() == 0
    sound = agency.database.read_bytes()
    with contextlib.closing(sqlite3.connect(agency.database)) as database:
        tables = dict(numbers(database))
    assert len(tables) > 15
    for table in tables if every_case else ["visits", "series", "clients"]:
        agency.database.write_bytes(sound)
        with contextlib.closing(sqlite3.connect(agency.database)) as database, database:
            spoil(database, table, tables[table], number)
        agency.start()
        for name, method in methods.items():
            if name in ("event.wait", "import", "rpc.discover"):
                continue
            params = ordinary(method, known)
            for visit in visits[-4:] if "visit" in params else [None]:
                ask(agency, name, {**params, **({"visit": visit} if visit else {})})
        assert agency.stop() == 0, f"{table}:\n{agency.log[-3000:]}"
