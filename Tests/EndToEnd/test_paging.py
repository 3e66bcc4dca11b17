"""Whoever is on call is paged: on a full disk, on one that takes nothing at all, and over a kill -9."""

import errno
import os
import pathlib
import re
import signal
import sqlite3
import subprocess
import time

import pytest
from faults import FailingDisk, until_told, until_writable
from paging import WRITES, Pager
from programs import AGENCY, VISITSD, environment


def raised(daemon, request="e", worker="sarah", note="Margaret has fallen"):
    """Raises an emergency; what is answered."""
    with daemon.client() as client:
        return client.call("emergency.raise", worker=worker, note=note, requestId=request)["emergency"]


def check_shown(daemon, id):
    """It stands on Today, and in the list."""
    assert "Emergency: Sarah" in daemon.visits("today", "--worker", "sarah").stdout
    with daemon.client() as client:
        assert [one["id"] for one in client.call("emergency.list", open=True)["emergencies"]] == [id]
    assert "Sarah" in daemon.visits("emergency", "list").stdout


def until_gone(pid):
    """Waits until a process lives no more."""
    deadline = time.monotonic() + 30
    while pathlib.Path(f"/proc/{pid}/status").exists() and "zombie" not in pathlib.Path(f"/proc/{pid}/status").read_text():
        assert time.monotonic() < deadline, f"process {pid} lives on"
        time.sleep(0.01)


def until_kept(daemon):
    """Waits until the database knows that a page was sent and that another is under way."""
    deadline = time.monotonic() + 30
    while True:
        with sqlite3.connect(f"file:{daemon.database}?mode=ro", uri=True) as database:
            if database.execute("SELECT isSent FROM pages ORDER BY tier").fetchall() == [(1,), (None,)]:
                return
        assert time.monotonic() < deadline, "the pages are not kept"
        time.sleep(0.01)


def test_an_emergency_on_a_full_disk_is_stored_shown_and_paged_and_is_in_the_database_once_when_there_is_room(daemon, disk):
    pager = Pager(daemon, WRITES)
    daemon.start().import_sample()
    ballast = disk.fill()
    emergency = raised(daemon)
    assert emergency["stored"] is True
    with daemon.client() as client:
        assert client.call("system.status")["reason"] == "diskFull"
    (page,) = pager.until(1)
    assert (page["emergency"], page["state"], page["stored"]) == (emergency["id"], "raised", True)
    assert page["note"] == "Margaret has fallen"
    check_shown(daemon, emergency["id"])
    assert raised(daemon)["id"] == emergency["id"]
    # Killed in this state, it is in the spool, and nobody knows whether it was paged: it is paged again.
    daemon.stop(signal.SIGKILL)
    daemon.start()
    check_shown(daemon, emergency["id"])
    assert [page["emergency"] for page in pager.until(2)] == [emergency["id"]] * 2
    ballast.unlink()
    until_writable(daemon, seconds=70)
    until_told(daemon, "In the database now: 1 change of an emergency that it could not take at first.")
    # Killed and started again in between, the alarm stands in the journal once: when it was raised.
    assert daemon.log.count(f"Emergency {emergency['id']} was raised") == 1
    check_shown(daemon, emergency["id"])
    assert raised(daemon)["id"] == emergency["id"]
    daemon.visits("emergency", "ack", emergency["id"])
    daemon.visits("emergency", "resolve", emergency["id"], "--note", "She is home")
    with daemon.client() as client:
        (only,) = client.call("emergency.list")["emergencies"]
        assert (only["id"], only["raises"], only["state"]) == (emergency["id"], 1, "resolved")
    assert len(pager.said()) == 2
    assert daemon.stop() == 0


