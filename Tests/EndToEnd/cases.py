"""Marks the cases of a test that run with --all only."""

import pytest


def further(*values, **more):
    """A case that runs with --all only, because an unmarked case covers its kind."""
    return pytest.param(*values, marks=pytest.mark.further, **more)
