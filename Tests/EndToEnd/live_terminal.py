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
        self.read = 0

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
            self._take(0.2)
        return self.frame()

    def shows(self, text):
        """Reads until a screen shows a text; returns its lines."""
        return self.until(lambda screen: text in screen, text)

    def reads(self, pattern):
        """Reads until the program has written this, behind what was read for before; it draws no screens."""
        deadline = time.monotonic() + 30
        while not (found := re.compile(pattern).search(self.shown, self.read)):
            assert time.monotonic() < deadline, f"{pattern} is never written, but:\n{self.shown!r}"
            self._take(0.2)
        self.read = found.end()
        return found

    def end(self, how):
        """Ends the program with keys or a signal; returns its exit status, when all that it wrote is read."""
        if isinstance(how, signal.Signals):
            self.process.send_signal(how)
        else:
            self.type(how)
        return self.ended()

    def ended(self):
        """Its exit status once it ends by itself, when all that it wrote is read."""
        status = self.process.wait(timeout=30)
        while self._take(0):
            pass
        return status

    def _take(self, seconds):
        """Takes what is written within so many seconds; whether there was anything."""
        if not select.select([self.leader], [], [], seconds)[0]:
            return False
        self.shown += os.read(self.leader, 1 << 16).decode(errors="replace")
        return True

    def is_as_before(self):
        """Whether the terminal was given back: no alternate screen, the cursor shown, keys as they were."""
        shown = self.shown.rfind("\x1b[?1049h") < self.shown.rfind("\x1b[?1049l")
        return shown and self.shown.endswith("\x1b[?7h\x1b[?25h\x1b[?1049l") and (
            termios.tcgetattr(self.follower) == self.before
        )
