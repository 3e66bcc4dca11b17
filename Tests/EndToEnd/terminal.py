"""A program on a terminal of its own, as a person sits before it."""

import fcntl
import os
import pty
import re
import select
import subprocess
import termios
import time

# Colours, cursor moves, titles and modes: what a terminal acts on instead of showing it.
CONTROL = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[=>()][0-9A-Z]?|[\x07\r]")


class Terminal:
    """What runs on it, and all that it has shown."""

    # As a rule wide enough that nothing is cut off and no shell asks whether it may show all.
    def __init__(self, words, env, columns=200, rows=60):
        self.leader, follower = pty.openpty()
        self.resize(columns, rows)
        self.before = termios.tcgetattr(follower)
        self.process = subprocess.Popen(
            list(map(str, words)),
            stdin=follower,
            stdout=follower,
            stderr=follower,
            env=env,
            start_new_session=True,
            # A shell wants the terminal that it is on to be its own.
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        self.started(follower)
        self.shown = ""

    def started(self, follower):
        """The program has its side: without ours, its end is seen."""
        os.close(follower)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.leader)

    def resize(self, columns, rows):
        """Gives the terminal another size, of which the program is told."""
        termios.tcsetwinsize(self.leader, (rows, columns))

    def type(self, keys):
        """Presses keys."""
        os.write(self.leader, keys.encode())
        return self

    def until(self, text):
        """Waits until a text is shown behind what was waited for before; returns all from there up to it."""
        shown = self.until_all([text])
        before, rest = shown.split(text, 1)
        self.shown = rest
        return before + text

    def until_all(self, texts):
        """Waits until all of these are shown, in any order; returns all that is."""
        deadline = time.monotonic() + 30
        while True:
            missing = [text for text in texts if text not in CONTROL.sub("", self.shown)]
            if not missing:
                return CONTROL.sub("", self.shown)
            told = f"{missing} in {self.shown!r}"
            assert select.select([self.leader], [], [], max(0, deadline - time.monotonic()))[0], told
            try:
                self.shown += os.read(self.leader, 65536).decode(errors="replace")
            except OSError:
                raise AssertionError(f"ended without {told}") from None
