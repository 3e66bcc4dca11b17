"""One machine for all tests, which go on where the one before stopped: installed first, purged last."""

import os
import pathlib
import shutil
import sys

import machine
import pytest

# advice.py reads the documents for these tests too.
sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "EndToEnd"))

# People of this machine: a coordinator, a member of the group whom no role names, and somebody else.
PEOPLE = {"anna": "visits,planners", "mel": "visits", "otto": None}


# What enter shows of the copy: what was written since it was made, and what it is a copy of.
WRITTEN, ORIGINAL = "/written", "/original"


def files():
    """Every file and folder that the machine has and did not have when it was copied."""
    found = {str(path) for path in pathlib.Path("/run").glob("visits*")}
    for folder, folders, names in os.walk(WRITTEN):
        for name in folders + names:
            path = f"{folder}/{name}".removeprefix(WRITTEN)
            if not os.path.lexists(ORIGINAL + path) and os.path.lexists(path):
                found.add(path)
    return found


@pytest.fixture(scope="session")
def before():
    """The files that were there before anything was installed. The people were."""
    for name in PEOPLE:
        machine.run("useradd", "--create-home", name)
    # The documents say sudo, which a small machine lacks; the tests are root.
    if not shutil.which("sudo"):
        machine.program(pathlib.Path("/usr/local/bin/sudo"), 'exec "$@"')
    return files()


@pytest.fixture(scope="session", autouse=True)
def installed(before):
    """The packages, a coordinator and the sample agency."""
    machine.install(machine.package("visits-cli"), machine.package("visits-daemon"))
    machine.run("groupadd", "--force", "planners")
    for name, groups in PEOPLE.items():
        if groups:
            machine.run("usermod", "--append", "--groups", groups, name)
    text = machine.CONFIGURATION.read_text()
    text = text.replace("  #timeZone: America/Edmonton", "  timeZone: America/Edmonton", 1)
    text = text.replace("  #coordinator: []", "  coordinator: [\"@planners\"]", 1)
    text = text.replace("  #tiers: []", "  tiers: [/bin/true]", 1)
    machine.CONFIGURATION.write_text(text)
    machine.systemctl("restart", "visitsd")
    sample = machine.run("visitsd", "sample").stdout
    machine.visits("import", "-", text=sample)


@pytest.fixture
def configuration():
    """Takes what the configuration is to be; as it was again afterwards."""
    before = machine.CONFIGURATION.read_text()
    yield machine.CONFIGURATION
    machine.CONFIGURATION.write_text(before)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    """A failure is told with what the daemon told."""
    outcome = yield
    report = outcome.get_result()
    if report.failed:
        report.sections.append(("journal", machine.recently()))
