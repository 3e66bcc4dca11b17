"""Sync with a FHIR server, the real programs over real HTTP."""

import re
import signal
import subprocess
import time
from zoneinfo import ZoneInfo

import pytest
from programs import CONFIGURATION, VISITSD, ZONE, environment
from synced import Synced, booked, eventually, hours, iso, people, pulled


@pytest.fixture
def agency(daemon, upstream):
    """A visitsd that has pulled a visit of Sarah's that begins this hour."""
    return pulled(daemon, upstream)


def test_the_first_pull_shows_today(agency):
    today = agency.today()
    assert [card["title"] for card in today["cards"]] == ["Margaret Chen"]
    assert (today["state"], today["sync"]["label"]) == ("default", "Synced")
    assert today["sync"]["pendingChanges"] == 0
    assert agency.call("visit.show", visit=agency.visit())["visit"]["sync"] == "synced"


def test_a_completion_arrives_upstream_and_only_then_is_synced(agency):
    agency.complete()
    assert agency.sync() == "synced"
    assert [found["status"] for found in agency.upstream.resources("Appointment")] == ["fulfilled"]
    encounter = agency.upstream.resources("Encounter")
    assert [found["status"] for found in encounter] == ["finished"]
    assert encounter[0]["appointment"] == [{"reference": "Appointment/a1"}]
    assert agency.call("visit.show", visit=agency.visit())["visit"]["sync"] == "synced"


def test_a_completion_made_while_upstream_is_away_is_saved_locally_and_arrives_once_when_it_is_back(agency):
    agency.upstream.stop()
    visit = agency.complete()
    assert agency.sync() == "savedLocally"
    today = agency.today()
    assert (today["state"], today["sync"]["label"]) == ("offline", "Saved locally")
    assert today["banner"]["message"] == "Working offline"
    assert today["sync"]["pendingChanges"] == 1
    assert agency.call("visit.show", visit=visit)["visit"]["sync"] == "pending"
    agency.upstream.start()
    assert agency.sync() == "synced"
    assert [found["status"] for found in agency.upstream.versions("Appointment")] == ["booked", "fulfilled"]
    assert len(agency.upstream.versions("Encounter")) == 1
    assert "banner" not in agency.today()
    assert "Upstream cannot be reached." in agency.daemon.log


def test_a_write_that_was_cut_off_after_it_was_done_is_known_as_ours(agency):
    agency.upstream.faults({"method": "POST", "cut": "after", "times": 1})
    agency.change("visit.start", visit=agency.visit())
    eventually(lambda: agency.upstream.faults_set()[0]["acted"])
    assert agency.sync() == "synced"
    assert [found["status"] for found in agency.upstream.versions("Appointment")] == ["booked", "fulfilled"]
    assert len(agency.upstream.versions("Encounter")) == 1
    assert agency.call("sync.problems")["problems"] == []


REFUSAL = """{"resourceType": "OperationOutcome", "issue": [{"severity": "error", "code": "business-rule",
"details": {"text": "Contract 7"}, "diagnostics": "Visits of this contract are closed"}]}"""


@pytest.fixture
def refused(agency):
    """The same with a second visit; the first was completed and refused, the second went on."""
    agency.upstream.store(booked("a2", hours(2)))
    assert agency.sync() == "synced"
    agency.upstream.faults(
        {"contains": '"id": ?"a1"', "status": 422, "body": REFUSAL, "type": "application/fhir+json", "times": None}
    )
    visit = agency.complete()
    agency.change("visit.change", visit=agency.visit(1), note="Ring twice")
    assert agency.sync() == "failed"
    return agency, visit


def test_what_upstream_refuses_is_parked_and_shown_in_its_words_while_the_rest_goes_on(refused):
    agency, visit = refused
    problem = agency.call("sync.problems")["problems"][0]
    assert (problem["kind"], problem["visit"]) == ("parked", visit)
    assert "Contract 7: Visits of this contract are closed" in problem["words"]
    assert [found["comment"] for found in agency.upstream.resources("Appointment") if "comment" in found] == ["Ring twice"]
    shown = agency.daemon.visits("sync", "problems").stdout
    assert "Margaret Chen" in shown and "Visits of this contract are closed" in shown
    today = agency.today()
    assert today["sync"]["label"] == "Sync failed"
    assert today["banner"]["message"].startswith("The agency's system did not take the change to Margaret Chen, ")
    assert "retryAt" not in today["banner"]
    assert agency.call("visit.show", visit=visit)["visit"]["sync"] == "parked"
    assert f"Upstream does not take a change of visit {visit}" in agency.daemon.log


