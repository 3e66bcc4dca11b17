"""What is said when the daemon cannot be reached, and that a change in the middle of a restart arrives once."""

import contextlib
import grp
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import threading

import pytest
from programs import VISITS, environment
from terminal import Terminal

EX_UNAVAILABLE, EX_TEMPFAIL, EX_NOPERM, EX_USAGE = 69, 75, 77, 64
# Programs that a test puts before the machine's own.
SILENT = "#!/bin/sh\nexit 1\n"


@pytest.fixture
def programs(tmp_path):
    """A folder that stands first in PATH, with a systemctl and a journalctl that know nothing."""
    for name in ("systemctl", "journalctl"):
        put(tmp_path, name, SILENT)
    return tmp_path


def put(folder, name, text):
    """Writes a program."""
    file = folder / name
    file.write_text(text)
    file.chmod(0o755)


def refused(programs, *words, **more):
    """Runs visits, which is to fail; returns its exit status and what it said."""
    path = {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        [VISITS, *map(str, words)], capture_output=True, text=True, timeout=60, env=environment(**{**path, **more})
    )
    assert done.stdout == ""
    return done.returncode, done.stderr


def test_a_socket_that_is_not_there(programs):
    assert refused(programs, "status", "--socket", "/nowhere/visitsd.sock") == (
        EX_UNAVAILABLE,
        "visits: visitsd is not running: there is no socket at /nowhere/visitsd.sock.\n"
        "  Is it installed and running? systemctl status visitsd\n"
        "  Start it: sudo systemctl start visitsd, or scripts/run from a checkout\n",
    )


def test_a_socket_that_nobody_listens_on(agency, programs):
    agency.stop(signal.SIGKILL)
    assert refused(programs, "status", "--socket", agency.socket, "--timeout", "0.2") == (
        EX_UNAVAILABLE,
        f"visits: Nobody listens on {agency.socket}: visitsd has stopped and left its socket behind.\n"
        "  Is it installed and running? systemctl status visitsd\n"
        "  Start it: sudo systemctl start visitsd, or scripts/run from a checkout\n",
    )


def test_a_unit_that_has_failed_with_its_last_lines(daemon, programs):
    put(programs, "systemctl", '#!/bin/sh\n[ "$*" = "is-failed visitsd.service visitsd.socket" ] && echo failed\n')
    put(programs, "journalctl", '#!/bin/sh\ncase "$*" in *"--unit visitsd --lines 5"*) echo one; echo two;; esac\n')
    assert refused(programs, "status", "--socket", daemon.socket, "--timeout", "0.2") == (
        EX_UNAVAILABLE,
        f"visits: visitsd has failed, and systemd does not start it again: there is no socket at {daemon.socket}.\n"
        "  Its last lines in the journal:\n"
        "    one\n"
        "    two\n"
        "  Correct that, then start it: sudo systemctl restart visitsd\n",
    )


def test_a_service_manager_that_hangs_holds_nobody_up(daemon, programs):
    put(programs, "systemctl", "#!/bin/sh\nexec sleep 600\n")
    status, said = refused(programs, "status", "--socket", daemon.socket, "--timeout", "0.2")
    assert status == EX_UNAVAILABLE and "there is no socket" in said


def test_a_machine_without_systemd(daemon, tmp_path):
    status, said = refused(tmp_path, "status", "--socket", daemon.socket, "--timeout", "0.2", PATH=tmp_path)
    assert status == EX_UNAVAILABLE and "there is no socket" in said


