"""The operator's guide, followed line by line on a bare machine. This comes last, when nothing is installed."""

import pathlib
import re
import shutil

import pytest
from advice import OPERATING, PEOPLE, advised, commands, needs_machine, pieces, substituted
from machine import CONFIGURATION, PACKAGES, STATE, follow, program, run
from test_9_purged import INSTALL, UNINSTALL, UPGRADE

# test_9_purged.py follows these lines about the tarball.
ELSEWHERE = {INSTALL, UPGRADE, UNINSTALL}
# It names, without its unit, a line that stands above it.
NAMED = {"systemctl edit"}
# What the guide tells in words, and what must be there, before a line.
BEFORE = {
    'sudo visits emergency raise --worker sarah --note "A test"': "visitsd sample | visits import -",
    "sudo systemctl daemon-reload && sudo systemctl restart visitsd": (
        "install -D --mode=644 --target-directory=/etc/systemd/system/visitsd.service.d "
        "/usr/share/doc/visits-daemon/examples/upstream-only.conf"
    ),
}
# Nothing has failed.
STATUS = {"systemctl is-failed visitsd visits-backup.service": 1}


class Operator:
    """Somebody who follows the guide."""

    def __init__(self, folder):
        self.folder = folder
        # The sections of the configuration, and the path that was named last.
        self.settings, self.path = {}, None

    def configure(self, text):
        """Takes lines of a block into the configuration."""
        for line in text.splitlines():
            if line.startswith(" "):
                section.append(line)
            else:
                section = self.settings.setdefault(line, [])
        lines = [line for name, lines in self.settings.items() for line in [name, *lines]]
        CONFIGURATION.write_text("\n".join(lines) + "\n")

    def run(self, line):
        """Runs a line of the guide."""
        if line in BEFORE:
            follow(BEFORE[line])
        latest = max((STATE / "backups").glob("daily-*"), default=None)
        found = substituted(line, {"daily-20261120T023000Z.sqlite": latest and latest.name})
        follow(found, self.folder, text="y\n", status=STATUS.get(line, 0))

    def read(self, text):
        """Does what a part of the guide says."""
        for piece in pieces(text):
            if piece.kind == "yaml":
                self.configure(piece.text)
            elif piece.kind in ("ini", "sh"):
                self.path.write_text(piece.text)
            elif piece.kind == "inline" and piece.text.startswith("/"):
                self.path = pathlib.Path(piece.text)
            for line in commands(piece, OPERATING):
                if line not in ELSEWHERE | NAMED and (piece.kind == "console" or needs_machine(line)):
                    self.run(line)


@pytest.fixture
def operator(tmp_path, monkeypatch):
    """Somebody with the packages, two tables of people, a token and an editor."""
    for package in PACKAGES.glob("*.deb"):
        shutil.copy(package, tmp_path)
    for name, text in PEOPLE.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "token").write_text("a-token\n")
    editor = program(tmp_path / "editor", r"""printf '[Service]\nEnvironment=VISITS_BACKUPS=60\n' >"$1" """)
    monkeypatch.setenv("SYSTEMD_EDITOR", str(editor))
    run("useradd", "watcher")
    return Operator(tmp_path)


def test_the_guide_leads_from_a_bare_machine_to_a_service_and_back(operator):
    parts = dict(part.split("\n", 1) for part in re.split(r"^## ", OPERATING.read_text(), flags=re.MULTILINE)[1:])
    the_end = parts.pop("Remove")
    for heading, text in parts.items():
        # A person takes longer than the minute within which systemd counts starts.
        run("systemctl", "reset-failed", "visitsd", check=False)
        operator.read(text)
        if heading not in ("What you need", "Install"):
            follow("runuser -u visitsd -- visitsd check && systemctl is-active visitsd.service visitsd.socket")
        if heading == "Configure":
            assert "Restart pending" not in follow("visits status")
            assert "Margaret Chen" in run("visits", "clients", user="anna").stdout
    assert "Margaret Chen" in follow("visits clients")
    operator.read(the_end)
    assert not pathlib.Path("/usr/bin/visits").exists() and (STATE / "visits.sqlite").exists()


def test_what_the_tables_name_stands_in_the_guide():
    assert ELSEWHERE | NAMED | set(BEFORE) | set(STATUS) <= set(advised(OPERATING))
