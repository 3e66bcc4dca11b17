"""A plugin of pytest for scripts/test: writes the names of the tests that failed, and runs only those."""

import pathlib

import pytest


def pytest_addoption(parser):
    parser.addoption("--write-failed", metavar="FILE", type=pathlib.Path, help="write the names of failed tests there")
    parser.addoption("--run-only", metavar="FILE", type=pathlib.Path, help="run only the tests that are named there")


def pytest_configure(config):
    file = config.getoption("--write-failed")
    # The workers of pytest-xdist report to the first process.
    if file and not hasattr(config, "workerinput"):
        config.pluginmanager.register(FailedTests(file))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    file = config.getoption("--run-only")
    if file:
        names = file.read_text().splitlines()
        missing = set(names) - {item.nodeid for item in items}
        if missing:
            raise pytest.UsageError(f"No test has the name {', '.join(sorted(missing))}.")
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in names])
        items[:] = [item for item in items if item.nodeid in names]


class FailedTests:
    """The tests that failed so far. A worker that crashed, or a run that was cut short, is not repeated."""

    def __init__(self, file):
        self._file = file
        self._names = []
        self._crashed = False

    def pytest_runtest_logreport(self, report):
        # pytest-xdist reports a crash of its worker as a failure at this time.
        self._crashed |= report.when == "???"
        if report.failed and report.nodeid not in self._names:
            self._names.append(report.nodeid)

    def pytest_sessionfinish(self, session, exitstatus):
        cut_short = self._crashed or session.shouldfail or session.shouldstop
        if exitstatus == pytest.ExitCode.TESTS_FAILED and not cut_short:
            self._file.write_text("".join(f"{name}\n" for name in self._names))
