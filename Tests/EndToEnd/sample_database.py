"""The sample agency in a database: imported once, copied for each test that begins with it."""

import shutil
import time

from programs import Daemon


class SampleDatabase:
    """The state of a visitsd that has just imported the sample agency."""

    def __init__(self):
        self._daemon = None
        self._old = 0

    def copy_to(self, daemon):
        """Gives a daemon that is not started yet the same state."""
        # The sample is one of its moment.
        if time.monotonic() >= self._old:
            self.remove()
            self._daemon = Daemon().start().import_sample()
            assert self._daemon.stop() == 0
            self._old = time.monotonic() + 60
        shutil.copytree(self._daemon.state, daemon.state)
        shutil.copy(self._daemon.folder / "sample.json", daemon.folder)

    def remove(self):
        """Takes it away."""
        if self._daemon:
            self._daemon.remove()
            self._daemon = None
