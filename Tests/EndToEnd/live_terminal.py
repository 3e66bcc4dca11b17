"""A terminal for a program that stays open: what it shows, screen by screen."""

import os
import re
import select
import signal
import termios
import time

from programs import VISITS, environment
from terminal import Terminal


class LiveTerminal(Terminal):
    """A visits on a terminal of its own, which is looked at after the program's end too."""

    def __init__(self, daemon, *words, columns=80, rows=24):
        variables = environment(
            VISITS_SOCKET=daemon.socket, XDG_STATE_HOME=daemon.folder / "visits", TERM="xterm"
        )
        super().__init__([VISITS, *words], variables, columns, rows)

    def started(self, follower):
        self.follower = follower

    def __exit__(self, *how):
        super().__exit__(*how)
        os.close(self.follower)

    def frame(self):
        """The lines of the last whole screen."""
        frames = re.findall("\x1b\\[H(.*?)\x1b\\[\\?2026l", self.shown, re.DOTALL)
        return re.split("[\r\n]*\x1b\\[K", frames[-1])[1:] if frames else []

    def until(self, condition, what):
        """Reads until a screen is as it should be; returns its lines."""
        deadline = time.monotonic() + 30
        while not (self.frame() and condition("\n".join(self.frame()))):
            assert time.monotonic() < deadline, f"{what} is never shown, but:\n" + "\n".join(self.frame())
            if select.select([self.leader], [], [], 0.2)[0]:
                self.shown += os.read(self.leader, 1 << 16).decode(errors="replace")
        return self.frame()

    def shows(self, text):
        """Reads until a screen shows a text; returns its lines."""
        return self.until(lambda screen: text in screen, text)

    def end(self, how):
        """Ends the program with keys or a signal; returns its exit status, when all that it wrote is read."""
        if isinstance(how, signal.Signals):
            self.process.send_signal(how)
        else:
            self.type(how)
        status = self.process.wait(timeout=30)
        while select.select([self.leader], [], [], 0)[0]:
            self.shown += os.read(self.leader, 1 << 16).decode(errors="replace")
        return status

    def is_as_before(self):
        """Whether the terminal was given back: no alternate screen, the cursor shown, keys as they were."""
        shown = self.shown.rfind("\x1b[?1049h") < self.shown.rfind("\x1b[?1049l")
        return shown and self.shown.endswith("\x1b[?7h\x1b[?25h\x1b[?1049l") and (
            termios.tcgetattr(self.follower) == self.before
        )
