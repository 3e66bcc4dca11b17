"""Backups, restoring them, and looking after a database, with the real programs."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import threading
import time

import pytest
from faults import plan, planned, until_told
from programs import VISITSD, Refused, environment

EX_DATAERR, EX_TEMPFAIL, EX_CONFIG = 65, 75, 78


def visitsd(daemon, *words):
    """Runs visitsd with a word that is not to start it."""
    return subprocess.run(
        [VISITSD, *map(str, words), "--config", daemon.configuration, "--state", daemon.state],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, env=environment(),
    )  # fmt: skip


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
@pytest.mark.parametrize("words", [["restore", "monday.sqlite"], ["check"]], ids=["restore", "check"])
def test_what_root_writes_into_the_state_stays_the_services_own(agency, words):
    agency.visits("backup", "--name", "monday.sqlite")
    assert agency.stop() == 0
    backup = agency.state / "backups" / "monday.sqlite"
    for path in [agency.state, *agency.state.rglob("*")]:
        os.chown(path, 65534, 65534)
    done = visitsd(agency, *[backup if word == backup.name else word for word in words])
    assert done.returncode == 0, done.stderr
    assert {path.name: path.stat().st_uid for path in agency.state.iterdir()} == {
        path.name: 65534 for path in agency.state.iterdir()
    }


def test_a_backup_is_restored_and_old_cursors_are_refused(agency):
    with agency.client() as client:
        first = plan(client, "before the backup")
    made = agency.visits("backup", "--name", "monday.sqlite")
    backup = agency.state / "backups" / "monday.sqlite"
    assert f"Backed up: {backup}" in made.stdout
    assert backup.stat().st_mode & 0o777 == 0o600
    assert f"is in {backup}" in agency.log
    with agency.client() as client:
        plan(client, "behind the backup")
        client.call("emergency.raise", worker="sarah", requestId="alarm")
        cursor = client.call("system.status")["cursor"]
        before = client.call("today", worker="sarah")
        assert before["epoch"] == cursor.split(":")[0]
    refused = visitsd(agency, "restore", backup)
    assert refused.returncode == EX_TEMPFAIL
    assert f"in use by process {agency.process.pid}" in refused.stderr and "Nothing was changed" in refused.stderr

    assert agency.stop() == 0
    restored = visitsd(agency, "restore", backup)
    assert restored.returncode == 0, restored.stderr
    assert "Start visitsd." in restored.stdout
    assert "The backup lacks 2 changes of it.\n" in restored.stdout
    assert "⚠ The emergency of Sarah Miller, 20" in restored.stdout
    kept = [path for path in agency.state.iterdir() if ".before-restore-" in path.name]
    assert len(kept) == 1 and str(kept[0]) in restored.stdout
    told = "The database is a backup that was restored at "
    assert told not in agency.log
    agency.start()
    assert agency.log.count(told) == 1
    assert planned(agency) == {"before the backup": first}
    # Once is enough.
    assert agency.stop() == 0
    agency.start()
    assert agency.log.count(told) == 1
    assert planned(agency) == {"before the backup": first}
    with agency.client() as client:
        with pytest.raises(Refused) as gone:
            client.call("event.wait", since=cursor, timeout=0)
        assert (gone.value.code, gone.value.data["kind"]) == (1410, "cursorGone")
        present = client.call("system.status")["cursor"]
        assert gone.value.data["cursor"] == present
        restored = client.call("today", worker="sarah", ifNoneMatch=before["etag"])
        assert restored["epoch"] == present.split(":")[0] != before["epoch"]
        plan(client, "after the restore")
        assert client.call("event.wait", since=present, timeout=5)["events"]

    assert agency.stop() == 0
    undone = visitsd(agency, "restore", kept[0])
    assert undone.returncode == 0, undone.stderr
    agency.start()
    assert set(planned(agency)) == {"before the backup", "behind the backup"}


def test_a_backup_is_whole_while_everybody_writes(agency):
    stop = threading.Event()
    acknowledged = []

    def write():
        with agency.client(check=False) as client:
            while not stop.is_set():
                acknowledged.append(plan(client, f"w{len(acknowledged)}"))

    writer = threading.Thread(target=write)
    writer.start()
    try:
        while len(acknowledged) < 20:
            time.sleep(0.01)
        for _ in range(5):
            before = list(acknowledged)
            made = json.loads(agency.visits("backup", "--json").stdout)
            with sqlite3.connect(f"file:{made['path']}?mode=ro&immutable=1", uri=True) as copy:
                assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
                assert copy.execute("PRAGMA foreign_key_check").fetchall() == []
                stored = {row[0] for row in copy.execute("SELECT id FROM visits")}
            copy.close()
            assert stored.issuperset(before)
    finally:
        stop.set()
        writer.join()
    assert set(planned(agency).values()) == set(acknowledged)


def test_a_backup_asked_for_twice_is_made_once_and_leads_nowhere_else(agency):
    with agency.client() as client:
        first = client.call("system.backup", requestId="b1", name="a.sqlite")
        assert client.call("system.backup", requestId="b1", name="a.sqlite") == first
        with pytest.raises(Refused) as reused:
            client.call("system.backup", requestId="b1", name="b.sqlite")
        assert reused.value.data["kind"] == "requestIdReused"
        with pytest.raises(Refused) as taken:
            client.call("system.backup", requestId="b2", name="a.sqlite")
        assert (taken.value.code, taken.value.data["field"]) == (-32602, "name")
        for name in ["../x.sqlite", "/tmp/x.sqlite", ".sqlite", "..sqlite", "x", "x.sqlite-wal", "a/b.sqlite", "ä.sqlite", ""]:
            with pytest.raises(Refused) as wrong:
                client.call("system.backup", requestId="b3", name=name)
            assert (wrong.value.code, wrong.value.data["field"]) == (-32602, "name"), name
    assert [path.name for path in (agency.state / "backups").iterdir()] == ["a.sqlite"]


def test_a_backup_for_which_there_is_too_little_room_is_not_begun_until_there_is(daemon, sample_database):
    sample_database.copy_to(daemon)
    settings = daemon.configuration.read_text()
    daemon.configuration.write_text(settings + "backup:\n  reserveMegabytes: 10000000\n")
    daemon.start()
    refused = daemon.visits("backup", check=False)
    assert refused.returncode == EX_TEMPFAIL
    said = " ".join(refused.stderr.split())
    assert re.search(
        rf"No backup was started: \S+ \SB are free in {daemon.state}/backups, and 10\.0 TB are needed\.", said
    )
    until_told(daemon, "No backup was started: ")
    free, needed = re.search(
        rf"No backup was started: (\d+) bytes are free in {daemon.state}/backups, and (\d+) bytes are needed", daemon.log
    ).groups()
    assert 0 < int(free) < int(needed)
    # The database is less than ten megabytes.
    assert 10**13 < int(needed) < 10**13 + 10**7
    assert list((daemon.state / "backups").iterdir()) == []
    assert "Free space" in (shown := daemon.visits("status").stdout) and "enough for 0 backups" in shown

    daemon.configuration.write_text(settings)
    daemon.process.send_signal(signal.SIGHUP)
    until_told(daemon, "different now: backup.reserveMegabytes")
    daemon.visits("backup")
    with daemon.client() as client:
        room = client.call("system.status")["backupRoom"]
    assert room["backups"] > 0 and 0 < room["reserveBytes"] <= 256_000_000 < room["freeBytes"]


def test_a_backup_that_is_not_there_is_named_in_plain_words(agency):
    assert agency.stop() == 0
    missing = agency.folder / "missing.sqlite"
    refused = visitsd(agency, "restore", missing)
    assert refused.returncode == 74
    assert refused.stderr == f"visitsd: there is no file {missing}. Nothing was changed.\n"


@pytest.mark.parametrize(
    ("spoil", "named"),
    [
        (lambda path: path.write_bytes(b"garbage " * 1000), "is not a database"),
        (lambda path: os.truncate(path, path.stat().st_size // 2), "is cut off"),
        (lambda path: os.truncate(path, 0), "is empty"),
        (lambda path: set_pragma(path, "user_version = 4711"), "has version 4711"),
        (lambda path: set_pragma(path, "application_id = 7"), "another program"),
        (lambda path: spoil_pages(path), "is damaged"),
    ],
)
def test_a_backup_that_is_not_whole_is_refused_and_nothing_is_changed(agency, spoil, named):
    backup = agency.state / "backups" / "b.sqlite"
    agency.visits("backup", "--name", backup.name)
    assert agency.stop() == 0
    spoil(backup)
    before = agency.database.read_bytes()
    names = names_in(agency.state)
    refused = visitsd(agency, "restore", backup)
    assert refused.returncode == EX_DATAERR
    assert f"{backup}" in refused.stderr and named in refused.stderr and "Nothing was changed" in refused.stderr
    assert agency.database.read_bytes() == before
    assert names_in(agency.state) == names


def names_in(folder):
    """The files' names; without an empty log and its index, which a stop may leave or not."""
    return sorted(path.name for path in folder.iterdir() if not path.name.endswith(("-wal", "-shm")))


