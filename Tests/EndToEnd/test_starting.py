"""Whatever keeps visitsd from starting is named, and nothing is changed by the attempt."""

import os
import shlex
import socket
import sqlite3
import subprocess
import time

import pytest
from programs import Daemon, accepts, environment

EX_USAGE, EX_DATAERR, EX_UNAVAILABLE, EX_TEMPFAIL, EX_CONFIG = 64, 65, 69, 75, 78


@pytest.fixture
def stopped(imported):
    """A visitsd with the sample agency, stopped."""
    imported.stop()
    return imported


def test_a_database_of_garbage_is_refused_and_left_as_it_is(stopped):
    database = stopped.database
    database.write_bytes(b"These are not the bytes of a database. " * 400)
    before = database.read_bytes()
    status, said = stopped.refused()
    assert status == EX_DATAERR
    assert f"{database} is not a database. Keep it as it is for a second look, and put the latest backup in" in said
    assert database.read_bytes() == before
    assert not accepts(stopped.socket)


def test_a_truncated_database_is_refused_and_left_as_it_is(stopped):
    database = stopped.database
    os.truncate(database, database.stat().st_size // 2)
    before = database.read_bytes()
    status, said = stopped.refused()
    assert status == EX_DATAERR
    assert f"{database} is cut off" in said
    assert database.read_bytes() == before


def test_an_empty_database_is_not_taken_for_a_new_one(stopped):
    database = stopped.database
    os.truncate(database, 0)
    status, said = stopped.refused()
    assert status == EX_DATAERR
    assert f"{database} is empty" in said


def test_a_newer_database_is_refused_with_both_versions(stopped):
    database = stopped.database
    with sqlite3.connect(database) as connection:
        known = connection.execute("PRAGMA user_version").fetchone()[0]
        connection.execute("PRAGMA user_version = 4711")
    connection.close()
    status, said = stopped.refused()
    assert status == EX_DATAERR
    assert f"{database} was written by a newer visitsd: it has version 4711;" in said
    assert f"this program knows versions up to {known}. Install the newer one again" in said


def test_a_database_of_another_program_is_refused(stopped):
    database = stopped.database
    with sqlite3.connect(database) as connection:
        connection.execute("PRAGMA application_id = 7")
    connection.close()
    status, said = stopped.refused()
    assert status == EX_DATAERR
    assert "another program" in said


def test_a_database_in_use_by_another_visitsd_is_refused_and_the_other_goes_on(agency):
    second = Daemon()
    try:
        second.state = agency.state
        status, said = second.refused()
        assert status == EX_TEMPFAIL
        assert f"is in use by process {agency.process.pid}" in said
    finally:
        second.remove()
    assert "1/7" in agency.visits("today", "--worker", "sarah").stdout


def test_a_socket_that_a_killed_visitsd_left_is_replaced(agency):
    agency.process.kill()
    agency.process.wait()
    assert agency.socket.is_socket()
    agency.start()
    assert "1/7" in agency.visits("today", "--worker", "sarah").stdout


def test_a_socket_that_another_process_listens_on_is_left_to_it(daemon):
    with socket.socket(socket.AF_UNIX) as other:
        other.bind(str(daemon.socket))
        other.listen(1)
        status, said = daemon.refused()
        assert status == EX_UNAVAILABLE
        assert f"{daemon.socket} cannot be used" in said and "Another process listens" in said
        assert accepts(daemon.socket)


def test_a_file_at_the_sockets_path_is_left_alone(daemon):
    daemon.socket.write_text("somebody's notes")
    status, said = daemon.refused()
    assert status == EX_UNAVAILABLE
    assert "is no socket" in said
    assert daemon.socket.read_text() == "somebody's notes"


def test_a_socket_whose_folder_is_missing_says_where_to_look(daemon):
    daemon.socket = daemon.folder / "none" / "s"
    status, said = daemon.refused()
    assert status == EX_UNAVAILABLE
    assert f"{daemon.socket} cannot be used: No such file or directory." in said
    assert f"ls -ld {daemon.folder}/none" in said


def test_a_socket_path_that_is_too_long_is_a_wrong_setting(daemon):
    daemon.socket = daemon.folder / ("s" * 120)
    status, said = daemon.refused()
    assert status == EX_CONFIG
    assert "--socket" in said and "at most 107 bytes" in said
    assert not daemon.state.exists()


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("agency:\n  timezon: America/Edmonton\n", ':2: unknown key "agency.timezon". Did you mean "agency.timeZone"?'),
        ("agency:\n  timeZone: Mars/Olympus\n", ':2: agency.timeZone is "Mars/Olympus"'),
        ("# A note\nlimits:\n  depth: many\n", ':3: limits.depth is "many"'),
        ("agency: [\n", "this is not YAML"),
    ],
)
def test_a_wrong_configuration_is_named_with_its_line_and_starts_nothing(daemon, text, named):
    daemon.configuration.write_text(text)
    status, said = daemon.refused()
    assert status == EX_CONFIG
    assert f"{daemon.configuration}" in said and named in said
    assert not daemon.state.exists() and not daemon.socket.exists()


def test_a_wrong_variable_of_the_environment_is_named(daemon):
    daemon.variables = {"VISITSD_AGENCY_TIME_ZONE": "nowhere"}
    status, said = daemon.refused()
    assert status == EX_CONFIG
    assert "$VISITSD_AGENCY_TIME_ZONE" in said


def test_a_wrong_flag_is_named(daemon):
    words = daemon.words()
    daemon.words = lambda: [*words, "--sockt", "x"]
    status, said = daemon.refused()
    assert status == EX_USAGE
    assert 'unknown flag "--sockt". Did you mean "--socket"?' in said


def test_the_number_of_an_output_that_is_closed_is_given_to_no_file_and_no_socket(daemon):
    words = shlex.join(map(str, daemon.words()))
    daemon.process = subprocess.Popen(["bash", "-c", f"exec {words} <&- >&- 2>&-"], env=environment(**daemon.variables))
    deadline = time.monotonic() + 60
    while not accepts(daemon.socket):
        assert daemon.process.poll() is None and time.monotonic() < deadline
        time.sleep(0.005)
    # What is written to a folder, or read from a device that is open for writing alone, is refused.
    assert [os.readlink(f"/proc/{daemon.process.pid}/fd/{number}") for number in range(3)] == ["/dev/null", "/", "/"]
    with daemon.client() as client:
        client.change("worker.put", id="sarah", name="Sarah Miller")
    assert daemon.stop() == 0