def test_a_user_who_may_not_open_the_socket_is_told_the_group_that_may(agency):
    # The owner is kept out by the mode, root is not and has to be another: nobody, with a program that it may run.
    agency.socket.chmod(0o060)
    who, program = {}, VISITS
    if os.getuid() == 0:
        who, program = {"user": 65534, "group": 65534, "extra_groups": []}, agency.folder / "visits"
        shutil.copy(VISITS, program)
        agency.folder.chmod(0o755)
        os.chown(agency.socket, 0, grp.getgrnam("daemon").gr_gid)
    group = grp.getgrgid(agency.socket.stat().st_gid).gr_name
    done = subprocess.run(
        [program, "status", "--socket", agency.socket], capture_output=True, text=True, env=environment(), **who
    )
    assert (done.returncode, done.stdout) == (EX_NOPERM, "")
    assert done.stderr == (
        f"visits: This user may not open {agency.socket}; it belongs to the group {group}.\n"
        f"  Join its group, then log in again: sudo usermod -aG {group} $USER\n"
    )


def test_a_daemon_that_does_not_answer_in_time(agency, programs):
    agency.process.send_signal(signal.SIGSTOP)
    try:
        assert refused(programs, "status", "--socket", agency.socket, "--timeout", "0.25") == (
            EX_TEMPFAIL,
            f"visits: visitsd at {agency.socket} did not answer within 0.25 s.\n"
            "  Wait longer: --timeout 60\n"
            "  See what it does: systemctl status visitsd\n",
        )
    finally:
        agency.process.send_signal(signal.SIGCONT)


@pytest.mark.alone
def test_a_change_without_an_answer_says_how_it_is_sent_again(agency, programs):
    visit = json.loads(agency.visits("list", "--date", "tomorrow", "--worker", "sarah", "--json").stdout)["visits"][0]
    with Relay(agency.socket) as relay:
        relay.loses = lambda method: method == "visit.cancel"
        words = ["cancel", visit["id"], "--reason", "It's over", "--socket", relay.socket, "--timeout", "0.3"]
        status, said = refused(programs, *words)
    assert status == EX_UNAVAILABLE
    again = next(line for line in said.splitlines() if "visits call visit.cancel" in line)
    path = f"{VISITS.parent}{os.pathsep}{os.environ['PATH']}"
    run = {"env": environment(VISITS_SOCKET=agency.socket, PATH=path), "check": True, "stdout": subprocess.PIPE}
    answers = [subprocess.run(["sh", "-c", again], **run).stdout for _ in range(2)]
    assert answers[0] == answers[1]
    assert changes(agency, visit["id"]) == ["visit.cancel"]


