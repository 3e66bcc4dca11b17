"""The man pages: clean, complete, and true."""

import datetime
import json
import os
import re
import shutil
import subprocess
import sys

import pytest
from advice import examples
from programs import ROOT, VISITS, VISITSD, environment

PAGES = ROOT / "scripts/manual"
NAMES = ("visits.1", "visitsd.8", "visitsd.yaml.5")


@pytest.fixture(scope="module")
def manual(tmp_path_factory):
    """The pages, made as scripts/man makes them."""
    folder = tmp_path_factory.mktemp("man")
    made = environment(SOURCE_DATE_EPOCH="1795219200")
    subprocess.run([sys.executable, PAGES / "pages.py", folder, VISITS], env=made, check=True)
    return folder


def shown(page):
    """A page as a person reads it, without its line breaks."""
    words = [["man", "-l"], ["mandoc", "-a"]][shutil.which("man") is None]
    wide = environment(MANWIDTH="200", MANPAGER="cat", LC_ALL="C.UTF-8")
    text = subprocess.run([*words, page], env=wide, stdout=subprocess.PIPE, text=True, check=True).stdout
    return " ".join(re.sub(r".\x08", "", text).split())


@pytest.mark.parametrize("name", NAMES)
def test_a_page_is_clean_mdoc(manual, name):
    if not shutil.which("mandoc"):
        pytest.skip("mandoc is not installed")
    found = subprocess.run(["mandoc", "-T", "lint", manual / name], capture_output=True, text=True)
    # The pages refer to each other, installed or not.
    assert [line for line in found.stdout.splitlines() if "referenced manual not found" not in line] == []
    # Nor does it matter whether the index of installed pages is up to date.
    assert [line for line in found.stderr.splitlines() if "outdated mandoc.db" not in line] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_page_carries_its_date(manual, name):
    assert (manual / name).read_text().startswith(".Dd November 21, 2026\n")


def test_scripts_man_writes_the_pages_of_the_programs_that_are_built(manual, tmp_path):
    # In a folder of its own, where everything is built already.
    for name in ("scripts", "config"):
        shutil.copytree(ROOT / name, tmp_path / name)
    (tmp_path / ".run").mkdir()
    (tmp_path / ".build").mkdir()
    for link in ("Sources", "Package.swift", ".build/debug"):
        (tmp_path / link).symlink_to(ROOT / link)
    words = ["bash", "-c", ". scripts/lib.sh; sources_state"]
    state = subprocess.run(words, cwd=tmp_path, stdout=subprocess.PIPE, check=True)
    (tmp_path / ".run/built").write_bytes(state.stdout)
    made = environment(SOURCE_DATE_EPOCH="1795219200")
    subprocess.run([tmp_path / "scripts/man"], env=made, check=True)
    assert {name: (tmp_path / ".build/man" / name).read_text() for name in NAMES} == {
        name: (manual / name).read_text() for name in NAMES
    }


