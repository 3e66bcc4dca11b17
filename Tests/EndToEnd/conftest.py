"""What the end-to-end tests are given."""

import signal

import pytest
from programs import Daemon
from upstreams import upstream, upstream_at_hand, upstream_of_session  # noqa: F401: fixtures

# Whoever is started in the background of a shell ignores it, and so would the programs that are started here.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def daemon():
    """A visitsd that is not started yet; ended and taken away afterwards."""
    daemon = Daemon()
    yield daemon
    daemon.remove()


@pytest.fixture
def agency(daemon):
    """A running visitsd with the sample agency."""
    return daemon.start().import_sample()
