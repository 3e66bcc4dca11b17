"""Who may call, and what wakes the daemon."""

import pytest
from machine import SOCKET, call, entries, pid, recently, run, soon, systemctl, unit, visits, warnings

PAGED = "cad1b8a74ca440ecad563aa4c770ed1b"


def test_a_coordinator_who_is_a_member_of_the_group_sees_today():
    assert "Margaret Chen" in visits("today", "--worker", "sarah", user="anna").stdout


def test_a_member_whom_no_role_names_is_refused_by_the_daemon():
    done = visits("today", "--worker", "sarah", user="mel", check=False)
    assert done.returncode == 77


def test_another_user_is_refused_by_the_socket_and_told_the_group():
    done = visits("today", "--worker", "sarah", user="otto", check=False)
    assert done.returncode == 77
    assert f"This user may not open {SOCKET}; it belongs to the group visits." in done.stderr


@pytest.mark.parametrize(("groups", "status"), [("visits-gateway", 0), ("visits", 1)])
def test_a_gateway_s_group_reaches_the_socket_for_gateways_and_coordinators_do_not(groups, status):
    connect = "import socket; socket.socket(socket.AF_UNIX).connect('/run/visitsd/gateway.sock')"
    words = ["setpriv", "--reuid=nobody", "--regid=nogroup", f"--groups={groups}", "/usr/bin/python3", "-c", connect]
    assert run(*words, check=False).returncode == status


def test_a_call_starts_a_daemon_that_was_stopped():
    systemctl("stop", "visitsd.service")
    assert unit("visitsd", "ActiveState")["ActiveState"] == "inactive"
    assert "Margaret Chen" in visits("today", "--worker", "sarah", user="anna").stdout
    assert unit("visitsd", "ActiveState")["ActiveState"] == "active"


def test_a_change_made_by_a_coordinator_is_kept_with_their_name():
    visits("today", "--worker", "sarah", user="anna")
    # A change that no hour forbids, unlike the completion of a visit that is far ahead.
    visits("edit", "7", "--worker", "sarah", "--note", "Ring twice", user="anna")
    entries = call("audit.list", worker="sarah")["result"]["entries"]
    assert "anna" in {entry["by"] for entry in entries}


def test_somebody_on_call_is_paged_in_an_emergency():
    visits("emergency", "raise", "--worker", "sarah", "--note", "A test")
    soon("a page", lambda: "Tier 1 was paged" in recently(20))
    visits("emergency", "resolve", "sarah", "--note", "It was a test")


def test_a_reload_takes_a_new_role_and_keeps_the_process(configuration):
    process = pid()
    before = configuration.read_text()
    configuration.write_text(before.replace('["@planners"]', '["@planners", mel]'))
    systemctl("reload", "visitsd")
    soon("mel may plan", lambda: visits("today", "--worker", "sarah", user="mel", check=False).returncode == 0)
    configuration.write_text(before)
    systemctl("reload", "visitsd")
    soon("mel may not", lambda: visits("today", "--worker", "sarah", user="mel", check=False).returncode == 77)
    assert pid() == process


def test_a_reload_mends_who_is_paged_in_the_middle_of_an_emergency(configuration):
    process, before = pid(), configuration.read_text()
    paged = len(entries(f"MESSAGE_ID={PAGED}"))
    configuration.write_text(before.replace("  tiers: [/bin/true]", "  tiers: [/usr/local/bin/absent]", 1))
    # A program that is missing is no reason to refuse the other settings.
    systemctl("reload", "visitsd")
    soon("it is told", lambda: "The command of tier 1 of emergency.tiers cannot be run" in recently(20))
    visits("emergency", "raise", "--worker", "sarah", "--note", "A test")
    soon("it fails", lambda: "Tier 1 could not be paged" in recently(20))
    configuration.write_text(before)
    systemctl("reload", "visitsd")
    soon("a page", lambda: len(entries(f"MESSAGE_ID={PAGED}")) > paged)
    visits("emergency", "resolve", "sarah", "--note", "It was a test")
    assert pid() == process


def test_the_status_names_what_waits_for_a_restart_until_it_came(configuration):
    before = configuration.read_text()
    configuration.write_text(before.replace("  timeZone: America/Edmonton", "  timeZone: America/Regina", 1))
    systemctl("reload", "visitsd")
    soon("it is told", lambda: any("Restart pending for: agency.timeZone." in words for words in warnings()))
    configuration.write_text(before)
    systemctl("restart", "visitsd")
    assert warnings() == []


def test_a_reload_of_a_wrong_file_keeps_the_settings_and_names_its_line(configuration):
    process = pid()
    configuration.write_text(configuration.read_text() + "\nrolls: {}\n")
    assert systemctl("reload", "visitsd", check=False).returncode == 1
    soon("it is told", lambda: 'unknown key "rolls"' in recently(20))
    assert "Margaret Chen" in visits("today", "--worker", "sarah", user="anna").stdout
    assert pid() == process
