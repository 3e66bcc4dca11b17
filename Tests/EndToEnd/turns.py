"""Which tests run at the same time: a test that judges time, memory or load runs alone, the others beside each other."""

import contextlib
import fcntl
import os
import tempfile

import pytest


class Turns:
    """A lock that all workers of a run share. The first process creates it."""

    key = pytest.StashKey()
    VARIABLE = "TURNS_OF_TESTS"

    def __init__(self):
        self._file = None
        if self.VARIABLE not in os.environ:
            # Closing it deletes the file.
            self._file = tempfile.NamedTemporaryFile(prefix="visits-turns-")
            os.environ[self.VARIABLE] = self._file.name
        self._path = os.environ[self.VARIABLE]

    def close(self):
        if self._file:
            self._file.close()
            del os.environ[self.VARIABLE]

    @contextlib.contextmanager
    def turn(self, alone):
        """Holds the lock while a test runs: exclusively if the test runs alone, else shared."""
        with open(self._path) as file:
            fcntl.flock(file, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
            yield
