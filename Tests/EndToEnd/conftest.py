"""What the end-to-end tests are given."""

import pathlib
import signal

import pytest
from faults import SmallDisk, build
from gateways import Gateway
from programs import Daemon
from sample_database import SampleDatabase
from service_manager import ServiceManager
from turns import Turns
from upstreams import upstream, upstream_at_hand, upstream_of_session  # noqa: F401: fixtures

# A shell's background job ignores SIGINT, and a program under nohup SIGHUP. The programs that the tests start would
# inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_addoption(parser):
    parser.addoption("--all", action="store_true", help="run the further cases too: every one, however long it takes")


def pytest_configure(config):
    config.addinivalue_line("markers", "further: one more case of a kind that has one already; runs with --all only")
    config.addinivalue_line("markers", "long: takes longest, so it begins first")
    config.addinivalue_line("markers", "alone: judges time, memory or load, so no other test runs beside it")
    config.stash[Turns.key] = Turns()


def pytest_unconfigure(config):
    config.stash[Turns.key].close()


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--all"):
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("further")])
        items[:] = [item for item in items if not item.get_closest_marker("further")]
    # pytest-xdist hands out the tests in this order: long ones first, those that run alone last.
    items.sort(key=lambda item: bool(item.get_closest_marker("alone")) - bool(item.get_closest_marker("long")))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    with item.config.stash[Turns.key].turn(alone=item.get_closest_marker("alone") is not None):
        return (yield)


@pytest.fixture
def every_case(request):
    """Whether a test goes through all its cases; without --all it takes a few."""
    return request.config.getoption("--all")


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
    """A running visitsd that has imported the sample agency itself, for tests of its log, metrics or memory."""
    return daemon.start().import_sample()


@pytest.fixture(scope="session")
def sample_database():
    """The state of a visitsd that has imported the sample agency, for copies."""
    database = SampleDatabase()
    yield database
    database.remove()


@pytest.fixture
def agency(daemon, sample_database):
    """A running visitsd on a copy of a database with the sample agency."""
    sample_database.copy_to(daemon)
    return daemon.start()


@pytest.fixture
def gateway(agency):
    """A running visits-gateway before a visitsd with the sample agency."""
    gateway = Gateway(agency).start()
    yield gateway
    gateway.remove()