def test_what_is_refused_again_keeps_its_number(refused):
    agency, visit = refused
    before = agency.call("sync.problems")["problems"][0]
    assert agency.daemon.visits("sync", "retry", "--all").stdout == "1 problem is tried again.\n"
    (after,) = eventually(lambda: agency.call("sync.problems")["problems"])
    assert (after["problem"], after["attempts"]) == (before["problem"], before["attempts"] + 1)
    shown = agency.daemon.visits("sync", "show", after["problem"]).stdout
    assert f"{after['problem']}, a change that the agency's system refuses" in shown
    assert visit in shown and "Contract 7: Visits of this contract are closed" in shown


def test_what_was_refused_is_sent_again_when_a_person_says_so(refused):
    agency, visit = refused
    agency.upstream.faults()
    assert agency.daemon.visits("sync", "retry", "--visit", visit[-8:]).stdout == "1 problem is tried again.\n"
    agency.until("synced")
    found = {found["id"]: found["status"] for found in agency.upstream.resources("Appointment")}
    assert found["a1"] == "fulfilled"
    assert agency.call("sync.problems")["problems"] == []


def test_what_was_refused_is_discarded_with_a_reason_and_stands_here_all_the_same(refused):
    agency, visit = refused
    agency.daemon.visits("sync", "discard", "--visit", visit, "--reason", "agreed by telephone")
    agency.until("synced")
    assert agency.call("sync.problems")["problems"] == []
    shown = agency.call("visit.show", visit=visit)["visit"]
    assert (shown["status"], shown["sync"]) == ("completed", "local")
    entry = agency.call("audit.list", visit=visit)["entries"][-1]
    assert (entry["method"], entry["reason"]) == ("sync.discard", "agreed by telephone")


def test_a_server_that_has_moved_is_the_same_only_when_the_operator_says_so(agency):
    old, new = agency.upstream.url, agency.upstream.url.replace("127.0.0.1", "localhost")
    assert new != old
    agency.upstream.store(booked("a2", hours(2)))
    assert agency.sync() == "synced"
    visit, planned = agency.complete(), agency.visit(1)
    agency.until("synced")
    agency.daemon.stop()
    agency.daemon.configuration.write_text(CONFIGURATION + f"upstream:\n  url: {new}\n")
    status, said = agency.daemon.refused()
    assert status == 78
    assert f"upstream.url is {new}, but what is stored is in step with {old}." in said
    assert f"upstream.formerUrl: {old}" in said
    checked = subprocess.run(
        [VISITSD, "check", "--config", agency.daemon.configuration, "--state", agency.daemon.state],
        capture_output=True,
        text=True,
        env=environment(),
        timeout=60,
    )
    assert checked.returncode == 78
    assert f"upstream.url is {new}, but what is stored is in step with {old}." in checked.stderr
    agency.daemon.configuration.write_text(CONFIGURATION + f"upstream:\n  url: {new}\n  formerUrl: {old}\n")
    agency.daemon.start()
    agency.upstream.store(booked("a1b", hours(1)))
    assert agency.sync() == "synced"
    assert [card["title"] for card in agency.today()["cards"]] == ["Margaret Chen"] * 3
    assert agency.visit() == visit
    agency.change("visit.start", visit=planned)
    agency.change("visit.complete", visit=planned)
    assert agency.sync() == "synced"
    assert agency.call("sync.problems")["problems"] == []
    found = {found["id"]: found["status"] for found in agency.upstream.resources("Appointment")}
    assert found == {"a1": "fulfilled", "a1b": "booked", "a2": "fulfilled"}


def test_what_changes_while_the_daemon_works_alone_arrives_when_there_is_an_upstream_again(agency):
    configuration = agency.daemon.configuration.read_text()
    agency.daemon.stop()
    agency.daemon.configuration.write_text(CONFIGURATION)
    agency.daemon.start()
    visit = agency.complete()
    agency.daemon.stop()
    agency.daemon.configuration.write_text(configuration)
    agency.daemon.start()
    eventually(lambda: [found["status"] for found in agency.upstream.resources("Appointment")] == ["fulfilled"])
    eventually(lambda: agency.call("visit.show", visit=visit)["visit"]["sync"] == "synced")
    assert [found["status"] for found in agency.upstream.resources("Encounter")] == ["finished"]