def set_pragma(path, pragma):
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA {pragma}")
    connection.close()


def spoil_pages(path):
    with path.open("r+b") as file:
        file.seek(8 * 4096)
        file.write(b"\xff" * 4 * 4096)


def test_check_tells_how_things_are_beside_a_running_daemon(agency):
    good = visitsd(agency, "check")
    assert good.returncode == 0, good.stderr
    assert "The configuration is in order." in good.stdout
    assert f"{agency.database} is whole: version 28," in good.stdout and "has it open" in good.stdout
    assert agency.stop() == 0
    before = agency.database.read_bytes()
    assert "has it open" not in visitsd(agency, "check").stdout
    assert agency.database.read_bytes() == before

    spoil_pages(agency.database)
    damaged = visitsd(agency, "check")
    assert damaged.returncode == 1
    assert f"{agency.database} is damaged" in damaged.stderr and "visitsd restore FILE" in damaged.stderr
    agency.configuration.write_text("agency:\n  timezon: x\n")
    wrong = visitsd(agency, "check")
    assert wrong.returncode == EX_CONFIG
    assert 'unknown key "agency.timezon"' in wrong.stderr


def test_check_of_nothing_says_so_and_makes_nothing(daemon):
    done = visitsd(daemon, "check")
    assert done.returncode == 0
    assert "no database" in done.stdout
    assert not daemon.state.exists()