def test_every_command_and_option_stands_in_the_page(manual):
    page = shown(manual / "visits.1")
    everywhere = {"--socket", "--json", "--timeout", "--locale"}
    general = page[page.index(" OPTIONS ") : page.index(" COMMANDS ")]
    assert [option for option in everywhere if option not in general] == []
    root = subprocess.run([VISITS, "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
    for command in re.findall(r"^  ([a-z]+)(?:, [a-z]+)*  ", root, re.MULTILINE):
        assert command == "help" or f"visits {command} " in page[page.index(" COMMANDS ") :], command
    for words in [["today"], ["list"], ["workers", "change"], ["clients", "add"], ["import"], ["call"]]:
        help = subprocess.run([VISITS, *words, "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
        section = page[page.index(f"visits {' '.join(words)} visits {' '.join(words)} ") :]
        section = section[: re.search(r" visits (.+?) visits \1 ", section[1:] + " visits z visits z ").start()]
        for option in set(re.findall(r"--[a-z-]+", help)) - everywhere - {"--help", "--version"}:
            assert option in section, f"{words}: {option}"


def test_every_heading_of_a_table_stands_in_the_page(manual):
    page = " ".join((manual / "visits.1").read_text().split())
    told = subprocess.run([VISITS, "import", "--list-columns", "--json"], stdout=subprocess.PIPE, check=True).stdout
    columns = json.loads(told)["columns"]
    assert len(columns) == 22
    people = [column for kind in ("workers", "clients") for column in json.loads(told)[kind]]
    assert len(people) == 8 + 15
    assert [column["name"] for column in people if ", ".join(column["headings"]) + "." not in page] == []
    assert [column["name"] for column in columns if ", ".join(column["headings"]) + "." not in page] == []
    assert [column["name"] for column in columns if column["meaning"] not in page] == []


def test_every_exit_status_of_visits_stands_in_its_page(manual):
    source = (ROOT / "Sources/VisitsCommands/Daemon/ExitStatus.swift").read_text()
    main = (ROOT / "Sources/visits/main.swift").read_text()
    known = re.findall(r"^  case \S+ = (\d+)$", source, re.MULTILINE)
    known += re.findall(r"^  status = (\d+)$", main, re.MULTILINE)
    page = (manual / "visits.1").read_text()
    section = page[page.index(".Sh EXIT STATUS") : page.index(".Sh EXAMPLES")]
    assert sorted(re.findall(r"^\.It (\d+)$", section, re.MULTILINE)) == sorted(known)


def test_every_word_of_visitsd_stands_in_its_page(manual):
    help = subprocess.run([VISITSD, "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
    page = shown(manual / "visitsd.8")
    words = re.findall(r"--[a-z-]+", help) + re.findall(r"^ +visitsd ([a-z]+)", help, re.MULTILINE)
    assert words and [word for word in words if word not in page] == []


def test_every_exit_status_of_visitsd_stands_in_its_page(manual):
    sources = "".join(file.read_text() for file in (ROOT / "Sources/VisitsDaemon").rglob("*.swift"))
    known = {str(getattr(os, name)) for name in re.findall(r"\bEX_[A-Z]+", sources)}
    page = (manual / "visitsd.8").read_text()
    assert set(re.findall(r"^\.It (\d+)$", page, re.MULTILINE)) == known | {"0"}


def test_every_setting_stands_in_its_page_with_a_variable_that_sets_it(manual, daemon):
    shipped = (ROOT / "config/visitsd.yaml").read_text()
    page = (manual / "visitsd.yaml.5").read_text()
    keys = re.findall(r"^\.It Cm (.+)$", page, re.MULTILINE)
    assert len(keys) == len(re.findall(r"^ *#\w+: ", shipped, re.MULTILINE))
    assert {"agency.timeZone", "socketMode", "limits.connectionsPerUser"} <= set(keys)
    variables = re.findall(r"^\.Ev (VISITSD_\S+) \.$", page, re.MULTILINE)
    assert len(variables) == len(keys)
    for variable in variables:
        done = subprocess.run([VISITSD, "sample"], env=environment(**{variable: "\n"}), capture_output=True, text=True)
        assert done.returncode == 78 and f"${variable}" in done.stderr and "unknown" not in done.stderr


def test_the_examples_of_a_configuration_are_ones(manual, daemon):
    page = (manual / "visitsd.yaml.5").read_text()
    examples = re.findall(r"^\.Bd -literal.*?\n(.*?)^\.Ed$", page, re.MULTILINE | re.DOTALL)
    said = [
        "[/usr/local/bin/tell-office, alert]", "command: [/usr/local/bin/page, on-call]",
        "- {payer: medicaid, id: CTDSS, program: PCP}", "code: T1019, modifiers: [U1]}", "- {reason: office, code:",
        "timeZone: America/Edmonton",
    ]
    for example, words in zip(examples, said, strict=True):
        assert words in example
        daemon.configuration.write_text(example)
        daemon.start().stop()


@pytest.mark.parametrize("name", ["visits.1", "visitsd.8"])
def test_the_examples_work(manual, agency, name):
    home = agency.folder / "home"
    for folder in (".local/share/bash-completion/completions", ".config/fish/completions", ".zfunc"):
        (home / folder).mkdir(parents=True)
    tomorrow = datetime.date.today() + datetime.timedelta(days=1)
    (home / "plan.csv").write_text(f"Client,Start,Minutes\nMargaret Chen,{tomorrow} 20:30,30\n")
    (home / "workers.csv").write_text("Worker,Phone\nNora Lind,+1 780 555 0123\n")
    (home / "clients.csv").write_text("Client,Address\nOle Berg,9 Elm St\n")
    (home / "calendar.ics").write_text(
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:Margaret Chen\n"
        f"DTSTART:{tomorrow:%Y%m%d}T223000\nDURATION:PT30M\nEND:VEVENT\nEND:VCALENDAR\n"
    )
    lines = examples((manual / name).read_text())
    assert lines
    for line in lines:
        done = agency.shell(line, home)
        assert done.returncode == 0, f"{line}: {done.stderr}"
