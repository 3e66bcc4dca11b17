"""What the journal's catalog tells a person to run works when it is told."""

import contextlib
import json

import pytest
from advice import entries, needs_machine, substituted
from machine import CONFIGURATION, STATE, follow, run, systemctl, unit, visits

ENTRIES = {entry.subject: entry for entry in entries() if any(needs_machine(line) for line in entry.commands)}


@pytest.fixture
def backup():
    """A backup."""
    return json.loads(visits("backup", "--json").stdout)["path"]


def given_up():
    """Has callers start visitsd until systemd gives it up."""
    systemctl("restart", "visitsd", check=False)
    visits("workers", "--timeout", "110", check=False)
    assert unit("visitsd", "ActiveState")["ActiveState"] == "failed"


@contextlib.contextmanager
def wrong_configuration():
    """A configuration that was mended after visitsd had been given up."""
    text = CONFIGURATION.read_text()
    try:
        CONFIGURATION.write_text(text + "\nrolls: {}\n")
        given_up()
    finally:
        CONFIGURATION.write_text(text)
    yield


@contextlib.contextmanager
def unusable_database():
    """A database that is none, and a visitsd that was given up for it."""
    systemctl("stop", "visitsd.socket", "visitsd.service")
    (STATE / "visits.sqlite").write_bytes(b"garbage " * 1000)
    systemctl("start", "visitsd.socket")
    given_up()
    yield


# What has happened before an entry's advice is followed.
TROUBLES = {
    "visitsd does not start: the configuration is wrong": wrong_configuration,
    "visitsd does not start: the database cannot be used": unusable_database,
}


@pytest.mark.parametrize("subject", ENTRIES)
def test_the_advice_of_the_catalog_is_followed(subject, backup):
    with TROUBLES.get(subject, contextlib.nullcontext)():
        for line in ENTRIES[subject].commands:
            follow(substituted(line, {"FILE": backup}))
            # Somebody calls between any two lines, which starts visitsd wherever its socket is open.
            visits("workers", "--timeout", "1", check=False)
    assert "Margaret Chen" in visits("clients").stdout
    assert unit("visitsd.socket", "ActiveState")["ActiveState"] == "active"
    assert run("find", STATE, "!", "-user", "visitsd").stdout == ""


def test_every_trouble_is_one_of_the_catalog():
    assert set(TROUBLES) <= set(ENTRIES)
