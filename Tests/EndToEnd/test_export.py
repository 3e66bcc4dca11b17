"""What goes out is read by programs that are not ours."""

import csv
import datetime
import io
import json
import shlex
import subprocess
import zoneinfo

import icalendar
import pyrofile_validator
import pytest
from fhir.resources.R4B import bundle as fhir_bundle
from khal import Khal
from programs import EDMONTON, VISITS, ZONE, Daemon, environment


@pytest.fixture
def daemon():
    """A visitsd in Edmonton, which has daylight saving time."""
    daemon = Daemon(EDMONTON)
    yield daemon
    daemon.remove()


@pytest.fixture
def agency(daemon):
    """A running visitsd with the sample agency, composed for the present moment."""
    return daemon.start().import_sample(at=None)


@pytest.fixture
def morning(sample_database):
    """A running visitsd with the sample agency, in a zone where it is about ten in the morning."""
    daemon = Daemon()
    sample_database.copy_to(daemon)
    yield daemon.start()
    daemon.remove()


def exported(agency, *words):
    """What visits export prints, its line ends as they are."""
    done = subprocess.run(
        [VISITS, "export", *map(str, words)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
        env=environment(VISITS_SOCKET=agency.socket, XDG_STATE_HOME=agency.folder / "visits"),
    )
    assert done.returncode == 0, done.stderr.decode()
    assert done.stderr == b""
    return done.stdout.decode()


def listed(agency):
    """Every visit there is, by its id."""
    with agency.client() as client:
        return {visit["id"]: visit for visit in client.call("visit.list", limit=1000)["visits"]}


@pytest.mark.parametrize("worker", [None, "sarah"])
def test_a_calendar_is_read_by_icalendar(agency, worker):
    visits = {
        id: visit for id, visit in listed(agency).items() if worker is None or visit["worker"] == worker
    }
    words = ["--worker", worker] if worker else []
    calendar = icalendar.Calendar.from_ical(exported(agency, "--format", "ics", *words))
    assert [error for component in calendar.walk() for error in component.errors] == []
    events = {str(event["UID"]): event for event in calendar.walk("VEVENT")}
    assert set(events) == {f"{id}@visits" for id in visits}
    edmonton = zoneinfo.ZoneInfo("America/Edmonton")
    for id, visit in visits.items():
        event = events[f"{id}@visits"]
        start = datetime.datetime.fromisoformat(visit["start"])
        assert event.decoded("DTSTART") == start
        assert event.decoded("DTSTART").replace(tzinfo=None) == start.astimezone(edmonton).replace(tzinfo=None)
        assert event.decoded("DTEND") == datetime.datetime.fromisoformat(visit["end"])
        assert event["SEQUENCE"] == visit["version"]
        assert (event["STATUS"] == "CANCELLED") == (visit["status"] == "cancelled")
        assert str(event["LOCATION"]) == visit["address"]
    assert {str(zone["TZID"]) for zone in calendar.walk("VTIMEZONE")} == {"America/Edmonton"}


def test_a_calendar_that_is_fetched_again_has_the_same_events_and_counts_on(agency):
    first = exported(agency, "--format", "ics")
    assert exported(agency, "--format", "ics") == first
    visit = next(id for id, visit in listed(agency).items() if visit["status"] == "scheduled")
    agency.visits("cancel", visit, "--reason", "In hospital")
    before, after = (
        {str(event["UID"]): event for event in icalendar.Calendar.from_ical(text).walk("VEVENT")}
        for text in (first, exported(agency, "--format", "ics"))
    )
    assert set(after) == set(before)
    assert {uid for uid in after if after[uid].to_ical() != before[uid].to_ical()} == {f"{visit}@visits"}
    event = after[f"{visit}@visits"]
    assert event["SEQUENCE"] == before[f"{visit}@visits"]["SEQUENCE"] + 1
    assert event["STATUS"] == "CANCELLED"


def test_a_calendar_is_read_by_khal(agency):
    khal = Khal(agency.folder / "home")
    file = agency.folder / "sarah.ics"
    agency.visits("export", "--format", "ics", "--worker", "sarah", "-o", file)
    # Twice: what is known is not there twice.
    for _ in range(2):
        khal.keep(file)
    with agency.client() as client:
        day = client.call("today", worker="sarah", localDate="tomorrow")
    shown = khal("list", "--format", "{start-time} {title}", "--day-format", "", day["date"], day["date"])
    assert [line for line in shown.splitlines() if line][:2] == ["08:00 Margaret Chen", "10:00 John Smith"]
    assert len([line for line in shown.splitlines() if line]) == len(day["cards"])


def changes_of_every_kind(agency):
    """Leaves visits in every state, with and without checks; an open one at another address among them."""
    visits = [id for id, visit in listed(agency).items() if visit["status"] == "scheduled" and visit["worker"]]
    with agency.client() as client:
        client.change("visit.change", visit=visits[1], address="9 Gooseberry Lane", note='Ring "twice"\n=1+1')
        client.change("visit.change", visit=visits[2], worker=None)
        client.change("client.put", id="margaret-chen", name="Margaret Chen", phone="780-555-0121", locale="en",
                      emergencyContact="Daniel Chen, son, 780-555-0142", photo="https://photos.example/7")
        # At some hours the next visit is too far ahead to be started.
        now = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        client.change("visit.change", visit=visits[0], start=now, allowOverlap=True)
        client.change("visit.start", visit=visits[0])
        made = client.call("visit.show", visit=visits[0])["visit"]
        whom = {"client": made["client"]}
        task = client.change("task.put", **whom, preset="breakfast")["task"]["id"]
        client.change("task.record", **whom, task=task, done=True, time="00:00", note="Porridge", visit=visits[0])
        goal = client.change("goal.put", **whom, title="Stand up by herself")["goal"]["id"]
        session = client.change("session.start", worker=made["worker"], **whom, goal=goal, visit=visits[0])
        session = session["session"]["id"]
        for success in (True, False, True):
            client.change("session.trial", session=session, success=success)
        client.change("session.end", session=session)


def test_a_bundle_is_what_two_validators_take(agency):
    changes_of_every_kind(agency)
    text = exported(agency, "--format", "fhir")
    bundle = fhir_bundle.Bundle.model_validate_json(text)
    types = [entry.resource.get_resource_type() for entry in bundle.entry]
    assert types.count("Practitioner") == 3
    assert types.count("Patient") == 10
    assert types.count("Appointment") == len(listed(agency))
    assert types.count("Encounter") > 1
    assert [types.count(kind) for kind in ("Task", "Goal", "Observation")] == [1, 1, 1]
    told = json.loads(text)
    (task,) = [entry["resource"] for entry in told["entry"] if entry["resource"]["resourceType"] == "Task"]
    assert task["status"] == "completed"
    # This validator knows just the first four of a Task's states, those that its short definition lists.
    task["status"] = "requested"
    report = pyrofile_validator.Validator().validate_resource(told)
    assert [f"{issue.severity}: {issue.message}" for issue in report.issues] == []


def test_a_bundle_comes_back_without_a_change_here_and_whole_elsewhere(agency):
    changes_of_every_kind(agency)
    text = exported(agency, "--format", "fhir")
    file = agency.folder / "bundle.json"
    file.write_text(text)
    again = agency.visits("import", file)
    assert again.stdout.startswith("Imported: 0 added, 0 changed, ")
    other = Daemon()
    try:
        other.start().visits("import", file)
        told = ["client", "worker", "start", "end", "address", "service", "note", "status", "reason", "missedBy"]

        def schedule(daemon):
            return sorted(
                [str(visit[name]) for name in told] + [visit[check] and visit[check]["at"] for check in ("checkIn", "checkOut")]
                for visit in listed(daemon).values()
            )

        assert schedule(other) == schedule(agency)
        # A Task, a Goal, and a session's two records: what is recorded of care is not taken in from a file.
        assert exported(other, "--format", "fhir").count("\n") == text.count("\n") - 4
    finally:
        other.remove()


def test_a_table_is_read_by_the_csv_module_and_comes_back_without_a_change(agency):
    changes_of_every_kind(agency)
    text = exported(agency, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    visits = listed(agency)
    assert [row["id"] for row in rows] == list(visits)
    assert {row["id"]: row["state"] for row in rows} == {id: visit["status"] for id, visit in visits.items()}
    assert not [cell for row in rows for cell in row.values() if cell[:1] in ("=", "+", "-", "@")]
    file = agency.folder / "visits.csv"
    file.write_bytes(text.encode())
    assert agency.visits("import", file).stdout == (
        f"Imported: 0 added, 0 changed, {len(visits)} unchanged, 0 refused\n"
    )


def test_records_for_visit_verification_say_the_six_elements(morning):
    with morning.client() as client:
        visit = client.call("today", worker="sarah")["cards"][2]["visit"]
        client.change("visit.start", visit=visit)
        client.change("visit.complete", visit=visit)
        shown = client.call("visit.show", visit=visit)["visit"]
    lines = [json.loads(line) for line in exported(morning, "--format", "evv", "--worker", "sarah").splitlines()]
    record = next(line for line in lines if line["visit"] == visit)
    assert record["service"] == "Meal preparation"
    assert record["recipient"] == {"id": "agnes-kowalchuk", "name": "Agnes Kowalchuk"}
    assert record["provider"] == {"id": "sarah", "name": "Sarah Miller"}
    assert record["place"]["address"] == "10918 88 Ave NW, Edmonton"
    assert record["begin"]["at"] == shown["checkIn"]["at"]
    assert record["end"]["at"] == shown["checkOut"]["at"]
    assert (record["plannedBegin"], record["timeZone"]) == (shown["start"], ZONE)
    assert record["sequence"] == shown["version"] == 3
    assert [change["action"] for change in record["changes"]] == ["import", "visit.start", "visit.complete"]
    rows = list(csv.DictReader(io.StringIO(exported(morning, "--format", "evv", "--evv-format", "csv"), newline="")))
    row = next(row for row in rows if row["visit"] == visit)
    assert (row["beginAt"], row["endAt"]) == (record["begin"]["at"], record["end"]["at"])
    assert len(row["changes"].splitlines()) == 3


def test_what_would_be_refused_is_listed(morning):
    with morning.client() as client:
        visit = client.call("today", worker="sarah")["cards"][2]["visit"]
        client.change("visit.complete", visit=visit)
    done = morning.visits("evv", "check", "--worker", "sarah")
    assert visit[-8:] in done.stdout
    assert "          No check-in\n" in done.stdout


def test_a_report_adds_up(agency):
    words = ["report", "--from", "yesterday", "--to", "+7"]
    report = json.loads(agency.visits(*words, "--by", "worker", "--json").stdout)
    visits = listed(agency).values()
    assert report["total"]["planned"] == len([visit for visit in visits if visit["status"] != "cancelled"])
    for name in ("planned", "completed", "late", "missed", "cancelled", "open"):
        assert report["total"][name] == sum(row["counts"][name] for row in report["rows"]), name
    table = agency.visits(*words, "--by", "client").stdout.splitlines()
    assert table[0].split() == ["Hours", "Hours", "Missed"]
    assert table[1].split() == ["Planned", "Done", "Late", "Missed", "Cancelled", "Open", "planned", "worked", "%"]
    assert table[-3].startswith("Total ")
    assert table[-2:] == ["", "The bar shows how much of what was planned is done."]
    assert len(list(csv.DictReader(io.StringIO(agency.visits(*words, "--by", "client", "--csv").stdout)))) == len(table) - 5


def test_a_file_is_replaced_whole_and_a_device_is_written_to(agency):
    file = agency.folder / "visits.csv"
    file.write_text("old")
    file.chmod(0o640)
    link = agency.folder / "link.csv"
    link.symlink_to(file)
    agency.visits("export", "--format", "csv", "-o", link)
    assert link.is_symlink()
    assert file.read_bytes().decode() == exported(agency, "--format", "csv")
    assert file.stat().st_mode & 0o777 == 0o640
    before = sorted(agency.folder.iterdir())
    agency.visits("export", "--format", "csv", "-o", "/dev/null")
    refused = agency.visits("export", "--format", "csv", "-o", agency.folder / "none" / "x.csv", check=False)
    assert refused.returncode == 73
    assert sorted(agency.folder.iterdir()) == before


AGGREGATOR = """
evv:
  taxId: "987654321"
  payers: [{payer: medicaid, id: "18119"}]
  services: [{service: Personal care, code: S5130}]
  reasons: [{reason: office, code: "03", resolution: "14"}]
"""


@pytest.fixture
def provider():
    """A visitsd of an agency whose payer takes records of its visits."""
    daemon = Daemon(EDMONTON + AGGREGATOR)
    yield daemon.start()
    daemon.remove()


def test_an_aggregator_s_records_are_made_once_what_they_lack_is_set(provider):
    daemon = provider
    daemon.visits("workers", "add", "sarah", "--name", "Sarah Miller")
    daemon.visits("clients", "add", "margaret-chen", "--name", "Margaret Chen", "--address", "123 Oak St")
    add = ("add", "--client", "margaret-chen", "--worker", "sarah", "--start", "0:01", "--minutes", "30")
    daemon.visits(*add, "--service", "Personal care")
    (visit,) = json.loads(daemon.visits("list", "--json", "--date", "today").stdout)["visits"]
    daemon.visits("start", visit["id"], "--at", "now")
    daemon.visits("complete", visit["id"], "--at", "now")
    export = ("export", "--format", "evv", "--profile", "hhax", "--date", "today")
    lacking = daemon.visits(*export)
    assert lacking.stdout.count("\n") == 1
    assert lacking.stderr == (
        "visits: 1 record lacks fields that the aggregator needs, and is left out. See which, and what to set: "
        "visits evv check --profile hhax\n"
    )
    told = daemon.visits("evv", "check", "--profile", "hhax").stdout
    assert "Medicaid Number is missing. Set it: visits clients change margaret-chen --member-id medicaid=…" in told
    assert "Caregiver Code is missing. Set it: visits workers change sarah --identifier code=…" in told
    daemon.visits("clients", "change", "margaret-chen", "--member-id", "medicaid=004512345")
    daemon.visits("workers", "change", "sarah", "--identifier", "code=C17")
    whole = daemon.visits(*export)
    assert whole.stderr == ""
    (row,) = csv.DictReader(io.StringIO(whole.stdout))
    assert len(row) == 96
    assert {name: row[name] for name in ("Agency Tax ID", "Payer ID", "Medicaid Number", "Caregiver Code")} == {
        "Agency Tax ID": "987654321",
        "Payer ID": "18119",
        "Medicaid Number": "004512345",
        "Caregiver Code": "C17",
    }
    assert (row["Procedure Code"], row["Visit Edit Reason Code"], row["EVV Start Time"]) == ("S5130", "03", "")
    daemon.visits("evv", "code", visit["id"], "--code", "T1019")
    (row,) = csv.DictReader(io.StringIO(daemon.visits(*export).stdout))
    assert row["Procedure Code"] == "T1019"
    planned = daemon.visits(*add, "--service", "Personal care", "--service-code", "t1019:u1", "--allow-overlap", "--json")
    assert json.loads(planned.stdout)["visits"][0]["serviceCode"] == "T1019:U1"


def test_a_night_in_which_clocks_change_is_exported_and_named_with_both_readings(provider):
    daemon = provider
    daemon.visits("workers", "add", "sarah", "--name", "Sarah Miller", "--identifier", "code=C17")
    daemon.visits("clients", "add", "margaret-chen", "--name", "Margaret Chen", "--member-id", "medicaid=004512345")
    add = ("add", "--client", "margaret-chen", "--worker", "sarah", "--service", "Personal care", "--json")
    added = daemon.visits(*add, "--start", "2025-11-01 22:00", "--end", "6:00")
    (visit,) = json.loads(added.stdout)["visits"]
    daemon.visits("start", visit["id"], "--at", "2025-11-01 22:00")
    daemon.visits("complete", visit["id"], "--at", "2025-11-02 6:00")
    export = ("export", "--format", "evv", "--profile", "hhax", "--from", "2025-11-01", "--to", "2025-11-03")
    done = daemon.visits(*export)
    (row,) = csv.DictReader(io.StringIO(done.stdout))
    assert (row["Visit Start Time"], row["Visit End Time"]) == ("2025-11-01 22:00", "2025-11-02 06:00")
    words = (
        "Visit Start Time: 2025-11-01 22:00 - 2025-11-02 06:00 without an offset can be read as 22:00 - 06:00 (8:00). "
        "It was 22:00-06:00 - 06:00-07:00 (9:00)."
    )
    assert done.stderr == f"visits: {visit['id'][-8:]}  {words}\n"
    check = daemon.visits("evv", "check", "--profile", "hhax", *export[5:])
    assert words in " ".join(check.stdout.split())


def closed(agency, words, *descriptors):
    """Runs visits in a shell that has closed some of its descriptors."""
    line = shlex.join([str(VISITS), *map(str, words)]) + "".join(f" {descriptor}>&-" for descriptor in descriptors)
    return subprocess.run(
        ["bash", "-c", line], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
        env=environment(VISITS_SOCKET=agency.socket, XDG_STATE_HOME=agency.folder / "visits"),
    )  # fmt: skip


def test_an_export_to_an_output_that_is_closed_fails_and_reaches_nothing_else(agency):
    done = closed(agency, ["export", "--format", "csv"], 1)
    assert done.returncode == 74
    assert done.stderr == "visits: The result cannot be written: Bad file descriptor.\n"
    file = agency.folder / "export.csv"
    for descriptors in ([1], [2], [1, 2], [0, 1, 2]):
        file.unlink(missing_ok=True)
        done = closed(agency, ["export", "--format", "csv", "--output", file], *descriptors)
        assert done.returncode == 0, descriptors
        assert file.read_bytes().decode() == exported(agency, "--format", "csv"), descriptors
    assert closed(agency, ["complete", "no such visit"], 2).returncode not in (0, None)
