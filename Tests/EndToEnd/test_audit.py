"""Who changed what, as the office asks for it."""

import getpass
import json


def test_the_audit_tells_what_was_done_to_a_visit_by_whom_and_when(agency):
    page = json.loads(agency.visits("list", "--worker", "sarah", "--json").stdout)
    visit = page["visits"][2]["id"]
    agency.visits("cancel", visit, "--reason", "Snowed in")
    lines = agency.visits("audit", visit[-8:]).stdout.splitlines()
    assert [line.split("  ")[1:] for line in lines if not line.startswith(" ")] == [
        ["import", f"{getpass.getuser()} (import)"],
        ["visit.cancel", f"{getpass.getuser()} (socket)"],
    ]
    assert lines[-2:] == ["    Status: Scheduled → Cancelled", "    Reason: Snowed in"]
    assert "Agnes Kowalchuk" in lines[-3]
    newest = agency.visits("audit", "--client", "Agnes Kowalchuk", "--limit", "1")
    assert newest.stdout.splitlines() == lines[-4:] if len(lines[-4:]) == 4 else lines
    assert "--before" in newest.stderr
    command = newest.stderr.split("\n")[1].strip()
    older = command.split("--before ")[1]
    assert "visit.cancel" not in agency.visits("audit", "--client", "agnes-kowalchuk", "--before", older).stdout
    assert agency.visits("audit", "--worker", "sarah", "--since", "tomorrow").stdout == ""