def test_on_a_full_disk_an_emergency_is_taken_up_and_ended_and_paging_stops_also_over_a_kill(daemon, disk):
    pager = Pager(daemon, WRITES)
    daemon.start().import_sample()
    first = raised(daemon)
    second = raised(daemon, request="o", worker="daniel-okafor")
    pager.until(2)
    ballast = disk.fill()
    # Joins the one that is open: nobody is paged once more.
    again = raised(daemon, request="again", note="He is back")
    assert (again["id"], again["raises"], again["stored"]) == (first["id"], 2, True)
    with daemon.client() as client:
        assert client.call("system.status")["reason"] == "diskFull"
        taken = client.call("emergency.acknowledge", emergency=first["id"], note="On my way", requestId="a")["emergency"]
        assert (taken["state"], taken["stored"]) == ("acknowledged", True)
        ended = client.call("emergency.resolve", emergency=second["id"], note="She is home", requestId="r")["emergency"]
        assert (ended["state"], ended["stored"]) == ("resolved", True)

    def check():
        with daemon.client() as client:
            (only,) = client.call("emergency.list", open=True)["emergencies"]
            assert (only["id"], only["state"], only["raises"]) == (first["id"], "acknowledged", 2)
            assert only["acknowledged"]["note"] == "On my way"
            (over,) = client.call("emergency.list", open=False)["emergencies"]
            assert (over["id"], over["resolved"]["note"]) == (second["id"], "She is home")

    check()
    daemon.stop(signal.SIGKILL)
    daemon.start()
    check()
    ballast.unlink()
    until_writable(daemon, seconds=70)
    until_told(daemon, "In the database now: 3 changes of emergencies that it could not take at first.")
    check()
    assert len(pager.said()) == 2, "nobody was paged once more"
    # What was taken up on the full disk is ended in the database.
    daemon.visits("emergency", "resolve", first["id"], "--note", "He has gone")
    with daemon.client() as client:
        assert client.call("emergency.list", open=True)["emergencies"] == []
    assert daemon.stop() == 0


def test_on_a_full_disk_who_took_it_up_stands_in_the_audit_though_it_was_raised_again_since(daemon, disk):
    daemon.start().import_sample()
    emergency = raised(daemon)["id"]
    ballast = disk.fill()
    with daemon.client() as client:
        taken = client.call("emergency.acknowledge", emergency=emergency, note="On my way", requestId="a")["emergency"]
        assert (taken["state"], taken["version"], taken["stored"]) == ("acknowledged", 2, True)
    again = raised(daemon, request="again", note="He is back")
    assert (again["id"], again["raises"], again["version"], again["stored"]) == (emergency, 2, 3, True)
    ballast.unlink()
    until_writable(daemon, seconds=70)
    until_told(daemon, "In the database now: 2 changes of emergencies that it could not take at first.")
    with daemon.client() as client:
        (only,) = client.call("emergency.list", open=True)["emergencies"]
        assert (only["state"], only["raises"], only["version"]) == ("raised", 2, 3)
        entries = client.call("audit.list", worker="sarah", limit=50)["entries"]
        methods = [entry["method"] for entry in entries if entry["method"].startswith("emergency.")]
        assert methods == ["emergency.raise", "emergency.acknowledge", "emergency.raise"]
        assert client.call("system.status")["warnings"] == []
    assert not list(daemon.state.glob("*.kept-*"))
    assert daemon.stop() == 0


def test_who_raises_again_after_a_full_disk_is_heard_however_often_they_raised_before(daemon, disk):
    pager = Pager(daemon, WRITES)
    daemon.start().import_sample()
    ballast = disk.fill()
    with daemon.client() as client:
        for number in range(300):
            client.call("emergency.raise", worker="sarah", note=f"Help {number}", requestId=f"e{number}")
        (emergency,) = client.call("emergency.list", open=True)["emergencies"]
        assert emergency["raises"] == 300
        client.call("emergency.acknowledge", emergency=emergency["id"], requestId="a")
    ballast.unlink()
    until_writable(daemon, seconds=70)
    until_told(daemon, "In the database now:")
    with daemon.client() as client:
        (only,) = client.call("emergency.list", open=True)["emergencies"]
    # Neither the spool nor the memory keeps the same worker's help without end.
    assert only["state"] == "acknowledged" and only["raises"] < 300
    assert len(pager.said()) == 1
    assert raised(daemon, request="again", note="He is back")["state"] == "raised"
    assert (pager.until(2)[1]["state"], pager.said()[1]["note"].splitlines()[-1]) == ("raised", "He is back")
    assert daemon.stop() == 0


def test_an_emergency_that_nothing_takes_is_shown_and_paged_and_says_so(daemon, library):
    pager = Pager(daemon, WRITES)
    disk = FailingDisk(daemon, library)
    daemon.start().import_sample()
    disk.fail_every("pwrite", errno.EIO)
    emergency = raised(daemon)
    assert emergency["stored"] is False
    (page,) = pager.until(1)
    assert (page["emergency"], page["stored"]) == (emergency["id"], False)
    check_shown(daemon, emergency["id"])
    until_told(daemon, "neither the database nor the spool takes it")
    until_told(daemon, "Tier 1 was paged about emergency")


