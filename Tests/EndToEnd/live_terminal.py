"""A terminal for a program that stays open: what it shows, key by key."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

from programs import VISITS, environment


class Terminal:
    """A visits on a terminal of its own."""

    def __init__(self, daemon, *words, columns=80, rows=24):
        self.master, slave = pty.openpty()
        self.resize(columns, rows)
        self.before = termios.tcgetattr(slave)
        self.process = subprocess.Popen(
            [VISITS, *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
            env=environment(VISITS_SOCKET=daemon.socket, XDG_STATE_HOME=daemon.folder / "visits", TERM="xterm"),
        )
        self.slave = slave
        self.written = ""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.slave)
        os.close(self.master)

    def resize(self, columns, rows):
        """Gives the terminal another size, of which the program is told."""
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, keys):
        """Presses keys."""
        os.write(self.master, keys.encode())

    def frame(self):
        """The lines of the last whole screen."""
        frames = re.findall("\x1b\\[H(.*?)\x1b\\[\\?2026l", self.written, re.DOTALL)
        return re.split("[\r\n]*\x1b\\[K", frames[-1])[1:] if frames else []

    def until(self, condition, what):
        """Reads until a screen is as it should be; returns its lines."""
        deadline = time.monotonic() + 30
        while not (self.frame() and condition("\n".join(self.frame()))):
            assert time.monotonic() < deadline, f"{what} is never shown, but:\n" + "\n".join(self.frame())
            if select.select([self.master], [], [], 0.2)[0]:
                self.written += os.read(self.master, 1 << 16).decode(errors="replace")
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
        while select.select([self.master], [], [], 0)[0]:
            self.written += os.read(self.master, 1 << 16).decode(errors="replace")
        return status

    def is_as_before(self):
        """Whether the terminal was given back: no alternate screen, the cursor shown, keys as they were."""
        shown = self.written.rfind("\x1b[?1049h") < self.written.rfind("\x1b[?1049l")
        return shown and self.written.endswith("\x1b[?7h\x1b[?25h\x1b[?1049l") and (
            termios.tcgetattr(self.slave) == self.before
        )
