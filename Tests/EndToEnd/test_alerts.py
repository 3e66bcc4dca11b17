"""The operator's command hears of alerts: run for real, with what it may see of us and what it may not."""

import json
import pathlib
import re
import signal
import time
from datetime import datetime, timedelta, timezone

import pytest
from faults import until_told
from programs import CONFIGURATION
from test_paging import until_gone


class Told:
    """The command of alerts, a shell script, with the file that it writes into."""

    def __init__(self, daemon, script, settings=""):
        self.file = daemon.folder / "told"
        program = daemon.folder / "tell"
        program.write_text(script)
        program.chmod(0o755)
        daemon.configuration.write_text(
            CONFIGURATION + f"alerts:\n  command: [{program}, {self.file}, $HOME; echo]\n" + settings
        )

    def until(self, count, seconds=30):
        """Waits until so many lines were told."""
        deadline = time.monotonic() + seconds
        while True:
            lines = self.file.read_text().splitlines() if self.file.exists() else []
            if len(lines) >= count:
                assert len(lines) == count
                return [json.loads(line) for line in lines]
            assert time.monotonic() < deadline, f"told of {len(lines)} alerts, not {count}"
            time.sleep(0.01)


def late(daemon):
    """Plans a visit that should have begun twenty minutes ago; its id."""
    start = datetime.now(timezone.utc) - timedelta(minutes=20)
    visit = {"client": "margaret-chen", "worker": "sarah", "start": start.strftime("%Y-%m-%dT%H:%M:%SZ"), "minutes": 60}
    with daemon.client() as client:
        return client.call("visit.add", **visit, allowOverlap=True, requestId="late")["visits"][0]["id"]


def test_the_command_is_told_of_a_late_visit_on_its_input_and_sees_no_descriptor_variable_or_name_of_ours(daemon):
    looks = (
        '#!/bin/sh\nls -l /proc/$$/fd > "$1.fd"; env > "$1.env"; echo "$@" > "$1.arguments"\n'
        'cut -d" " -f5 /proc/$$/stat > "$1.group"; echo $$ > "$1.pid"\ncat >> "$1"; cat "$0" >&2\n'
    )
    told = Told(daemon, looks)
    daemon.variables = {"SECRET": "Margaret"}
    daemon.start()
    with daemon.client() as client:
        client.call("client.put", id="margaret-chen", name="Margaret Chen", requestId="c")
        client.call("worker.put", id="sarah", name="Sarah Miller", requestId="w")
    visit = late(daemon)
    (alert,) = told.until(1)
    assert (alert["visit"], alert["kind"], alert["state"]) == (visit, "late", "open")
    assert alert["display"]["title"] == "Margaret Chen"
    seen = (told.file.parent / "told.fd").read_text().split("\n")
    assert [line for line in seen if re.search(r"socket:|anon_inode:|\.sqlite|spool", line)] == []
    variables = {line.split("=")[0] for line in (told.file.parent / "told.env").read_text().splitlines()}
    assert variables <= {"PATH", "LANG", "PWD", "SHLVL", "_"}
    assert (told.file.parent / "told.arguments").read_text() == f"{told.file} $HOME; echo\n", "no shell looked at it"
    assert (told.file.parent / "told.group").read_text() == (told.file.parent / "told.pid").read_text()
    until_told(daemon, f"Visit {visit} needs attention, late: alert {alert['id']}.")
    for word in ("Margaret", "Sarah", "sarah", "margaret"):
        assert word not in daemon.log
    assert "alerts.command fails" not in daemon.log
    # The office must act, not the operator: no warning stands in the status of the service.
    with daemon.client() as client:
        assert "needs attention" not in json.dumps(client.call("system.status")["logged"])


def test_a_command_that_hangs_is_ended_with_what_it_has_started_and_tried_again(daemon):
    hangs = (
        '#!/bin/sh\n[ -e "$1.hung" ] && exec cat >> "$1"\ntouch "$1.hung"\nsleep 1000 &\necho "$!" > "$1.child"\nwait\n'
    )
    told = Told(daemon, hangs, "  commandSeconds: 1\n")
    daemon.start()
    with daemon.client() as client:
        client.call("client.put", id="margaret-chen", name="Margaret Chen", requestId="c")
        client.call("worker.put", id="sarah", name="Sarah Miller", requestId="w")
    visit = late(daemon)
    until_told(daemon, "alerts.command fails: it took too long and was ended. Failed runs since it worked: 1.")
    until_gone(int(pathlib.Path(f"{told.file}.child").read_text()))
    # After five seconds.
    (alert,) = told.until(1)
    assert alert["visit"] == visit
    until_told(daemon, "alerts.command works again. Failed runs meanwhile: 1.")
    assert daemon.log.count("alerts.command fails") == 1
    assert daemon.stop() == 0


def test_a_command_that_fails_and_is_taken_away_stands_in_the_status_no_longer(daemon):
    Told(daemon, "#!/bin/sh\nexit 3\n")
    daemon.start()
    with daemon.client() as client:
        client.call("client.put", id="margaret-chen", name="Margaret Chen", requestId="c")
        client.call("worker.put", id="sarah", name="Sarah Miller", requestId="w")
    late(daemon)
    until_told(daemon, "alerts.command fails: it ended with status 3. Failed runs since it worked: 1.")
    with daemon.client() as client:
        assert "alerts.command fails" in json.dumps(client.call("system.status")["logged"])
    daemon.configuration.write_text(CONFIGURATION)
    daemon.process.send_signal(signal.SIGHUP)
    until_told(daemon, "There is no alerts.command any more. Failed runs before: ")
    with daemon.client() as client:
        assert "alerts.command fails" not in json.dumps(client.call("system.status")["logged"])


@pytest.mark.alone
def test_a_stop_does_not_wait_for_a_command_that_hangs(daemon):
    told = Told(daemon, '#!/bin/sh\ncat >> "$1"\nexec sleep 1000\n')
    daemon.start()
    with daemon.client() as client:
        client.call("client.put", id="margaret-chen", name="Margaret Chen", requestId="c")
        client.call("worker.put", id="sarah", name="Sarah Miller", requestId="w")
    late(daemon)
    told.until(1)
    begun = time.monotonic()
    assert daemon.stop() == 0
    assert time.monotonic() - begun < 10
