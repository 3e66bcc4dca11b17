"""SIGHUP has the settings read anew: what can change does, what cannot is named, and wrong ones change nothing."""

import datetime
import signal
import time

from faults import PLAN, until_told
from paging import WRITES, Pager
from programs import AGENCY, CONFIGURATION
from test_roles import COORDINATOR, ROLES, may, office, user  # noqa: F401: a fixture


def reload(daemon, text, words):
    """Has the daemon read this configuration, and waits until it says so once more."""
    before = daemon.log.count(words)
    daemon.configuration.write_text(text)
    daemon.process.send_signal(signal.SIGHUP)
    deadline = time.monotonic() + 30
    while daemon.log.count(words) == before:
        assert time.monotonic() < deadline, f"visitsd does not say \"{words}\":\n{daemon.log}"
        time.sleep(0.01)


def shown(daemon):
    """What `visits status` shows, without its line breaks."""
    return " ".join(daemon.visits("status").stdout.split())


def test_the_service_manager_hears_when_a_reload_begins_and_ends(daemon, manager):
    daemon.start()
    manager.until("READY=1")
    daemon.process.send_signal(signal.SIGHUP)
    assert manager.until("RELOADING=1").split("MONOTONIC_USEC=")[1].isdigit()
    assert "STATUS=0 visits" in manager.until("READY=1")
    assert "The settings were read anew; different now: nothing." in daemon.log


def test_a_wrong_file_changes_nothing_and_is_named_with_its_line(agency, manager):
    wrong = f"{CONFIGURATION}alerts:\n  lateAfterMinutes: soon\n"
    reload(agency, wrong, f"Nothing was changed, the configuration is wrong: {agency.configuration}:6:")
    assert 'alerts.lateAfterMinutes is "soon"' in agency.log
    assert "1/7" in agency.visits("today", "--worker", "sarah").stdout
    reload(agency, CONFIGURATION, "The settings were read anew; different now: nothing.")


def test_what_holds_only_after_a_restart_is_named(agency):
    text = f"{CONFIGURATION}limits:\n  batch: 7\nagency:\n"
    text = text.replace(AGENCY, "").replace("agency:\n", "")
    text = f"agency:\n  timeZone: Europe/Berlin\n  emergencyNumber: '112'\n{text}"
    reload(agency, text, "What was changed of agency.timeZone, limits.batch holds from the next start on")
    assert "The settings were read anew; different now: agency.emergencyNumber." in agency.log
    assert "Restart pending for: agency.timeZone, limits.batch." in shown(agency)
    reload(agency, CONFIGURATION, "different now: agency.emergencyNumber.")
    assert "Restart pending" not in shown(agency)
    agency.stop()
    agency.configuration.write_text(text)
    assert "Restart pending" not in shown(agency.start())


def test_who_is_paged_in_an_emergency_can_be_mended_while_it_lasts(daemon):
    pager = Pager(daemon, WRITES, settings="  commandSeconds: 20\n")
    right = daemon.configuration.read_text()
    daemon.configuration.write_text(f"{AGENCY}emergency:\n  tiers: [/nowhere/page]\n")
    daemon.start().import_sample()
    with daemon.client() as client:
        emergency = client.change("emergency.raise", worker="sarah")["emergency"]["id"]
    until_told(daemon, "Tier 1 could not be paged about emergency")
    assert "Tier 1 cannot be paged in an emergency: /nowhere/page is not there" in shown(daemon)
    reload(daemon, right, "different now: emergency.tiers, emergency.commandSeconds.")
    (page,) = pager.until(1)
    assert (page["emergency"], page["tier"]) == (emergency, 1) and page["attempt"] > 1
    until_told(daemon, f"Tier 1 was paged about emergency {emergency}")
    with daemon.client() as client:
        assert client.call("system.status")["warnings"] == []


def test_the_agency_s_name_is_another_at_once(agency, gateway):
    token = gateway.token()
    named = CONFIGURATION.replace("agency:\n", "agency:\n  name: Prairie Home Care\n")
    reload(agency, named, "different now: agency.name.")
    assert gateway.get("/v1/device.me", token).json["agency"] == "Prairie Home Care"


def test_the_least_urgent_log_line_is_another(agency):
    reload(agency, f"{CONFIGURATION}log:\n  level: error\n", "different now: log.level.")
    agency.visits("backup")
    reload(agency, CONFIGURATION, "different now: log.level.")
    agency.visits("backup")
    until_told(agency, "A backup of ")
    assert agency.log.count("A backup of ") == 1


def test_another_rule_for_late_visits_holds_at_once(agency):
    start = datetime.datetime.now(datetime.UTC) - datetime.timedelta(minutes=20)
    with agency.client() as client:
        planned = client.change("visit.add", **{**PLAN, "start": start.strftime("%Y-%m-%dT%H:%M:%SZ")})
        visit = planned["visits"][0]["id"]
        until_told(agency, f"Visit {visit} needs attention, late: alert ")
        (alert,) = [alert["id"] for alert in client.call("alert.list", open=True)["alerts"] if alert["visit"] == visit]
        reload(agency, f"{CONFIGURATION}alerts:\n  lateAfterMinutes: 60\n", "different now: alerts.lateAfterMinutes.")
        until_told(agency, f"Alert {alert} holds no more.")


def test_a_subscription_of_somebody_who_has_lost_the_role_ends_and_others_go_on(office):  # noqa: F811
    with user(office, COORDINATOR) as client, office.client() as root:
        client.call("event.subscribe")
        without = ROLES.replace(f"coordinator: [{COORDINATOR}]", "coordinator: []")
        reload(office, CONFIGURATION + without, "different now: roles.coordinator.")
        assert client.connection.receive() == b""
        assert root.call("system.health") == {"writable": True}
    with user(office, COORDINATOR) as client:
        assert not may(client, "today", worker="sarah")
    reload(office, CONFIGURATION + ROLES, "different now: roles.coordinator.")
    with user(office, COORDINATOR) as client:
        assert may(client, "today", worker="sarah")
