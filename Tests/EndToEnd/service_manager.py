"""What stands where systemd would: the socket that a daemon tells how it is."""

import queue
import socket
import threading
import time


class ServiceManager:
    """Hears what a daemon tells, and may watch it."""

    def __init__(self, daemon):
        self.daemon = daemon
        self.path = daemon.folder / "notify"
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(str(self.path))
        self.told = queue.SimpleQueue()
        # Like systemd it reads at all times: sd_notify(3) waits for a reader whose socket is full.
        self.reader = threading.Thread(target=self.read)
        daemon.variables = {**daemon.variables, "NOTIFY_SOCKET": self.path}

    def __enter__(self):
        self.reader.start()
        return self

    def __exit__(self, *_):
        self.socket.shutdown(socket.SHUT_RD)
        self.reader.join()
        self.socket.close()

    def read(self):
        """Reads until the socket is shut down."""
        while message := self.socket.recv(65536):
            self.told.put(message.decode())

    def watch(self, seconds, **more):
        """From its next start on, the daemon is to give signs of life."""
        self.daemon.variables = {**self.daemon.variables, "WATCHDOG_USEC": int(seconds * 1_000_000), **more}

    def next(self, seconds=30):
        """What is told next; raises TimeoutError."""
        try:
            return self.told.get(timeout=seconds)
        except queue.Empty:
            raise TimeoutError from None

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
        except TimeoutError:
            pass