def test_when_all_was_in_step_last_is_known_after_a_restart(agency):
    before = agency.call("sync.status")["lastSyncedAt"]
    agency.daemon.stop()
    agency.upstream.stop()
    agency.daemon.start()
    assert agency.call("sync.status")["lastSyncedAt"] >= before


@pytest.mark.alone
def test_an_emergency_goes_past_a_push_that_is_stuck(agency):
    agency.upstream.faults({"contains": "Encounter", "delay": 20, "times": 1})
    agency.complete()
    eventually(lambda: agency.upstream.faults_set()[0]["acted"])
    agency.change("emergency.raise", worker="sarah", note="A fall")
    flags = eventually(lambda: agency.upstream.resources("Flag"), seconds=5)
    assert [flag["status"] for flag in flags] == ["active"]
    assert agency.upstream.resources("Encounter") == []


@pytest.mark.alone
def test_an_emergency_arrives_within_five_seconds_of_the_networks_return(agency):
    agency.upstream.stop()
    agency.change("emergency.raise", worker="sarah")
    assert agency.sync() == "savedLocally"
    agency.upstream.start()
    eventually(lambda: agency.upstream.resources("Flag"), seconds=6)


def test_an_emergency_that_upstream_refuses_in_every_form_is_told_wherever_sync_is(agency):
    agency.upstream.faults({"contains": "Flag", "status": 422, "times": None})
    agency.change("emergency.raise", worker="sarah", note="A fall")
    words = "The agency's system refuses an emergency. People who rely on that system do not see it: call them."
    eventually(lambda: agency.call("sync.problems")["problems"])
    banner = agency.today()["banner"]
    assert banner["kind"] == "emergency"
    assert re.fullmatch(f"Emergency: Sarah Miller, since [0-9:]+ [AP]M · {re.escape(words)}", banner["message"])
    said = agency.daemon.visits("sync", check=False)
    assert said.stdout == f"Synced but for 1 emergency ⚠  See why: visits sync problems\n  {words}\n"
    assert said.returncode == 1
    assert "  Emergency: Sarah Miller, since " in agency.daemon.visits("sync", "problems").stdout
    assert words in agency.daemon.visits("sync", "status").stdout.replace("\n", " ")
    assert agency.daemon.log.count("Upstream does not take emergency ") == 1
    agency.upstream.faults()
    agency.until("synced")
    assert agency.today()["sync"]["label"] == "Synced"
    assert words not in agency.today()["banner"]["message"]
    assert agency.daemon.visits("sync").stdout.startswith("Synced ✓")
    assert agency.call("sync.problems")["problems"] == []
    eventually(lambda: re.search(r"Emergency \S+ waits for upstream no more\.", agency.daemon.log))
    logged = [event["message"] for event in agency.call("system.status")["logged"]]
    assert [message for message in logged if message.startswith("Upstream does not take emergency ")] == []


@pytest.mark.alone
def test_an_emergency_that_arrives_ends_the_waiting_of_the_rest(agency):
    agency.upstream.stop()
    agency.complete()
    assert agency.sync() == "savedLocally"
    agency.upstream.start()
    agency.change("emergency.raise", worker="sarah")
    # By itself the next attempt would be made half a minute after the last.
    agency.until("synced", seconds=10)
    assert [found["status"] for found in agency.upstream.resources("Appointment")] == ["fulfilled"]


def test_three_failures_show_that_sync_failed_and_visits_sync_retries_at_once(agency):
    agency.upstream.faults({"path": "/Appointment", "status": 500, "times": None})
    assert [agency.sync() for _ in range(3)] == ["synced", "synced", "failed"]
    today = agency.today()
    assert today["state"] == "error"
    assert today["banner"]["message"].startswith("Sync failed. Will retry in ")
    assert [card["title"] for card in today["cards"]] == ["Margaret Chen"]
    agency.upstream.faults()
    assert agency.daemon.visits("sync").stdout == "Synced ✓\n"
    assert agency.today()["state"] == "default"


