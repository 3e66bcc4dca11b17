"""What the tests of the web app are given: the real visitsd and visits-gateway, and phones with Chromium."""

import pathlib
import sys

import pytest
from playwright.sync_api import expect

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "EndToEnd"))

from agencies import OFFICE  # noqa: E402
from browsers import LARGE_TEXT, running_chromium  # noqa: E402
from gateways import Gateway  # noqa: E402
from phones import Phone  # noqa: E402
from programs import Daemon  # noqa: E402
from sample_database import SampleDatabase  # noqa: E402

# How long a test waits for the page; other work on the machine may slow it down.
expect.set_options(timeout=20_000)


def pytest_addoption(parser):
    parser.addoption("--all", action="store_true", help="run the further cases too: every one, however long it takes")


def pytest_configure(config):
    config.addinivalue_line("markers", "further: one more case of a kind that has one already; runs with --all only")


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--all"):
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("further")])
        items[:] = [item for item in items if not item.get_closest_marker("further")]


@pytest.fixture(scope="session")
def sample_database():
    """The state of a visitsd that has imported the sample agency, for copies."""
    database = SampleDatabase()
    yield database
    database.remove()


@pytest.fixture
def agency(sample_database):
    """A running visitsd with the sample agency, at 10:20 in the morning; its office can be called."""
    daemon = Daemon(OFFICE)
    sample_database.copy_to(daemon)
    yield daemon.start()
    daemon.remove()


@pytest.fixture
def cards(agency):
    """Sarah's cards by the client's name."""
    with agency.client() as caller:
        return {card["title"]: card for card in caller.call("today", worker="sarah")["cards"]}


@pytest.fixture
def gateway(agency):
    """A running visits-gateway before the agency."""
    gateway = Gateway(agency)
    yield gateway.start()
    gateway.remove()


@pytest.fixture(scope="session")
def browsers():
    """Starts browsers."""
    with running_chromium() as start:
        yield start


@pytest.fixture(scope="session")
def chromium(browsers):
    """The browser."""
    return browsers()


@pytest.fixture(scope="session")
def large_chromium(browsers):
    """The browser with its text set to 200 %."""
    return browsers(LARGE_TEXT)


@pytest.fixture
def phones(chromium, gateway):
    """Returns new phones, whose pages must report no error."""
    made = []

    def new(browser=chromium, **more):
        phone = Phone(browser, gateway, **more)
        made.append(phone)
        return phone

    yield new
    for phone in made:
        phone.context.unroute_all(behavior="ignoreErrors")
        phone.context.close()
    assert [error for phone in made for error in phone.errors] == []


@pytest.fixture
def phone(phones):
    """Sarah's phone, paired, with Today on it."""
    return phones().pair()
