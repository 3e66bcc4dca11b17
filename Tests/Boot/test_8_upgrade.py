"""An upgrade keeps settings and schedule, brings the database up to date, and refuses no call."""

import pathlib
import re
import sqlite3

import pytest
from machine import CONFIGURATION, STATE, call, calling, install, package, run, soon, systemctl, unit, visits

SOURCES = pathlib.Path(__file__).resolve().parents[2]


def first_version():
    """The statements that make a database of the first version, with people and a visit."""
    fixture = (SOURCES / "Tests/VisitsStoreTests/Fixtures.swift").read_text()
    schema = (SOURCES / "Sources/VisitsStore/Migrations/Migration1.swift").read_text()
    before, after = re.search(r'"""\n(.*?)""" \+ .*? \+ """\n(.*?)"""', fixture, re.DOTALL).groups()
    return "\n".join([before, *re.findall(r'= """\n(.*?)\n *"""', schema, re.DOTALL), after])


@pytest.fixture(scope="module")
def earlier(tmp_path_factory):
    """The packages as those of an earlier version, whose configuration file was another."""
    folder = tmp_path_factory.mktemp("earlier")
    for name in ("visits-cli", "visits-daemon"):
        run("dpkg-deb", "--raw-extract", package(name), folder / name, seconds=300)
        control = folder / name / "DEBIAN/control"
        version = re.search(r"^Version: (.+)$", control.read_text(), re.MULTILINE)[1]
        control.write_text(control.read_text().replace(version, "0.0.1"))
    shipped = folder / "visits-daemon/etc/visits/visitsd.yaml"
    shipped.write_text("# That of an earlier version.\n" + shipped.read_text())
    for name in ("visits-cli", "visits-daemon"):
        run("dpkg-deb", "-Znone", "--build", folder / name, folder / f"{name}_0.0.1.deb", seconds=300)
    return [folder / "visits-cli_0.0.1.deb", folder / "visits-daemon_0.0.1.deb"]


def test_an_upgrade_migrates_the_database_keeps_the_settings_and_refuses_no_call(earlier):
    settings = CONFIGURATION.read_text()
    install(*earlier)
    assert run("dpkg-query", "-Wf", "${Version}", "visits-daemon").stdout == "0.0.1"
    systemctl("stop", "visitsd.socket", "visitsd.service")
    run("mv", STATE / "visits.sqlite", STATE / "of-today.sqlite")
    with sqlite3.connect(STATE / "visits.sqlite") as database:
        database.executescript(first_version())
    database.close()
    for file in STATE.glob("visits.sqlite*"):
        run("chown", "visitsd:visitsd", file)
    # Nobody calls before the new version is there: this one knows the same steps.
    systemctl("start", "visitsd.socket")
    assert unit("visitsd", "MainPID")["MainPID"] == "0"
    install(package("visits-cli"), package("visits-daemon"))
    assert unit("visitsd", "ActiveState")["ActiveState"] == "active"
    assert CONFIGURATION.read_text() == settings
    found = call("visit.list", **{"from": "2026-11-01", "to": "2026-12-31"})["result"]["visits"]
    assert [visit["note"] for visit in found] == ["Ring twice"]
    assert len(list(STATE.glob("visits.sqlite.v1-*"))) == 1
    assert "visits.sqlite.v1-" in run("journalctl", "-u", "visitsd", "-n", "30", "--no-pager").stdout


def test_callers_wait_while_the_packages_are_upgraded(earlier):
    install(*earlier)
    with calling(4) as calls:
        soon("somebody was answered", lambda: calls.answered > 10)
        install(package("visits-daemon"), package("visits-cli"))
        so_far = calls.answered
        soon("they are answered again", lambda: calls.answered > so_far + 10)
    assert calls.failed == []
    assert "Margaret Chen" in visits("clients").stdout