def test_visits_sync_says_what_came_of_it_and_ends_so(refused):
    agency, _ = refused
    done = agency.daemon.visits("sync", check=False)
    assert (done.returncode, done.stdout) == (1, "Synced but for 1 change ⚠  See why: visits sync problems\n")
    agency.upstream.faults({"path": "/Appointment", "status": 503, "times": None})
    done = agency.daemon.visits("sync", check=False)
    assert done.returncode == 75
    assert re.match(r"⚠ Sync failed\. Will retry in \d+ seconds\. Retry now: visits sync\n", done.stdout)
    done = agency.daemon.visits("today", "--worker", "sarah", "--refresh", check=False)
    assert (done.returncode, "Margaret Chen" in done.stdout) == (75, True)
    assert re.match(r"visits: Sync failed\. Will retry in \d+ seconds\. ", done.stderr)
    agency.upstream.stop()
    done = agency.daemon.visits("sync", check=False)
    assert done.returncode == 75
    assert done.stdout.startswith("Saved locally ☁  The agency's system cannot be reached.")


@pytest.mark.alone
def test_visits_sync_keeps_its_timeout(agency):
    agency.upstream.faults({"path": "/Appointment", "delay": 20, "times": None})
    begun = time.monotonic()
    done = agency.daemon.visits("sync", "--timeout", 1, check=False)
    assert time.monotonic() - begun < 10
    assert (done.returncode, done.stdout) == (
        75,
        "Still syncing: visitsd continues in the background. See its progress: visits sync status\n",
    )


def test_without_an_upstream_visits_sync_says_so(daemon):
    words = "There is no system of record to sync with: visitsd works alone.\n"
    daemon.start()
    assert daemon.visits("sync").stdout == words
    assert daemon.visits("sync", "status").stdout == words


def test_a_refresh_shows_what_was_booked_just_now(agency):
    agency.upstream.store(booked("a2", hours(2)))
    assert agency.daemon.visits("today", "--worker", "sarah", "--refresh").stdout.count("Margaret Chen") == 2


def test_a_daemon_that_is_killed_while_it_sends_loses_and_doubles_nothing(agency):
    agency.upstream.faults({"method": "POST", "delay": 5, "times": 1})
    agency.complete()
    eventually(lambda: agency.upstream.faults_set()[0]["acted"])
    agency.daemon.stop(signal.SIGKILL)
    agency.daemon.start()
    assert eventually(lambda: agency.sync() == "synced")
    eventually(lambda: agency.upstream.log(method="POST"))
    assert agency.sync() == "synced"
    assert [found["status"] for found in agency.upstream.resources("Appointment")] == ["fulfilled"]
    assert len(agency.upstream.versions("Encounter")) == 1


def test_what_was_made_before_there_was_an_upstream_goes_there_once_there_is(daemon, upstream):
    daemon.start()
    with daemon.client() as client:
        client.change("worker.put", id="sarah", name="Sarah Miller")
        client.change("client.put", id="margaret-chen", name="Margaret Chen")
        visit = client.change(
            "visit.add", client="margaret-chen", worker="sarah", start=iso(hours(1)), minutes=60
        )["visits"][0]
        assert visit["sync"] == "local"
        assert client.call("sync.status")["configured"] is False
    assert daemon.stop() == 0
    upstream.start().store(*people())
    agency = Synced(daemon, upstream)
    daemon.start()
    eventually(lambda: agency.upstream.resources("Appointment"))
    agency.until("synced")
    assert agency.call("visit.show", visit=visit["id"])["visit"]["sync"] == "synced"
    assert daemon.stop() == 0


def test_a_visit_that_was_booked_long_ago_is_here_when_its_day_is_kept(agency):
    start = hours(20 * 24)
    agency.daemon.stop()
    settings = f"upstream:\n  url: {agency.upstream.url}\n  daysAhead: %s\n"
    agency.daemon.configuration.write_text(CONFIGURATION + settings % 7)
    agency.daemon.start()
    agency.upstream.store(booked("far", start))
    assert agency.sync() == "synced"
    # Another is changed there later, so that the far one lies behind the mark of changes.
    agency.upstream.store(booked("near", hours(3)))
    assert agency.sync() == "synced"
    day = start.astimezone(ZoneInfo(ZONE)).date().isoformat()
    assert agency.call("today", worker="sarah", date=day)["cards"] == []
    agency.daemon.stop()
    agency.daemon.configuration.write_text(CONFIGURATION + settings % 28)
    agency.daemon.start()
    cards = eventually(lambda: agency.call("today", worker="sarah", date=day)["cards"])
    assert [card["title"] for card in cards] == ["Margaret Chen"]
