"""Which cases of a test run when."""

import pytest


def further(*values, **more):
    """A case of a parametrised test that runs with --all only: another one is of its kind."""
    return pytest.param(*values, marks=pytest.mark.further, **more)
