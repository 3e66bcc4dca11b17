"""A disk that is full or fails stops changes, says so, loses nothing, and is used again when it works."""

import errno
import itertools
import re
import shutil
import signal

import pytest
from faults import FailingDisk, plan, plan_until_refused, planned, until_told, until_writable
from programs import Refused

EX_IOERR = 74


@pytest.fixture
def calls_in_turn(every_case):
    """The numbers of the calls that fail, one per round: with --all every call, else the second; then none fails."""
    return itertools.count(1) if every_case else iter([2, 1_000_000])


def refusal(client, request):
    """The refusal of a change."""
    with pytest.raises(Refused) as refused:
        plan(client, request)
    return refused.value


def check_read_only(daemon, reason, acknowledged):
    """Every change is refused with the reason, reads and repeats are answered, and everybody is told."""
    with daemon.client() as client:
        error = refusal(client, "while-read-only")
        assert (error.code, error.data["reason"]) == (1503, reason)
        assert str(error).endswith(".") and "disk" in str(error)
        request, visit = next(iter(acknowledged.items()))
        assert plan(client, request) == visit
        assert client.call("visit.show", visit=visit)["visit"]["note"] == request
        status = client.call("system.status")
        assert (status["writable"], status["reason"]) == (False, reason)
        assert "disk" in status["warnings"][0]
    shown = daemon.visits("status", check=False)
    assert "takes no changes" in shown.stdout and "disk" in shown.stdout
    assert shown.returncode == 1
    checked = daemon.visits("status", "--nagios", check=False)
    assert checked.returncode == 2
    assert re.fullmatch(r"VISITS CRITICAL - takes no changes\. .*disk.*\n", checked.stdout)
    assert daemon.visits("complete", visit, check=False).returncode == 75
    until_told(daemon, f"No changes are taken any more, {reason}")
    for words in [("today", "--worker", "sarah"), ("today", "--all")]:
        seen = daemon.visits(*words).stdout
        assert seen.startswith("⚠ Changes are not being saved at the moment: the disk ")
        assert "Not saved ⚠" in seen and "Synced" not in seen
    with daemon.client() as client:
        assert client.call("today", all=True)["banner"]["reason"] == reason


def check_nothing_lost(daemon, acknowledged):
    """Everything acknowledged is there, after the daemon was killed too."""
    assert acknowledged.items() <= planned(daemon).items()
    daemon.process.kill()
    daemon.process.wait()
    daemon.start()
    assert acknowledged.items() <= planned(daemon).items()


def test_a_full_disk_is_named_and_used_again_when_there_is_room(daemon, disk, notices):
    daemon.start().import_sample()
    notices(" visits")
    ballast = disk.fill()
    acknowledged, refused = plan_until_refused(daemon, "full")
    assert refused.data["reason"] == "diskFull"
    assert "STATUS=Read-only: the disk is full" in notices("Read-only")
    if not acknowledged:
        ballast.unlink()
        until_writable(daemon)
        with daemon.client() as client:
            acknowledged = {"first": plan(client, "first")}
        disk.fill()
        more, refused = plan_until_refused(daemon, "again")
        acknowledged |= more
    check_read_only(daemon, "diskFull", acknowledged)
    backup = daemon.visits("backup", check=False)
    assert backup.returncode == 75
    assert f"No backup was started: 0 B are free in {daemon.state}/backups, and " in " ".join(backup.stderr.split())
    until_told(daemon, f"No backup was started: 0 bytes are free in {daemon.state}/backups, and ")
    ballast.unlink()
    until_writable(daemon)
    until_told(daemon, "Changes are taken again")
    assert "Synced ✓" in daemon.visits("today", "--worker", "sarah").stdout
    assert "Synced ✓" in daemon.visits("today", "--all").stdout
    assert "visits" in notices("STATUS=")
    until_told(daemon, "Changes are taken again")
    with daemon.client() as client:
        acknowledged["while-read-only"] = plan(client, "while-read-only")
        status = client.call("system.status")
        assert status["warnings"] == []
        assert "No changes are taken" not in str(status["logged"]), "it is mended"
    check_nothing_lost(daemon, acknowledged)
    assert daemon.stop() == 0


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL], ids=["stopped", "killed"])
def test_a_daemon_that_starts_on_a_full_disk_is_read_and_takes_changes_when_there_is_room(daemon, disk, notices, how):
    daemon.start().import_sample()
    acknowledged, _ = plan_until_refused(daemon, "before", most=5)
    daemon.stop(how)
    ballast = disk.fill()
    # Twice: the first leaves nothing that would stop the second.
    for _ in range(2):
        daemon.start()
        assert "today" in daemon.visits("today", "--worker", "sarah").stdout.lower()
        _, refused = plan_until_refused(daemon, "full", most=100)
        assert refused.data["reason"] == "diskFull"
        check_read_only(daemon, "diskFull", acknowledged)
        assert acknowledged.items() <= planned(daemon).items()
        daemon.stop(how)
    daemon.start()
    if how == signal.SIGTERM:
        assert "STATUS=Checking the database, since the disk takes no changes." in notices("takes no changes")
        assert "STATUS=Read-only: the disk is full" in notices("READY=1")
    ballast.unlink()
    until_writable(daemon, seconds=70)
    with daemon.client() as client:
        acknowledged["since"] = plan(client, "since")
    check_nothing_lost(daemon, acknowledged)
    assert daemon.stop() == 0


