"""A worker's device behind the gateway, with the real programs: what it may do, and that its secrets are kept nowhere."""

import datetime
import os
import re
import signal

import pytest
from programs import Refused
from test_backup import visitsd
from test_roles import GATEWAY, office, user  # noqa: F401

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can be other users")


def invite(daemon):
    """A code, as the command line shows it."""
    return re.search(r"(?m)^ +(\w{4}-\w{4}-\w{4})$", daemon.visits("devices", "invite", "sarah").stdout)[1]


def enrol(daemon, code, request="enrol"):
    """The token that a device gets for a code."""
    with user(daemon, GATEWAY) as gateway:
        return gateway.call("device.enrol", code=code, name="Sarah's phone", requestId=request)["token"]


def kept(daemon):
    """Everything that the daemon has written anywhere, log included."""
    return b"".join(file.read_bytes() for file in sorted(daemon.folder.rglob("*")) if file.is_file())


def test_a_device_works_from_its_code_to_its_end(office):  # noqa: F811
    token = enrol(office, invite(office))
    with user(office, GATEWAY) as gateway:
        cards = gateway.call("today", worker="sarah", auth=token)["cards"]
        done = gateway.call("visit.complete", visit=cards[1]["visit"], requestId="one", auth=token)
        assert done["visit"]["status"] == "completed" and done["visit"]["checkOut"]["method"] == "device"
        with pytest.raises(Refused) as refused:
            gateway.call("today", worker="priya", auth=token)
        assert refused.value.code == 1404
        with pytest.raises(Refused) as refused:
            gateway.call("today", worker="sarah")
        assert refused.value.code == 1403
    assert "Sarah Miller  Sarah's phone  Enrolled" in office.visits("devices").stdout
    revoked = office.visits("devices", "revoke", "sarah", "--reason", "replaced").stdout
    assert "access revoked" in revoked and "For 35 days it may still send what was recorded on it" in revoked
    ending = re.search(r"visits (devices revoke \w+) --reason 'replaced' --lost", " ".join(revoked.split()))[1].split()
    with user(office, GATEWAY) as gateway:
        with pytest.raises(Refused) as refused:
            gateway.call("today", worker="sarah", auth=token)
        assert refused.value.code == 1403
        gateway.call("visit.start", visit=cards[2]["visit"], requestId="two", auth=token)
    lost = office.visits(*ending, "--reason", "stolen", "--lost").stdout
    assert "access revoked" in lost and "35 days" not in lost
    with user(office, GATEWAY) as gateway, pytest.raises(Refused) as refused:
        gateway.call("visit.start", visit=cards[2]["visit"], requestId="two", auth=token)
    assert refused.value.code == 1401
    assert office.visits("devices").stdout == "No devices\n"
    assert "was enrolled" in office.log and "was revoked" in office.log


def test_a_code_that_was_used_after_the_backup_is_of_no_use_and_its_device_stays_let_in(office):  # noqa: F811
    code = invite(office)
    office.visits("backup", "--name", "monday.sqlite")
    token, later = enrol(office, code), enrol(office, invite(office), "later")
    office.stop()
    restored = visitsd(office, "restore", office.state / "backups" / "monday.sqlite")
    assert "1 device was let in after the backup was made, and is not in it: invite it again.\n" in restored.stdout
    office.start()
    with user(office, GATEWAY) as gateway:
        assert gateway.call("today", worker="sarah", auth=token)["cards"]
        with pytest.raises(Refused) as refused:
            gateway.call("today", worker="sarah", auth=later)
        assert refused.value.code == 1401
    with pytest.raises(Refused) as refused:
        enrol(office, code, "thief")
    assert refused.value.code == 1401


