"""A socket that the service manager hands over is there before visitsd and after it: who calls meanwhile only waits."""

import contextlib
import pathlib
import socket
import threading

import pytest
from faults import until_told
from programs import Client, Connection, Refused, accepts

EX_UNAVAILABLE = 69
CALL = b'{"jsonrpc":"2.0","id":1,"method":"system.health"}\n'
HEALTHY = b'{"jsonrpc":"2.0","id":1,"result":{"writable":true}}'


def hand_over(daemon, *sockets, to="$$"):
    """From its next start on, the daemon is handed these sockets, as systemd does it."""
    # bash, since dash knows descriptors of one digit only.
    given = "".join(f" {3 + place}<&{number.fileno()}" for place, number in enumerate(sockets))
    words = daemon.words()
    script = f'export LISTEN_PID={to} LISTEN_FDS={len(sockets)} LISTEN_FDNAMES=visitsd.socket; exec "$@"{given}'
    # They are inherited by all that this process starts.
    for number in sockets:
        number.set_inheritable(True)
    spawn = daemon.spawn

    def spawn_with_sockets():
        daemon.words = lambda: ["bash", "-c", script, "bash", *words]
        return spawn(inherit=[number.fileno() for number in sockets])

    daemon.spawn = spawn_with_sockets


@pytest.fixture
def listener(daemon):
    """A socket as systemd makes it."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(daemon.socket))
        listener.listen(4096)
        yield listener


def test_a_socket_that_is_handed_over_is_used_and_left_where_it_is(daemon, listener):
    hand_over(daemon, listener)
    daemon.start().import_sample()
    assert "1/7" in daemon.visits("today", "--worker", "sarah").stdout
    assert f"Listening on {daemon.socket}." in daemon.log
    flags = pathlib.Path(f"/proc/{daemon.process.pid}/fdinfo/3").read_text().split("flags:")[1].split()[0]
    assert int(flags, 8) & 0o2000000, "the socket goes on to what the daemon starts"
    assert daemon.stop() == 0
    assert daemon.socket.is_socket() and accepts(daemon.socket)


def test_a_call_before_the_start_and_between_two_starts_is_answered(daemon, listener):
    hand_over(daemon, listener)
    for _ in range(2):
        with Connection(daemon.socket) as early:
            early.send(CALL)
            daemon.spawn()
            assert early.receive() == HEALTHY
        assert daemon.stop() == 0


def test_no_read_fails_while_the_daemon_starts_anew(daemon, listener):
    hand_over(daemon, listener)
    daemon.start().import_sample()
    over, failures, answers = threading.Event(), [], []

    def keep_reading():
        while not over.is_set():
            # A daemon that stops closes what is idle: a call that nobody has read is sent once more.
            for attempt in range(3):
                with contextlib.suppress(OSError, ValueError, Refused), Connection(daemon.socket) as connection:
                    if Client(connection, None).call("today", worker="sarah")["progress"]["label"] == "1/7":
                        answers.append(attempt)
                        break
            else:
                failures.append("a read failed")

    threads = [threading.Thread(target=keep_reading) for _ in range(100)]
    for thread in threads:
        thread.start()
    for _ in range(3):
        assert daemon.stop() == 0
        before = len(answers)
        daemon.spawn()
        while len(answers) < before + 200:
            assert daemon.process.poll() is None, daemon.log
    over.set()
    for thread in threads:
        thread.join()
    assert failures == []


def test_a_socket_that_is_meant_for_another_process_is_not_taken(daemon):
    with socket.socket(socket.AF_UNIX) as other:
        path = daemon.folder / "other"
        other.bind(str(path))
        other.listen(1)
        hand_over(daemon, other, to=1)
        daemon.start()
        until_told(daemon, f"Listening on {daemon.socket}.")
        assert daemon.stop() == 0
        assert not daemon.socket.exists()


def test_two_sockets_are_refused(daemon, listener):
    with socket.socket(socket.AF_UNIX) as other:
        hand_over(daemon, listener, other)
        status, said = daemon.refused()
    assert status == EX_UNAVAILABLE
    assert "what systemd has handed over cannot be used: it is 2 sockets, and visitsd listens on one." in said


def test_a_socket_that_takes_no_streams_is_refused_by_name(daemon):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as datagrams:
        hand_over(daemon, datagrams)
        status, said = daemon.refused()
    assert status == EX_UNAVAILABLE
    assert '"visitsd.socket" is no UNIX socket that listens for streams (ListenStream= with a path).' in said