def test_a_check_before_the_start_asks_the_service_manager_for_time(daemon, notices):
    daemon.start().import_sample().stop(signal.SIGKILL)
    daemon.start()
    asked = notices("Checking the database after a stop that was not in order.")
    assert asked.startswith("EXTEND_TIMEOUT_USEC=60000000\n")


@pytest.mark.parametrize(
    ("kind", "error", "reason"),
    [
        ("pwrite", errno.ENOSPC, "diskFull"),
        ("pwrite", errno.EIO, "diskFailing"),
        ("sync", errno.EIO, "diskFailing"),
    ],
)
def test_a_disk_that_fails_every_write_or_sync_is_named_and_loses_nothing(daemon, library, kind, error, reason):
    disk = FailingDisk(daemon, library)
    daemon.start().import_sample()
    acknowledged, _ = plan_until_refused(daemon, "before", most=5)
    assert len(acknowledged) == 5
    disk.fail_every(kind, error)
    with daemon.client() as client:
        assert refusal(client, "failing").data["reason"] == reason
    disk.fail_every("")
    until_writable(daemon)
    more, refused = plan_until_refused(daemon, "after", most=5)
    assert refused is None
    check_nothing_lost(daemon, acknowledged | more)


@pytest.mark.long
@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EIO], ids=errno.errorcode.get)
def test_no_acknowledged_change_is_lost_whichever_call_fails_in_turn(daemon, library, calls_in_turn, every_case, error):
    disk = FailingDisk(daemon, library)
    daemon.start().import_sample()
    acknowledged, failed = {}, 0
    for number in calls_in_turn:
        disk.fail(number, error)
        more, refused = plan_until_refused(daemon, f"call-{number}", most=3)
        acknowledged |= more
        if not disk.has_failed:
            break
        failed += 1
        assert refused and (refused.code, refused.data["kind"]) == (1503, "unavailable")
        until_told(daemon, "No changes are taken any more")
        check_nothing_lost(daemon, acknowledged)
    assert failed >= (6 if every_case else 1)
    assert refused is None and len(more) == 3


@pytest.mark.long
def test_no_acknowledged_change_is_lost_whichever_call_fails_in_turn_while_it_stops(
    daemon, library, calls_in_turn, every_case
):
    disk = FailingDisk(daemon, library)
    daemon.start().import_sample()
    acknowledged, failed = {}, 0
    for number in calls_in_turn:
        more, refused = plan_until_refused(daemon, f"stop-{number}", most=2)
        assert refused is None
        acknowledged |= more
        disk.fail(number, errno.EIO)
        assert daemon.stop() == 0
        has_failed = disk.has_failed
        disk.fail(0, 0)
        daemon.start()
        assert acknowledged.items() <= planned(daemon).items()
        if not has_failed:
            break
        failed += 1
    assert failed >= (3 if every_case else 1)


def comes_up(daemon):
    """Starts the program; whether it accepts, or else has ended and named the database as the reason."""
    before = len(daemon.log)
    try:
        daemon.start()
        return True
    except AssertionError:
        assert daemon.process.poll() == EX_IOERR, daemon.log
        assert f"Not started, the database cannot be used: {daemon.database}" in daemon.log[before:]
        return False


@pytest.mark.long
@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EIO], ids=errno.errorcode.get)
def test_no_acknowledged_change_is_lost_whichever_call_fails_in_turn_while_it_starts(
    daemon, library, calls_in_turn, every_case, error
):
    disk = FailingDisk(daemon, library)
    daemon.start().import_sample()
    acknowledged, refused = plan_until_refused(daemon, "before", most=5)
    assert refused is None
    failed = 0
    for number in calls_in_turn:
        assert daemon.stop() == 0
        disk.fail(number, error)
        came_up, has_failed = comes_up(daemon), disk.has_failed
        disk.fail(0, 0)
        if not came_up:
            daemon.start()
        assert acknowledged.items() <= planned(daemon).items()
        until_writable(daemon)
        more, refused = plan_until_refused(daemon, f"start-{number}", most=1)
        assert refused is None
        acknowledged |= more
        if not has_failed:
            break
        failed += 1
    assert failed >= (3 if every_case else 1)


@pytest.mark.long
def test_a_first_start_of_which_a_call_fails_leaves_nothing_that_is_in_the_way_of_the_next(daemon, library, every_case):
    # The first calls one by one, then some of many that are alike.
    numbers = itertools.chain(range(1, 6), itertools.count(6, 7)) if every_case else iter([3, 1_000_000])
    disk = FailingDisk(daemon, library)
    refusals = 0
    for number in numbers:
        shutil.rmtree(daemon.state, ignore_errors=True)
        disk.fail(number, errno.ENOSPC)
        came_up, has_failed = comes_up(daemon), disk.has_failed
        refusals += not came_up
        disk.fail(0, 0)
        if came_up:
            daemon.stop()
        daemon.start()
        acknowledged, refused = plan_until_refused(daemon.import_sample(), "first", most=1)
        assert refused is None and acknowledged.items() <= planned(daemon).items()
        daemon.stop()
        if not has_failed:
            break
    assert came_up and refusals > (3 if every_case else 0)


def test_a_disk_that_fails_only_under_the_database_itself_is_noticed(daemon, library):
    disk = FailingDisk(daemon, library)
    daemon.start().import_sample()
    disk.fail(1, errno.EIO, base_only=True)
    acknowledged, refused = plan_until_refused(daemon, "checkpoint")
    assert disk.has_failed and refused.data["reason"] == "diskFailing"
    check_read_only(daemon, "diskFailing", acknowledged)
    until_writable(daemon)
    check_nothing_lost(daemon, acknowledged)
