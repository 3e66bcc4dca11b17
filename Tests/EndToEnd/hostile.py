"""What a visitsd has to hold while its server attacks it, for the tests of such servers."""

import contextlib
import pathlib
import re
import time

import pytest
from bad_upstream import Agency, Connected

# In MB, of the debug build, which has a third of it before anything comes.
MOST_MEMORY = 200
# In seconds.
LONGEST_STOP = 10


def peak(daemon):
    """The most memory that the program has held so far, in MB."""
    status = pathlib.Path(f"/proc/{daemon.process.pid}/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) / 1024


def stops_in_time(daemon):
    """Stops the program as a service manager does, whatever it is at."""
    begun = time.monotonic()
    assert daemon.stop() == 0
    assert time.monotonic() - begun < LONGEST_STOP


@contextlib.contextmanager
def bounded(agency):
    """Around an attack: `today` answers what it did before, and memory stays within its bound."""
    before = [(card["visit"], card["status"], card["time"]) for card in agency.cards()]
    yield
    assert peak(agency.daemon) < MOST_MEMORY
    now = [(card["visit"], card["status"], card["time"]) for card in agency.cards()]
    assert now == before


@pytest.fixture
def fresh_agency(daemon, upstream):
    """An agency with a visitsd and a server of its own, where nothing is left over for another test."""
    upstream.start()
    synced = Connected(daemon, upstream)
    daemon.start()
    with synced.connected():
        agency = Agency(synced)
        agency.begin()
        yield agency
