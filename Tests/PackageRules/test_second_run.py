"""That a test which fails once is named, and that everything else which fails makes scripts/test fail."""

import json
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[2]
TESTING = ROOT / "scripts/testing"


def shell(commands, **environment):
    """Runs these commands behind the functions of scripts/testing/parts.sh."""
    script = f'. "{ROOT}/scripts/lib.sh"\n. "{TESTING}/parts.sh"\npython="{sys.executable}"\n{commands}\n'
    environment = {"PATH": "/usr/bin:/bin"} | environment
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, env=environment)


@pytest.fixture
def run_tests(tmp_path):
    """Runs Python tests as scripts/test does, in two workers."""

    def run(text):
        (tmp_path / "test_it.py").write_text(f'import os, pathlib\nMARKER = pathlib.Path("{tmp_path}/marker")\n{text}')
        return shell(f'tests() {{ python_tests "$@" -n 2 "{tmp_path}"; }}\npart "the tests" twice tests')

    return run


ONCE = "def test_once():\n    there = MARKER.exists()\n    MARKER.touch()\n    assert there\n"
PASSES = "def test_passes():\n    pass\n"


def test_tests_that_pass_run_once(run_tests):
    done = run_tests(PASSES)
    assert done.returncode == 0
    assert done.stdout.startswith("the tests ") and "1 passed" in done.stdout
    assert "unsteady" not in done.stdout and "once more" not in done.stdout


def test_a_test_that_fails_once_passes_and_is_named(run_tests):
    done = run_tests(PASSES + ONCE)
    assert done.returncode == 0, done.stdout
    last = done.stdout.splitlines()[-1]
    assert last.startswith("the tests ")
    assert "unsteady: " in last and last.endswith("test_it.py::test_once") and "test_passes" not in last
    # The first failure is shown: it is what there is to mend it by.
    assert "assert there" in done.stdout


def test_a_test_that_fails_twice_fails_the_run(run_tests):
    done = run_tests(ONCE + "def test_never():\n    assert not 'ever'\n")
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1].endswith("FAILED")
    assert "unsteady" not in done.stdout


def test_a_worker_that_crashes_fails_the_run(run_tests):
    done = run_tests(ONCE + "def test_crash():\n    os._exit(3)\n")
    assert done.returncode == 1
    assert "once more" not in done.stdout


def test_a_file_that_cannot_be_read_fails_the_run(run_tests):
    done = run_tests(ONCE + "if not MARKER.exists():\n    MARKER.touch()\n    raise ValueError\n")
    assert done.returncode != 0
    assert "once more" not in done.stdout


def event(kind, **payload):
    return json.dumps({"kind": "event", "payload": {"kind": kind, **payload}})


def function(name):
    return json.dumps({"kind": "test", "payload": {"kind": "function", "id": name}})


def failure(**payload):
    return event("issueRecorded", issue={"isKnown": False, "isFailure": True}, **payload)


ONE, TWO = "DayTests.Days/begins(at:)/Days.swift:7:6", "DayTests.`a day, at last`()/Days.swift:9:2"
BEGUN = [function(ONE), function(TWO), event("runStarted")]
ENDED = [event("testEnded", testID=ONE), event("testEnded", testID=TWO), event("runEnded")]


@pytest.fixture
def swift_runs(tmp_path):
    """Runs unit tests as scripts/test does, with a swift that writes these events and ends with these statuses."""

    def run(*runs):
        for number, (status, events) in enumerate(runs, 1):
            (tmp_path / f"events{number}").write_text("".join(f"{line}\n" for line in events))
            (tmp_path / f"status{number}").write_text(str(status))
        swift = tmp_path / "swift"
        swift.write_text(
            f'#!/bin/bash\ncd "{tmp_path}"\necho "$@" >>calls\nnumber=$(wc -l <calls)\n'
            'while [ "$1" != --event-stream-output-path ]; do shift; done\n'
            'cp "events$number" "$2"\necho "run $number"\nexit "$(cat "status$number")"\n'
        )
        swift.chmod(0o755)
        done = shell('part "unit tests" twice swift_tests --width 8', PATH=f"{tmp_path}:/usr/bin:/bin")
        return done, (tmp_path / "calls").read_text().splitlines()

    return run


def test_a_unit_test_that_fails_once_passes_and_is_named(swift_runs):
    failed = [*BEGUN, failure(testID=TWO), failure(testID=TWO), *ENDED]
    done, calls = swift_runs((1, failed), (0, [*BEGUN, *ENDED]))
    assert done.returncode == 0, done.stdout
    assert done.stdout.splitlines()[-1].endswith(f"unsteady: {TWO}")
    assert [call.count("--filter") for call in calls] == [0, 1]
    assert calls[1].endswith("--no-parallel --filter=^DayTests..a.day..at.last....Days.swift.9.2$")


def test_a_unit_test_that_fails_twice_fails_the_run(swift_runs):
    failed = [*BEGUN, failure(testID=ONE), *ENDED]
    done, calls = swift_runs((1, failed), (1, failed))
    assert done.returncode == 1 and len(calls) == 2
    assert done.stdout.splitlines()[-1].endswith("FAILED")


def test_a_second_run_that_finds_no_such_unit_test_fails(swift_runs):
    done, _ = swift_runs((1, [*BEGUN, failure(testID=ONE), *ENDED]), (0, [event("runStarted"), event("runEnded")]))
    assert done.returncode == 1
    assert f"{ONE} did not run to its end." in done.stdout


@pytest.mark.parametrize(
    "events",
    [
        pytest.param([*BEGUN, failure(testID=ONE)], id="crash"),
        pytest.param([*BEGUN, failure(testID=ONE), '{"kind":"eve'], id="crash while it writes"),
        pytest.param([*BEGUN, failure(testID=ONE), failure(), *ENDED], id="failure of no test"),
        pytest.param([*BEGUN, failure(testID="DayTests.Days"), *ENDED], id="failure of a suite"),
        pytest.param([*BEGUN, *ENDED], id="no failure"),
        pytest.param([], id="no events"),
    ],
)
def test_unit_tests_that_fail_otherwise_fail_the_run(swift_runs, events):
    done, calls = swift_runs((1, events), (0, [*BEGUN, *ENDED]))
    assert done.returncode == 1 and len(calls) == 1


def test_a_known_issue_of_a_unit_test_is_no_failure(swift_runs):
    known = event("issueRecorded", issue={"isKnown": True, "isFailure": False}, testID=ONE)
    done, calls = swift_runs((1, [*BEGUN, known, failure(testID=TWO), *ENDED]), (0, [*BEGUN, *ENDED]))
    assert done.stdout.splitlines()[-1].endswith(f"unsteady: {TWO}")