def test_what_was_paged_before_a_kill_is_not_paged_again_and_what_was_under_way_is(daemon):
    hangs_once = '#!/bin/sh\ncat >> "$1"\n[ -e "$1.hung" ] || { touch "$1.hung"; exec sleep 1000; }\n'
    pager = Pager(daemon, WRITES, hangs_once)
    daemon.start().import_sample()
    emergency = raised(daemon)
    pager.until(1, tier=1)
    pager.until(1, tier=2)
    until_told(daemon, "Tier 1 was paged")
    # What is said is kept a moment later.
    until_kept(daemon)
    daemon.stop(signal.SIGKILL)
    daemon.start()
    assert [page["attempt"] for page in pager.until(2, tier=2)] == [1, 2]
    # Paged after whatever was paged at the start.
    other = raised(daemon, request="o", worker="daniel-okafor")
    pages = pager.until(2, tier=1)
    assert [page["emergency"] for page in pages] == [emergency["id"], other["id"]]


HANGS = '#!/bin/sh\nsleep 1000 &\necho "$!" > "$1.pid"\ncat >> "$1"\nwait\n'


def test_a_pager_that_hangs_is_ended_with_what_it_has_started_and_tried_again(daemon):
    pager = Pager(daemon, HANGS, settings="  commandSeconds: 1\n")
    daemon.start().import_sample()
    raised(daemon)
    pager.until(1)
    child = int(pathlib.Path(f"{pager.file(1)}.pid").read_text())
    until_told(daemon, "could not be paged")
    assert "(attempt 1): it took too long and was ended." in daemon.log
    until_gone(child)
    with daemon.client() as client:
        (warning,) = client.call("system.status")["warnings"]
    assert warning.startswith("The last page about an emergency was not sent (tier 1, ")
    assert [page["attempt"] for page in pager.until(2)] == [1, 2]
    assert daemon.stop() == 0


@pytest.mark.alone
def test_a_stop_does_not_wait_for_a_pager_that_hangs(daemon):
    pager = Pager(daemon, HANGS)
    daemon.start().import_sample()
    raised(daemon)
    pager.until(1)
    begun = time.monotonic()
    assert daemon.stop() == 0
    assert time.monotonic() - begun < 10


def test_a_pager_inherits_no_descriptor_no_variable_and_no_name_and_the_log_holds_none(daemon):
    looks = (
        '#!/bin/sh\nls -l /proc/$$/fd > "$1.fd"; env > "$1.env"; echo "$@" > "$1.arguments"\n'
        'cat; cat "$0" >&2\necho done > "$1.done"\n'
    )
    pager = Pager(daemon, looks)
    daemon.variables = {"SECRET": "Margaret"}
    daemon.start().import_sample()
    with daemon.client():
        raised(daemon)
    deadline = time.monotonic() + 30
    while not (done := pathlib.Path(f"{pager.file(1)}.done")).exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    # dash keeps its script at 10, and beside it what it puts back behind a redirection; bash keeps its own at 255.
    seen = pathlib.Path(f"{pager.file(1)}.fd").read_text().split("\n")
    assert [line for line in seen if re.search(r"socket:|anon_inode:|\.sqlite|spool", line)] == []
    variables = {line.split("=")[0] for line in pathlib.Path(f"{pager.file(1)}.env").read_text().splitlines()}
    assert variables <= {"PATH", "LANG", "PWD", "SHLVL", "_"}
    assert pathlib.Path(f"{pager.file(1)}.arguments").read_text() == f"{pager.file(1)}\n"
    until_told(daemon, "Tier 1 was paged")
    for word in ("Margaret", "Sarah", "sarah", "fallen"):
        assert word not in daemon.log
    assert done.read_text() == "done\n"


def test_without_a_pager_or_with_one_that_is_not_there_the_status_says_so(daemon):
    daemon.configuration.write_text(AGENCY)
    assert "Nobody is paged in an emergency. Set emergency.tiers" in daemon.start().visits("status").stdout
    daemon.import_sample()
    told = " ".join(daemon.visits("emergency", "raise", "--worker", "sarah").stdout.split())
    assert "Nobody is paged: no working pager is set up. Call your office; in danger call 911." in told
    assert "alerted" not in told
    daemon.stop()
    daemon.configuration.write_text(AGENCY + "emergency:\n  tiers: [/nowhere/page]\n")
    shown = daemon.start().visits("status").stdout
    assert "Tier 1 cannot be paged in an emergency: /nowhere/page is not there or may not be run." in " ".join(shown.split())