def test_an_unclean_stop_is_noticed_and_the_database_checked_first(agency):
    with agency.client() as client:
        visit = plan(client, "before the kill")
    assert agency.stop(signal.SIGKILL) == -signal.SIGKILL
    agency.start()
    assert planned(agency) == {"before the kill": visit}
    assert agency.stop() == 0
    said = len(agency.log)
    assert agency.log.index("The last stop was not in order") < agency.log.rindex("Listening on")
    agency.start()
    assert "The last stop was not in order" not in agency.log[said:]


def test_damage_is_refused_after_an_unclean_stop_and_warned_of_after_a_clean_one(agency):
    assert agency.stop() == 0
    with sqlite3.connect(agency.database) as connection:
        connection.execute("INSERT INTO formerVisits VALUES ('worker', 'sarah', 999999)")
    connection.close()
    agency.start()
    with agency.client() as client:
        while not (warnings := client.call("system.status")["warnings"]):
            time.sleep(0.01)
    assert "a row of formerVisits refers to nothing in visits" in warnings[0] and "visitsd restore" in warnings[0]
    assert "The database is damaged" in agency.log
    agency.stop(signal.SIGKILL)
    status, said = agency.refused()
    assert status == EX_DATAERR
    assert "is damaged: a row of formerVisits refers to nothing in visits" in said and "visitsd restore FILE" in said
