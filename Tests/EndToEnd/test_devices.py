"""A worker's device behind the gateway, with the real programs: what it may do, and that its secrets are kept nowhere."""

import os
import re
import signal

import pytest
from programs import Refused
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
    assert "its access is taken away" in office.visits("devices", "revoke", "sarah", "--reason", "lost").stdout
    with user(office, GATEWAY) as gateway, pytest.raises(Refused) as refused:
        gateway.call("today", worker="sarah", auth=token)
    assert refused.value.code == 1401
    assert office.visits("devices").stdout == "No devices\n"
    assert "was enrolled" in office.log and "was revoked" in office.log


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
    assert b"Wrong codes for devices were tried" in written
    for secret in (code, unused, token):
        for form in (secret, secret.replace("-", ""), secret.lower(), secret.removeprefix("visits_")):
            assert form.encode() not in written
