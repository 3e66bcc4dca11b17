"""A pager: a program that writes down what it is told."""

import json
import time

from programs import AGENCY

# What the pager was told, a line each; `$1` is the file.
WRITES = '#!/bin/sh\ncat >> "$1"\n'


class Pager:
    """The tiers of a daemon that is not started yet, each a shell script with the file that it writes into."""

    def __init__(self, daemon, *scripts, settings=""):
        self.folder = daemon.folder
        lines = []
        for tier, script in enumerate(scripts, 1):
            program = self.folder / f"tier-{tier}"
            program.write_text(script)
            program.chmod(0o755)
            lines.append(f"    - command: [{program}, {self.file(tier)}]\n")
            if tier > 1:
                lines.append("      afterMinutes: 0\n")
        daemon.configuration.write_text(AGENCY + "emergency:\n  tiers:\n" + "".join(lines) + settings)

    def file(self, tier):
        return self.folder / f"paged-{tier}"

    def said(self, tier=1):
        """What the tier was told so far."""
        file = self.file(tier)
        return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []

    def until(self, count, tier=1, seconds=30):
        """Waits until the tier was told so often."""
        deadline = time.monotonic() + seconds
        while len(said := self.said(tier)) < count:
            assert time.monotonic() < deadline, f"tier {tier} was paged {len(said)} times, not {count}"
            time.sleep(0.01)
        assert len(said) == count
        return said
