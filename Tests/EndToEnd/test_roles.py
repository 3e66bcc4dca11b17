"""What users of this machine may do: real users on the real socket, by the roles that the configuration gives them."""

import contextlib
import os
import signal
import subprocess

import pytest
from faults import until_told
from programs import CONFIGURATION, VISITSD, Client, Connection, Refused, environment

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can be other users")

# Users that every Debian has (base-passwd); root is admin everywhere.
COORDINATOR, MONITOR, GATEWAY, NOBODY = 1, 2, 3, 65534
GROUP_OF_MONITORS = 60

ROLES = f"""
socketMode: 0666
roles:
  coordinator: [{COORDINATOR}]
  monitor: [{MONITOR}, "@{GROUP_OF_MONITORS}"]
  gateway: [{GATEWAY}]
"""


@pytest.fixture
def office(daemon, sample_database):
    """The sample agency, on a socket that every user can reach."""
    daemon.configuration.write_text(CONFIGURATION + ROLES)
    daemon.folder.chmod(0o711)
    sample_database.copy_to(daemon)
    return daemon.start()


@contextlib.contextmanager
def user(daemon, uid, *groups):
    """A client of that user: the kernel tells the daemon who connected."""
    own = os.getgroups()
    os.setgroups(groups)
    os.setegid(uid)
    os.seteuid(uid)
    try:
        connection = Connection(daemon.socket)
    finally:
        os.seteuid(0)
        os.setegid(0)
        os.setgroups(own)
    with connection:
        yield Client(connection, None)


def warnings(daemon):
    """What an operator should look at."""
    with daemon.client(check=False) as client:
        return client.call("system.status")["warnings"]


def may(client, method, **params):
    """Whether the call is not forbidden; if it is, the answer names who may."""
    try:
        client.call(method, **params)
    except Refused as refused:
        if refused.code != 1403:
            raise
        assert refused.data["kind"] == "forbidden" and refused.data["needs"]
        return False
    return True


def rights(daemon, uid, *groups):
    """What a user may do, of one call of each kind."""
    calls = {
        "today": {"worker": "sarah"},
        "client.put": {"id": "john-smith", "phone": "780 555 0111", "requestId": f"{uid}"},
        "event.wait": {"timeout": 0},
        "system.status": {},
        "system.backup": {"requestId": f"{uid}-b"},
    }
    with user(daemon, uid, *groups) as client:
        return {method for method, params in calls.items() if may(client, method, **params)}


def test_each_user_has_the_rights_of_their_role_and_no_others(office):
    assert rights(office, 0) == {"today", "client.put", "event.wait", "system.status", "system.backup"}
    assert rights(office, COORDINATOR) == {"today", "client.put", "event.wait", "system.status"}
    assert rights(office, MONITOR) == {"event.wait", "system.status"}
    assert rights(office, GATEWAY) == set()
    assert rights(office, NOBODY) == set()
    assert rights(office, NOBODY, GROUP_OF_MONITORS) == {"event.wait", "system.status"}


def test_the_journal_tells_at_debug_who_was_refused_for_want_of_a_role_and_how_often(office):
    refused = f"User {NOBODY} has no role: all calls are refused, "
    assert rights(office, NOBODY) == set()
    office.configuration.write_text(CONFIGURATION + ROLES + "log:\n  level: debug\n")
    office.process.send_signal(signal.SIGHUP)
    until_told(office, "different now: log.level.")
    # At info nothing is told.
    assert refused not in office.log
    # These are the sixth call to the tenth.
    assert rights(office, NOBODY) == set()
    until_told(office, f"{refused}8 so far.")
    assert office.log.count(refused) == 1
    assert rights(office, MONITOR) == {"event.wait", "system.status"}
    assert f"User {MONITOR} has no role" not in office.log


def test_the_audit_names_the_user_and_not_their_role(office):
    with user(office, COORDINATOR) as client:
        client.call("client.put", id="john-smith", phone="780 555 0111", requestId="once")
        # A request id is the user's own: another's does not answer for it.
    with user(office, 0) as client:
        client.call("client.put", id="john-smith", phone="780 555 0112", requestId="once")
        entries = client.call("audit.list", client="john-smith", limit=2)["entries"]
    assert sorted(entry["by"] for entry in entries) == ["daemon", "root"]


def test_a_user_or_group_that_the_machine_does_not_know_leaves_its_role_out_and_all_else_starts(daemon, sample_database):
    unknown = ROLES.replace(f"[{MONITOR}, ", f"[nobody-here, '@none-such', {MONITOR}, ")
    daemon.configuration.write_text(CONFIGURATION + unknown)
    daemon.folder.chmod(0o711)
    sample_database.copy_to(daemon)
    words = "roles.monitor names users or groups that this machine does not know: nobody-here, @none-such."
    command = [VISITSD, "check", "--config", daemon.configuration, "--state", daemon.state]
    checked = subprocess.run(command, capture_output=True, text=True, env=environment(), timeout=60)
    assert checked.returncode == 1 and words in checked.stderr
    daemon.start()
    assert words in daemon.log
    assert warnings(daemon)[0].startswith(words)
    with user(daemon, COORDINATOR) as client, user(daemon, MONITOR) as monitor:
        assert may(client, "today", worker="sarah")
        assert may(monitor, "system.status")
    daemon.configuration.write_text(CONFIGURATION + ROLES)
    daemon.process.send_signal(signal.SIGHUP)
    until_told(daemon, "different now: roles.monitor.")
    assert warnings(daemon) == []
