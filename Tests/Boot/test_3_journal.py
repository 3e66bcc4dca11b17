"""What stands in the journal."""

import re

from machine import entries, pid, run, systemctl, visits

LISTENING = "45b3e136bbbd46adb73a6e5284f328a9"
BACKED_UP = "3c6e50be5cfd486484f2827d6397bbdd"


def test_an_entry_has_its_fields_and_its_place_in_the_catalog():
    entry = entries(f"MESSAGE_ID={LISTENING}", f"_PID={pid()}")[-1]
    assert entry["MESSAGE"] == "Listening on /run/visitsd/visitsd.sock."
    assert entry["VISITS_SOCKET"] == "/run/visitsd/visitsd.sock"
    assert (entry["SYSLOG_IDENTIFIER"], entry["PRIORITY"]) == ("visitsd", "6")


def test_every_kind_of_entry_that_was_written_is_explained():
    ids = {entry["MESSAGE_ID"] for entry in entries() if "MESSAGE_ID" in entry}
    assert LISTENING in ids
    explained = run("journalctl", "--list-catalog", *sorted(ids)).stdout
    assert len(explained.splitlines()) == len(ids)


def test_journalctl_says_what_an_entry_means():
    visits("backup")
    run("journalctl", "--sync")
    shown = run("journalctl", "-x", "--no-pager", "-n", "1", f"MESSAGE_ID={BACKED_UP}").stdout
    assert re.search(r"^░░ Subject: .+", shown, re.MULTILINE)


def test_a_restart_leaves_no_warning():
    systemctl("restart", "visitsd")
    told = [entry for entry in entries(f"_PID={pid()}") if int(entry["PRIORITY"]) <= 4]
    assert [entry["MESSAGE"] for entry in told] == []


def test_nobodys_name_stands_there():
    text = run("journalctl", "--output=export", "-u", "visitsd").stdout.lower()
    assert [name for name in ("margaret", "kowalchuk", "sarah", "oak st") if name in text] == []
