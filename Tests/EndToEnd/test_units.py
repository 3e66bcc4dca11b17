"""The units, before anything is installed; scripts/boot tries them in a booted systemd."""

import os
import re
import shutil
import subprocess

import pytest
from programs import ROOT, VISITS

UNITS = ROOT / "systemd"
NAMES = ("visitsd.service", "visitsd.socket", "visits-backup.service", "visits-backup.timer")


def exposure(*words):
    """What `systemd-analyze security` finds; its exit status says whether a threshold is kept."""
    words = ["systemd-analyze", "security", "--offline=true", "--no-pager", *words]
    return subprocess.run(words, stdout=subprocess.PIPE, text=True)


@pytest.fixture
def units(tmp_path):
    """The units as they are installed, with a program where none is installed."""
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd is not installed")
    for name in NAMES:
        text = (UNITS / name).read_text()
        text = re.sub(r"^(Exec\w+)=/usr/\S+", r"\1=/bin/true", text, flags=re.MULTILINE)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_the_units_are_free_of_mistakes(units):
    words = ["systemd-analyze", "verify", "--man=no", *(units / name for name in NAMES)]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    # It exits with 0 where a key is not known.
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize(("name", "tenths"), [("visitsd.service", 12), ("visits-backup.service", 5)])
def test_what_a_service_is_exposed_to_stays_within_its_bound(units, name, tenths):
    found = exposure(f"--threshold={tenths}", units / name)
    assert found.returncode == 0, found.stdout


def test_a_service_that_speaks_to_upstream_alone_is_exposed_to_less(units):
    folder = units / "visitsd.service.d"
    folder.mkdir()
    shutil.copy(UNITS / "drop-ins/upstream-only.conf", folder)
    found = exposure("--threshold=11", units / "visitsd.service")
    assert found.returncode == 0, found.stdout


@pytest.fixture
def backups(agency):
    """Makes backups as the timer does; returns the names of those that are there then."""
    programs = agency.folder / "programs"
    programs.mkdir()
    (programs / "visits").symlink_to(VISITS)

    def make(keep="", at="20261120T0230", check=True):
        # date(1) is all that tells the time here.
        (programs / "date").write_text(f"#!/bin/sh\necho {at}00Z\n")
        (programs / "date").chmod(0o755)
        path = f"{programs}{os.pathsep}{os.environ['PATH']}"
        variables = {"PATH": path, "VISITS_SOCKET": str(agency.socket), "VISITS_BACKUPS": keep}
        done = subprocess.run([UNITS / "backup"], env=variables, capture_output=True, text=True)
        assert not check or done.returncode == 0, done.stderr
        return done, sorted(file.name for file in (agency.state / "backups").glob("*"))

    return make


def made(day):
    """The name of a daily backup."""
    return f"daily-202611{day}T023000Z.sqlite"


def test_of_the_daily_backups_the_newest_stay_and_those_of_a_person_all(agency, backups):
    agency.visits("backup", "--name", "before-the-move.sqlite")
    for day in (18, 19, 20):
        done, there = backups("2", f"202611{day}T0230")
    assert done.stdout == f"Backed up: {agency.state}/backups/{made(20)}\n"
    assert there == ["before-the-move.sqlite", made(19), made(20)]


def test_a_backup_that_fails_takes_none_away(agency, backups):
    backups("1", "20261119T0230")
    agency.stop()
    done, there = backups("1", "20261120T0230", check=False)
    assert done.returncode == 69
    assert there == [made(19)]


@pytest.mark.parametrize("keep", ["0", "-1", "a few", "014"])
def test_a_number_of_backups_that_cannot_be_is_refused(backups, keep):
    done, there = backups(keep, check=False)
    assert done.returncode == 64 and f'VISITS_BACKUPS is "{keep}"' in done.stderr
    assert there == []
