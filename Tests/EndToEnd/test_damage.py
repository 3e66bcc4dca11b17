"""A damaged database is found and told once, with what to do; it is changed no more, and emergencies are taken still."""

import time

import pytest
from damage import settle, spoil_header, spoil_index, spoil_row, spoil_table
from faults import plan, planned, until_told
from paging import WRITES, Pager
from programs import Refused
from test_backup import visitsd
from test_metrics import families, value

EX_DATAERR, EX_TEMPFAIL = 65, 75
TOLD = "The database is damaged: "


def until_found(daemon):
    """Waits until visitsd has found the damage."""
    deadline = time.monotonic() + 30
    with daemon.client(check=False) as client:
        while client.call("system.status").get("reason") != "databaseDamaged":
            assert time.monotonic() < deadline, f"visitsd does not find the damage:\n{daemon.log}"
            time.sleep(0.01)
    until_told(daemon, TOLD)


def check_told(daemon):
    """The status, the metrics, the log and each refusal say that the database is damaged; the log says it once."""
    with daemon.client() as client:
        status = client.call("system.status")
        assert (status["writable"], status["reason"]) == (False, "databaseDamaged")
        (warning,) = [warning for warning in status["warnings"] if warning.startswith(TOLD)]
        assert "visitsd restore FILE" in warning and "copy its files" in warning
        assert not client.call("system.health")["writable"]
        for request in ("one", "two"):
            with pytest.raises(Refused) as refused:
                plan(client, request)
            assert (refused.value.code, refused.value.data["reason"]) == (1503, "databaseDamaged")
            assert str(refused.value).startswith("The database is damaged: ")
    printed = daemon.visits("status", check=False)
    assert printed.returncode == 1
    shown = " ".join(printed.stdout.split())
    assert "⚠ takes no changes" in shown and f"⚠ {TOLD}" in shown and "visitsd restore FILE" in shown
    checked = daemon.visits("status", "--nagios", check=False)
    assert checked.returncode == 2 and f"CRITICAL - takes no changes. {TOLD}" in checked.stdout
    found = families(daemon)
    assert (value(found, "visits_database_damaged"), value(found, "visits_writable")) == (1, 0)
    backup = daemon.visits("backup", check=False)
    assert backup.returncode == EX_TEMPFAIL
    assert "The database is damaged" in backup.stderr and "room" not in backup.stderr
    told = [line for line in daemon.log.splitlines() if TOLD in line]
    assert len(told) == 1 and "No changes are taken any more. Restore the latest backup" in told[0]
    assert "Internal error" not in daemon.log


@pytest.mark.parametrize("spoil", [spoil_table, spoil_index, spoil_row])
def test_damage_from_before_a_start_is_told_once_and_stops_changes_until_a_backup_is_restored(agency, notices, spoil):
    with agency.client() as client:
        visit = plan(client, "before the backup")
    agency.visits("backup", "--name", "good.sqlite")
    assert agency.stop() == 0
    spoil(agency.database)
    agency.start()
    until_found(agency)
    assert "STATUS=Read-only: the database is damaged. Restore the latest backup." in notices("damaged")
    check_told(agency)
    assert not list((agency.state / "backups").glob("*.part"))
    assert [path.name for path in (agency.state / "backups").iterdir()] == ["good.sqlite"]

    assert agency.stop() == 0
    restored = visitsd(agency, "restore", agency.state / "backups" / "good.sqlite")
    assert restored.returncode == 0, restored.stderr
    agency.start()
    assert planned(agency) == {"before the backup": visit}
    with agency.client() as client:
        assert client.call("system.status")["writable"]
        plan(client, "after the restore")
    assert value(families(agency), "visits_database_damaged") == 0
    assert agency.log.count(TOLD) == 1


def test_a_read_of_a_damaged_page_says_so_and_stops_changes(agency):
    assert agency.stop() == 0
    spoil_table(agency.database)
    agency.start()
    with agency.client() as client:
        with pytest.raises(Refused) as refused:
            client.call("visit.list", **{"from": "2020-01-01", "to": "2040-01-01"})
        assert (refused.value.code, refused.value.data["reason"]) == (1503, "databaseDamaged")
        assert str(refused.value).endswith("The operator of this host finds more in visits status.")
    until_found(agency)
    check_told(agency)
    # What is intact is shown still, with a banner.
    assert "Margaret Chen" in agency.visits("clients").stdout


def test_a_damaged_header_stops_the_start_with_what_to_do(agency):
    assert agency.stop() == 0
    spoil_header(agency.database)
    status, said = agency.refused()
    assert status == EX_DATAERR
    assert "Not started, the database cannot be used" in said and "visitsd restore FILE" in said


@pytest.mark.parametrize("spoil", [spoil_table, spoil_header])
def test_damage_while_it_runs_is_found_before_the_next_backup_and_emergencies_are_spooled_and_paged(
    daemon, sample_database, spoil
):
    sample_database.copy_to(daemon)
    pager = Pager(daemon, WRITES)
    daemon.start()
    daemon.visits("backup", "--name", "good.sqlite")
    settle(daemon.database)
    spoil(daemon.database)
    found = daemon.visits("backup", "--name", "bad.sqlite", check=False)
    assert found.returncode == EX_TEMPFAIL and "The database is damaged" in found.stderr
    until_told(daemon, TOLD)
    check_told(daemon)
    assert [path.name for path in (daemon.state / "backups").iterdir()] == ["good.sqlite"]

    with daemon.client() as client:
        raised = client.call("emergency.raise", worker="sarah", note="Margaret has fallen", requestId="e")["emergency"]
        assert raised["stored"] is True
    (page,) = pager.until(1)
    assert (page["emergency"], page["stored"]) == (raised["id"], True)

    # A restart does not bring the emergency into the damaged database either.
    assert daemon.stop() == 0
    if spoil is spoil_table:
        daemon.start()
        until_told(daemon, "cannot be brought into the database now: the database is damaged")
        assert daemon.log.count(TOLD) == 2
        assert daemon.stop() == 0
    restored = visitsd(daemon, "restore", daemon.state / "backups" / "good.sqlite")
    assert restored.returncode == 0, restored.stderr
    daemon.start()
    until_told(daemon, "In the database now: 1 change of an emergency")
    with daemon.client() as client:
        (emergency,) = client.call("emergency.list", open=True)["emergencies"]
        assert (emergency["note"], emergency["stored"]) == ("Margaret has fallen", True)
        assert client.call("system.status")["writable"]
