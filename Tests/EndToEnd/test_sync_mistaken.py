"""Records that are easily taken for others: a server's wrong match, an old copy in a file, days that a restored backup
plans once more. No visit becomes another, and none is made twice."""

import json
import subprocess

import pytest
from programs import VISITSD, environment
from synced import Synced, booked, hours, iso, people

JOHN = {"resourceType": "Patient", "id": "john", "name": [{"text": "John Smith"}]}


@pytest.fixture
def confused(daemon, upstream):
    """A visitsd whose server chooses ids, ignores the search by identifier, and takes what it has for what is sent."""
    upstream.start("--without", "update-as-create", "--without", "transaction")
    upstream.store(*people(), JOHN, booked("a9", hours(6), client="john"))
    synced = Synced(daemon, upstream)
    daemon.start()
    synced.until("synced")
    (johns,) = upstream.resources("Appointment")
    headers = {"ETag": 'W/"1"', "Location": f"{upstream.url}/Appointment/a9/_history/1"}
    upstream.faults(
        {"method": "POST", "path": "/Appointment", "status": 200, "type": "application/fhir+json", "headers": headers,
         "body": json.dumps(johns), "times": None}
    )  # fmt: skip
    return synced


def test_a_visit_does_not_become_the_one_that_a_server_takes_it_for(confused):
    added = confused.change(
        "visit.add", client="margaret-chen", worker="sarah", start=iso(hours(1)), minutes=60)["visits"][0]  # fmt: skip
    assert confused.sync() == "failed"
    visit = confused.call("visit.show", visit=added["id"])["visit"]
    assert (visit["client"], visit["worker"], visit["sync"]) == ("margaret-chen", "sarah", "parked")
    (johns,) = confused.upstream.resources("Appointment")
    assert johns["participant"][0]["actor"]["reference"] == "Patient/john"
    (problem,) = confused.call("sync.problems")["problems"]
    assert problem["words"] == (
        "The agency's system took another record for this one and created nothing. "
        "Its search by identifier does not work."
    )


def test_an_old_copy_in_a_file_changes_nothing_that_sync_keeps_in_step(daemon, upstream):
    upstream.start().store(*people(), booked("a1", hours(2)))
    synced = Synced(daemon, upstream)
    daemon.start()
    synced.until("synced")
    entries = [
        {"fullUrl": f"{upstream.url}/{kind}/{record['id']}", "resource": record}
        for kind in ("Practitioner", "Patient", "Appointment")
        for record in upstream.resources(kind)
    ]
    upstream.store(booked("a1", hours(3)))
    assert synced.sync() == "synced"
    old = json.dumps({"resourceType": "Bundle", "type": "collection", "entry": entries})
    answer = synced.change("import", format="fhir", content=old)
    assert (answer["added"], answer["changed"], answer["unchanged"]) == (0, 0, 3)
    assert [kept["reason"] for kept in answer["kept"]] == [
        "comes from the agency's system, which keeps it up to date; the file changes nothing here"
    ]
    (visit,) = synced.call("visit.list", **{"from": iso(hours(-24)), "to": iso(hours(48))})["visits"]
    assert visit["start"] == iso(hours(3))


def test_days_of_a_series_that_a_restored_backup_plans_again_stand_upstream_once(daemon, upstream):
    upstream.start().store(*people(), booked("a1", hours(1)))
    synced = Synced(daemon, upstream)
    settings = daemon.configuration.read_text()
    daemon.configuration.write_text(settings + "visits:\n  horizonWeeks: 1\n")
    daemon.start()
    synced.until("synced")
    synced.change(
        "visit.add", client="margaret-chen", worker="sarah", start=iso(hours(26)), minutes=30, repeat="FREQ=DAILY"
    )  # fmt: skip
    assert synced.sync() == "synced"
    daemon.visits("backup", "--name", "before.sqlite")
    upstream.store(booked("a2", hours(3)))
    # As the days go by, the series goes on.
    daemon.stop()
    daemon.configuration.write_text(settings + "visits:\n  horizonWeeks: 2\n")
    daemon.start()
    synced.until("synced")
    assert synced.sync() == "synced"
    known = {visit["id"] for visit in synced.call("visit.list", limit=1000)["visits"]}
    planned = sorted(one["start"] for one in upstream.resources("Appointment"))
    daemon.stop()
    subprocess.run(
        [VISITSD, "restore", daemon.state / "backups" / "before.sqlite", "--config", daemon.configuration, "--state",
         daemon.state],
        env=environment(), check=True, capture_output=True, timeout=60,
    )  # fmt: skip
    daemon.start()
    synced.until("synced")
    assert synced.sync() == "synced"
    assert sorted(one["start"] for one in upstream.resources("Appointment")) == planned
    assert {visit["id"] for visit in synced.call("visit.list", limit=1000)["visits"]} == known, "as devices know them"
