"""What stands in the journal."""

from machine import entries, pid, run, systemctl

LISTENING = "45b3e136bbbd46adb73a6e5284f328a9"


def test_an_entry_has_its_fields():
    entry = entries(f"MESSAGE_ID={LISTENING}", f"_PID={pid()}")[-1]
    assert entry["MESSAGE"] == "Listening on /run/visitsd/visitsd.sock."
    assert entry["VISITS_SOCKET"] == "/run/visitsd/visitsd.sock"
    assert (entry["SYSLOG_IDENTIFIER"], entry["PRIORITY"]) == ("visitsd", "6")


def test_a_restart_leaves_no_warning():
    systemctl("restart", "visitsd")
    told = [entry for entry in entries(f"_PID={pid()}") if int(entry["PRIORITY"]) <= 4]
    assert [entry["MESSAGE"] for entry in told] == []


def test_nobodys_name_stands_there():
    text = run("journalctl", "--output=export", "-u", "visitsd").stdout.lower()
    assert [name for name in ("margaret", "kowalchuk", "sarah", "oak st") if name in text] == []
