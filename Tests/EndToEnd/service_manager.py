"""What stands where systemd would: the socket that a daemon tells how it is."""

import socket
import time


class ServiceManager:
    """Hears what a daemon tells, and may watch it."""

    def __init__(self, daemon):
        self.daemon = daemon
        self.path = daemon.folder / "notify"
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        # However much is told while nobody listens, nothing is lost that a test waits for.
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        self.socket.bind(str(self.path))
        daemon.variables = {**daemon.variables, "NOTIFY_SOCKET": self.path}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def watch(self, seconds, **more):
        """From its next start on, the daemon is to give signs of life."""
        self.daemon.variables = {**self.daemon.variables, "WATCHDOG_USEC": int(seconds * 1_000_000), **more}

    def next(self, seconds=30):
        """What is told next; raises TimeoutError."""
        self.socket.settimeout(seconds)
        return self.socket.recv(65536).decode()

    def until(self, words, seconds=30):
        """What is told that has these words in it; raises TimeoutError, however much else is told."""
        deadline = time.monotonic() + seconds
        while words not in (said := self.next(max(0.001, deadline - time.monotonic()))):
            pass
        return said

    def forget(self):
        """Forgets what was told until now."""
        try:
            while True:
                self.next(0.001)
        except (TimeoutError, BlockingIOError):
            pass
