"""What the end-to-end tests are given."""

import pathlib
import signal

import pytest
from faults import SmallDisk, build
from programs import Daemon
from sample_database import SampleDatabase
from service_manager import ServiceManager
from upstreams import upstream, upstream_at_hand, upstream_of_session  # noqa: F401: fixtures

# Whoever is started in the background of a shell ignores it, and so would the programs that are started here.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def daemon():
    """A visitsd that is not started yet; ended and taken away afterwards."""
    daemon = Daemon()
    yield daemon
    daemon.remove()


@pytest.fixture(scope="session")
def library(tmp_path_factory):
    """failing_disk.c, built."""
    source = pathlib.Path(__file__).with_name("failing_disk.c")
    return build(source, tmp_path_factory.mktemp("preload") / "failing_disk.so")


@pytest.fixture
def manager(daemon):
    """What a service manager hears of the daemon."""
    with ServiceManager(daemon) as manager:
        yield manager


@pytest.fixture
def notices(manager):
    """What the daemon tells a service manager, until it says these words."""
    return manager.until


@pytest.fixture
def disk(daemon):
    """A small file system, on which this daemon keeps its database."""
    daemon.state.mkdir()
    disk = SmallDisk(daemon.state, "6m")
    try:
        if disk.problem:
            pytest.skip(f"no file system can be mounted here: {disk.problem}")
        words = daemon.words()
        daemon.words = lambda: [*disk.within(), *words]
        yield disk
    finally:
        if daemon.process and daemon.process.poll() is None:
            daemon.stop()
        disk.remove()


@pytest.fixture
def imported(daemon):
    """A running visitsd that has imported the sample agency itself: its log, its counts and its memory tell of that."""
    return daemon.start().import_sample()


@pytest.fixture(scope="session")
def sample_database():
    """The state of a visitsd that has the sample agency."""
    database = SampleDatabase()
    yield database
    database.remove()


@pytest.fixture
def agency(daemon, sample_database):
    """A running visitsd with the sample agency, which was imported before its start."""
    sample_database.copy_to(daemon)
    return daemon.start()
