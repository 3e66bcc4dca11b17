"""The sample agency in a database: imported once, copied for each test that begins with it."""

import shutil

from programs import Daemon


class SampleDatabase:
    """The state of a visitsd that has imported the sample agency."""

    def __init__(self):
        self._daemon = None

    def copy_to(self, daemon):
        """Copies the state to a daemon that has not started."""
        if self._daemon is None:
            self._daemon = Daemon().start().import_sample()
            assert self._daemon.stop() == 0
        shutil.copytree(self._daemon.state, daemon.state)
        shutil.copy(self._daemon.folder / "sample.json", daemon.folder)

    def remove(self):
        """Deletes it."""
        if self._daemon:
            self._daemon.remove()
