"""The calendar program khal, with a calendar of its own in a folder."""

import shutil
import subprocess

import pytest
from programs import environment


class Khal:
    """khal as somebody in Edmonton has set it up."""

    def __init__(self, home):
        if not shutil.which("khal"):
            pytest.skip("khal is not installed")
        self.home, self.calendar = home, home / "calendar"
        self.calendar.mkdir(parents=True)
        (home / "config").write_text(
            f"[calendars]\n[[visits]]\npath = {self.calendar}\n"
            "[locale]\nlocal_timezone = America/Edmonton\ndefault_timezone = America/Edmonton\ntimeformat = %H:%M\n"
            "dateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\ndatetimeformat = %Y-%m-%d %H:%M\n"
            "longdatetimeformat = %Y-%m-%d %H:%M\n"
            f"[sqlite]\npath = {home / 'khal.db'}\n"
        )

    def __call__(self, *words):
        """What it prints."""
        variables = environment(HOME=self.home, LC_ALL="C.UTF-8", XDG_CACHE_HOME=self.home, XDG_DATA_HOME=self.home)
        command = ["khal", "-c", self.home / "config", *map(str, words)]
        return subprocess.run(command, env=variables, check=True, capture_output=True, text=True).stdout

    def keep(self, file):
        """Takes a calendar in."""
        self("import", "--batch", "-a", "visits", file)

    @property
    def text(self):
        """Its calendar: each event in a file of its own, one behind the other."""
        return "".join(file.read_bytes().decode() for file in sorted(self.calendar.glob("*.ics")))