def test_a_stolen_device_does_not_come_in_again_with_a_backup_from_before(office):  # noqa: F811
    stolen, found, replaced, other = (enrol(office, invite(office), request) for request in ("s", "f", "r", "o"))
    with office.client() as client:
        devices = [device["id"] for device in client.call("device.list")["devices"]]
        client.call("device.revoke", device=devices[1], reason="replaced", requestId="found")
        code = invite(office)
        office.visits("backup", "--name", "monday.sqlite")
        young = enrol(office, code, "y")
        enrolled = client.call("device.list")["devices"][-1]["id"]
        client.call("device.revoke", device=enrolled, reason="replaced", requestId="young")
        client.call("device.revoke", device=devices[0], reason="stolen", lost=True, requestId="stolen")
        client.call("device.revoke", device=devices[1], reason="stolen", lost=True, requestId="lost")
        client.call("device.revoke", device=devices[2], reason="replaced", requestId="replaced")
    office.stop()
    restored = visitsd(office, "restore", office.state / "backups" / "monday.sqlite")
    assert restored.returncode == 0, restored.stderr
    assert "3 devices that were revoked after the backup was made stay revoked.\n" in restored.stdout
    office.start()
    with user(office, GATEWAY) as gateway:
        for token, code in ((stolen, 1401), (found, 1401), (replaced, 1403), (young, 1403)):
            with pytest.raises(Refused) as refused:
                gateway.call("today", worker="sarah", auth=token)
            assert refused.value.code == code
        gateway.call("emergency.raise", note="Fell", requestId="e", auth=replaced)
        gateway.call("emergency.raise", note="Fell", requestId="y", auth=young)
        assert gateway.call("today", worker="sarah", auth=other)["cards"]
    assert "stolen" in office.visits("devices", "list", "--all").stdout
    assert visitsd(office, "check").returncode == 0


def test_codes_and_tokens_are_kept_nowhere_and_tokens_survive_a_kill(office):  # noqa: F811
    code, unused = invite(office), invite(office)
    token = enrol(office, code)
    for number in range(6):
        with user(office, GATEWAY) as gateway, pytest.raises(Refused):
            gateway.call(
                "device.enrol", code=f"2222-3333-444{number}", source="203.0.113.7", requestId=f"guess-{number}"
            )
    office.stop(signal.SIGKILL)
    office.start()
    with user(office, GATEWAY) as gateway:
        assert gateway.call("today", worker="sarah", auth=token)["cards"]
        with pytest.raises(Refused) as refused:
            gateway.call("today", worker="sarah", auth=token[:-1])
        assert refused.value.code == 1401
    # An invitation from before the kill holds, too.
    assert enrol(office, unused.lower().replace("-", " "), "second") != token
    office.stop()
    written = kept(office)
    assert b"Too many wrong codes for devices came" in written
    for secret in (code, unused, token):
        for form in (secret, secret.replace("-", ""), secret.lower(), secret.removeprefix("visits_")):
            assert form.encode() not in written


def test_a_second_report_from_another_device_is_shown_with_its_device_time_and_place(office):  # noqa: F811
    place = {"latitude": 53.5461, "longitude": -113.4938, "accuracy": 12}
    phone = enrol(office, invite(office))
    with user(office, GATEWAY) as gateway:
        code = invite(office)
        tablet = gateway.call("device.enrol", code=code, name="Sarah's tablet", requestId="tablet")["token"]
        card = gateway.call("today", worker="sarah", auth=phone)["cards"][2]
        visit, start = card["visit"], gateway.call("visit.show", visit=card["visit"], auth=phone)["visit"]["start"]
        early = datetime.datetime.fromisoformat(start) - datetime.timedelta(hours=2)
        first, second, third = (
            (early + datetime.timedelta(minutes=minutes)).isoformat().replace("+00:00", "Z") for minutes in (12, 4, 8)
        )
        gateway.call("visit.start", visit=visit, at=first, requestId="a", auth=phone)
        gateway.call("visit.start", visit=visit, at=second, requestId="b", auth=tablet, location=place)
        gateway.call("visit.start", visit=visit, at=third, requestId="c", auth=tablet)
    with office.client() as client:
        shown = client.call("visit.show", visit=visit)["visit"]
    assert shown["checkIn"]["at"] == second and shown["checkIn"]["location"] == place
    assert [beside["checkIn"]["at"] for beside in shown["attendances"]] == [first, third]
    times = [beside["display"]["checkIn"] for beside in shown["attendances"]]
    beside = f"{times[0]} (Sarah's phone); Sarah Miller came {times[1]} (Sarah's tablet)"
    assert f"Sarah Miller came {beside}" in " ".join(office.visits("show", visit).stdout.split())
    audit = " ".join(office.visits("audit", visit[-8:]).stdout.split())
    assert f"Also reported: Sarah Miller came {times[0]} (Sarah's phone) → Sarah Miller came {beside}" in audit
    assert audit.count("Device: Sarah's tablet") == 2 and audit.count("Device: Sarah's phone") == 1
    assert audit.count("Time reported: ") == 3