@contextlib.contextmanager
def speaker(path, answer):
    """A program that speaks on a socket: `answer` makes the line of a call."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()

        def serve():
            with contextlib.suppress(OSError):
                while True:
                    connection, _ = listener.accept()
                    with connection, connection.makefile("rwb") as file:
                        for line in file:
                            file.write(answer(line) + b"\n")
                            file.flush()

        thread = threading.Thread(target=serve)
        thread.start()
        yield
        listener.shutdown(socket.SHUT_RDWR)
        thread.join()


def other_version(version):
    """A daemon of another version, which knows its status and nothing else."""

    def answer(line):
        call = json.loads(line)
        if call["method"] == "system.status":
            said = {"result": {"version": version}}
        else:
            said = {"error": {"code": -32601, "message": "No such method.", "data": {"kind": "methodNotFound"}}}
        return json.dumps({"jsonrpc": "2.0", "id": call["id"], **said}).encode()

    return answer


@pytest.mark.parametrize(
    ("version", "age", "advice"),
    [
        ("0.0.1", "older", "Restart it after the upgrade: sudo systemctl restart visitsd"),
        (
            "99.0.0",
            "newer",
            "Upgrade visits to 99.0.0 on this machine, and see whether an older one comes first: type -a visits",
        ),
    ],
)
def test_versions_that_do_not_fit(daemon, programs, version, age, advice):
    own = subprocess.run([VISITS, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    with speaker(daemon.socket, other_version(version)):
        assert refused(programs, "today", "--worker", "sarah", "--socket", daemon.socket) == (
            EX_UNAVAILABLE,
            f'visits: This visitsd ({version}) does not know "today": it is {age} than this visits ({own}).\n'
            f"  {advice}\n",
        )


def test_a_socket_of_another_program(daemon, programs):
    with speaker(daemon.socket, lambda line: b"220 mail.example.org ESMTP"):
        status, said = refused(programs, "status", "--socket", daemon.socket)
    assert status == EX_UNAVAILABLE
    assert said.startswith(f"visits: The program that listens on {daemon.socket} does not answer as visitsd does.")
    assert said.endswith(f"  See what it is: ss -xlp src {daemon.socket}\n")


@pytest.mark.parametrize("value", ["0", "-1", "86401", "nan", "inf", "soon", ""])
def test_a_timeout_that_is_none_is_refused_with_its_value(programs, value):
    status, said = refused(programs, "status", "--timeout", value)
    assert status == EX_USAGE
    assert "--timeout" in said and value in said


class Relay:
    """Stands between visits and visitsd. What it loses has reached visitsd; the connection ends before the answer."""

    def __init__(self, target):
        self.target = str(target)
        self.socket = pathlib.Path(f"{target}-relay")
        self.loses = lambda method: False
        self.calls = []
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.socket))
        self.listener.listen()
        self.thread = threading.Thread(target=self.serve)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.thread.join()
        self.listener.close()

    def serve(self):
        with contextlib.suppress(OSError):
            while True:
                self.pass_on(self.listener.accept()[0])

    def pass_on(self, client):
        with client, socket.socket(socket.AF_UNIX) as server, client.makefile("rwb") as near:
            server.connect(self.target)
            with server.makefile("rwb") as far:
                for line in near:
                    call = json.loads(line)
                    self.calls.append(call)
                    far.write(line)
                    far.flush()
                    answer = far.readline()
                    if self.loses(call["method"]):
                        return
                    near.write(answer)
                    near.flush()


def changes(agency, visit):
    """The methods that have changed a visit since it was brought in, oldest first."""
    with agency.client() as client:
        entries = client.call("audit.list", visit=visit)["entries"]
    return [entry["method"] for entry in sorted(entries, key=lambda entry: entry["at"]) if entry["method"] != "import"]


@pytest.mark.parametrize("is_killed", [False, True])
def test_a_change_whose_answer_was_lost_is_made_again_and_arrives_once(agency, is_killed):
    visit = json.loads(agency.visits("list", "--date", "tomorrow", "--worker", "sarah", "--json").stdout)["visits"][0]
    with Relay(agency.socket) as relay:

        def cancels():
            return [call["params"] for call in relay.calls if call["method"] == "visit.cancel"]

        def loses(method):
            if method != "visit.cancel" or len(cancels()) == 3:
                return False
            if is_killed:
                agency.stop(signal.SIGKILL)
                agency.start()
            return True

        relay.loses = loses
        agency.visits("cancel", visit["id"], "--reason", "Hospital", "--socket", relay.socket)
        sent = cancels()
    assert len(sent) == 3 and sent[0] == sent[1] == sent[2]
    assert changes(agency, visit["id"]) == ["visit.cancel"]


def test_a_change_and_a_read_wait_for_a_daemon_that_is_restarted(agency):
    visit = json.loads(agency.visits("list", "--date", "tomorrow", "--worker", "sarah", "--json").stdout)["visits"][0]
    change, read = ["cancel", visit["id"], "--reason", "Hospital"], ["today", "-w", "sarah"]
    for words, expected in [(change, "Cancelled"), (read, "Margaret Chen")]:
        agency.stop()
        with Terminal([VISITS, *words], environment(VISITS_SOCKET=agency.socket, TERM="xterm")) as terminal:
            terminal.until(f"Waiting for visitsd at {agency.socket}")
            agency.start()
            terminal.until(expected)
            assert terminal.process.wait(timeout=30) == 0
    assert changes(agency, visit["id"]) == ["visit.cancel"]