def test_a_program_that_cannot_be_run_is_named_by_the_check_the_start_the_status_and_a_metric(daemon):
    text = daemon.folder / "text"
    text.write_text("#!/bin/sh\n")
    daemon.configuration.write_text(
        f"{AGENCY}emergency:\n  tiers: [/bin/true, {text}]\nalerts:\n  command: [/nowhere/tell, alert]\n"
    )

    def check(*words):
        command = [VISITSD, "check", *words, "--state", daemon.state, "--config", daemon.configuration]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment())

    checked = check()
    assert checked.returncode == 1
    assert f"The command of tier 2 of emergency.tiers cannot be run: {text}: Permission denied." in checked.stderr
    assert "The command of alerts.command cannot be run: /nowhere/tell: No such file or directory." in checked.stderr
    assert "tier 1" not in checked.stderr
    # A reload must not fail for it: it may mend another tier.
    assert check("--settings").returncode == 0
    daemon.start()
    assert f"The command of tier 2 of emergency.tiers cannot be run: {text}, 13 (Permission denied)." in daemon.log
    shown = " ".join(daemon.visits("status").stdout.split())
    assert "The command for alerts cannot be run: /nowhere/tell is not there or may not be run." in shown
    metrics = daemon.visits("metrics").stdout.splitlines()
    assert 'visits_command_usable{setting="emergency.tiers",tier="1"} 1' in metrics
    assert 'visits_command_usable{setting="emergency.tiers",tier="2"} 0' in metrics
    assert 'visits_command_usable{setting="alerts.command"} 0' in metrics
    text.chmod(0o755)
    assert 'visits_command_usable{setting="emergency.tiers",tier="2"} 1' in daemon.visits("metrics").stdout.splitlines()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files to other users")
def test_a_check_by_root_tries_programs_and_tokens_as_the_service_s_user(daemon):
    program, token = daemon.folder / "page", daemon.folder / "token"
    program.write_text("#!/bin/sh\n")
    token.write_text("let-me-in")
    daemon.folder.chmod(0o711)
    daemon.state.mkdir()
    os.chown(daemon.state, 1, 1)
    daemon.configuration.write_text(
        f"{AGENCY}emergency:\n  tiers: [{program}]\n"
        f"upstream:\n  url: https://ehr.example/fhir\n  tokenFile: {token}\n"
    )

    def check(mode):
        program.chmod(mode)
        token.chmod(mode)
        command = [VISITSD, "check", "--state", daemon.state, "--config", daemon.configuration]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment())

    for file in (program, token):
        os.chown(file, 0, 1)
    assert check(0o750).returncode == 0
    checked = check(0o700)
    assert checked.returncode == 1
    assert f"cannot be run: {program}: Permission denied." in checked.stderr
    assert f'Sync is off: upstream.tokenFile is "{token}", which cannot be read' in checked.stderr


def test_a_damaged_spool_is_named_by_the_check_the_start_and_the_status_until_somebody_has_seen_to_it(daemon, disk):
    Pager(daemon, WRITES)
    daemon.start().import_sample()
    ballast = disk.fill()
    raised(daemon)
    raised(daemon, request="o", worker="daniel-okafor")
    daemon.stop(signal.SIGKILL)
    ballast.unlink()
    spool = disk.seen / "emergencies.spool"
    with spool.open("r+b") as file:
        file.seek(40)
        file.write(b"#####")

    def check():
        words = [*disk.within(), VISITSD, "check", "--state", daemon.state, "--config", daemon.configuration]
        return subprocess.run(words, capture_output=True, text=True, timeout=60, env=environment())

    checked = check()
    assert checked.returncode == 1
    assert f"{daemon.state}/emergencies.spool is damaged: something in it cannot be read" in checked.stderr
    assert "Ask everybody who is out" in checked.stderr
    daemon.start()
    until_told(daemon, f"The spool {daemon.state}/emergencies.spool is damaged")
    until_told(daemon, "The damaged spool as it was is kept in ")
    # What stands behind the damage is not lost with it.
    assert "Daniel Okafor" in daemon.visits("emergency", "list").stdout
    (kept,) = disk.seen.glob("emergencies.spool.kept-*")
    with daemon.client() as client:
        (warning,) = client.call("system.status")["warnings"]
    assert kept.name in warning
    assert kept.name in check().stderr
    kept.unlink()
    assert check().returncode == 0
    with daemon.client() as client:
        assert client.call("system.status")["warnings"] == []
    assert daemon.stop() == 0
