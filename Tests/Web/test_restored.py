"""The office restores a backup: Sarah's phone names the changes that it lacks, and she decides."""

import json
import subprocess

import pytest
from office import changes
from outboxes import Answers, Outbox, accepted, no_network
from programs import VISITSD, environment

LACKS_ONE = "The office restored an older schedule, which lacks a change of yours."
LACKS_THIS = "The office restored an older schedule, which lacks this."


class Backup:
    """A backup of the office's database, made now."""

    def __init__(self, daemon):
        self.daemon = daemon
        self.path = json.loads(daemon.visits("backup", "--json").stdout)["path"]

    def restore(self):
        """The office goes back to it."""
        assert self.daemon.stop() == 0
        words = [VISITSD, "restore", self.path, "--config", self.daemon.configuration, "--state", self.daemon.state]
        subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, env=environment(), timeout=60, check=True)
        self.daemon.start()


@pytest.fixture
def backup(phone, agency):
    """A backup from when Sarah's phone was paired."""
    return Backup(agency)


def complete(phone, name):
    """Sarah completes a visit, and the office has it."""
    phone.today.open(name)
    phone.visit.activate()
    phone.visit.is_gone()
    phone.sends()
    phone.today.indicates("Synced")


def test_a_restored_backup_names_the_change_that_it_lacks_and_sends_nothing_by_itself(phone, backup, agency):
    complete(phone, "John Smith")
    backup.restore()
    phone.today.looked_at_again()
    phone.today.says(LACKS_ONE)
    phone.today.marks("John Smith", "inProgress")
    outbox = Outbox(phone.page)
    outbox.rests()
    phone.restart()
    phone.today.says(LACKS_ONE)
    outbox.rests()
    assert changes(agency, "john-smith") == []
    assert outbox.only("visit.complete")["stop"]["kind"] == "lost"
    phone.changes.show()
    phone.changes.lists("Visit completed · John Smith")
    phone.changes.says(LACKS_THIS)
    phone.changes.offers("Send again", "Discard")


def test_send_again_brings_a_lost_change_back_once(phone, backup, agency):
    complete(phone, "John Smith")
    row = Outbox(phone.page).only("visit.complete")
    backup.restore()
    phone.today.looked_at_again()
    phone.today.says(LACKS_ONE)
    phone.changes.show()
    phone.changes.sends_again()
    phone.changes.says("No change waits on this phone.")
    phone.changes.close()
    phone.today.marks("John Smith", "completed")
    phone.today.indicates("Synced")
    assert changes(agency, "john-smith") == ["visit.complete"]
    with agency.client() as caller:
        visit = caller.call("visit.show", visit=row["visit"])["visit"]
    assert visit["checkOut"]["at"] == row["at"]


def test_a_lost_change_can_be_discarded(phone, backup, agency):
    complete(phone, "John Smith")
    backup.restore()
    phone.today.looked_at_again()
    phone.today.says(LACKS_ONE)
    phone.changes.show()
    phone.changes.discards()
    phone.changes.says("No change waits on this phone.")
    phone.changes.close()
    phone.today.indicates("Synced")
    phone.today.marks("John Smith", "inProgress")
    assert Outbox(phone.page).rows() == [] and changes(agency, "john-smith") == []


def test_what_the_backup_has_is_not_named(phone, agency):
    complete(phone, "John Smith")
    backup = Backup(agency)
    complete(phone, "Agnes Kowalchuk")
    backup.restore()
    phone.today.looked_at_again()
    phone.today.says(LACKS_ONE)
    phone.changes.show()
    phone.changes.lists("Visit completed · Agnes Kowalchuk")
    assert Outbox(phone.page).states() == ["done", "stopped"]


def test_a_change_that_still_waits_is_sent_after_the_restore(phone, backup, agency):
    phone.context.route("**/v1/visit.complete", no_network)
    phone.complete("John Smith")
    phone.sends()
    backup.restore()
    phone.context.unroute("**/v1/visit.complete")
    phone.restart()
    phone.today.indicates("Synced")
    phone.today.marks("John Smith", "completed")
    assert changes(agency, "john-smith") == ["visit.complete"]


def test_an_emergency_is_only_named_after_a_restore(phone, backup):
    outbox = Outbox(phone.page)
    raised = Answers(phone, "emergency.raise", accepted(emergency={"id": "e", "stored": True}, message="Stay."))
    outbox.record("emergency.raise", {})
    phone.restart()
    outbox.holds("done")
    phone.today.indicates("Synced")
    backup.restore()
    phone.today.looked_at_again()
    phone.today.says(LACKS_ONE)
    phone.changes.show()
    phone.changes.lists("Emergency")
    phone.changes.offers("Discard")
    assert len(raised.keys) == 1
