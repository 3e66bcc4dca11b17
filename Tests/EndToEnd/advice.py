"""The command lines of the documents: those of the journal's catalog, the guides and the man pages.

In the catalog a command stands on an indented line, or behind a colon at the end of a line. In Markdown it is a line of
a block `console`, or inline code of several words that begins with a program's name. In a man page it stands behind .Dl
or .Ql, or between backticks.
"""

import pathlib
import re
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parents[2]
CATALOG = ROOT / "systemd/visits.catalog"
README = ROOT / "README.md"
OPERATING = ROOT / "Sources/VisitsDaemon/VisitsDaemon.docc/Operating.md"
GUIDES = sorted(ROOT.glob("Sources/*/*.docc/*.md"))

# The tables of people that the operator's guide imports.
PEOPLE = {
    "workers.csv": "Worker,Phone\nNora Lind,+1 780 555 0142\n",
    "clients.csv": "Client,Address,Date of birth\nOle Berg,9 Elm St,1941-03-09\n",
}

# The programs whose name begins a command in the catalog or in a man page.
PROGRAMS = "visits|visitsd|systemctl|journalctl|sudo|chmod|chown|df|dmesg"
# A line with any other program needs a whole machine: the boot test runs it, test_advice.py every other.
OF_AN_AGENCY = {"visits", "visitsd", "chmod", "cd"}


class Entry(NamedTuple):
    """An entry of the catalog: its subject, its text, and the commands in it."""

    subject: str
    text: str
    commands: list


def entries():
    """The entries of the catalog."""
    for entry in re.split(r"^-- ", CATALOG.read_text(), flags=re.MULTILINE)[1:]:
        head, text = entry.split("\n\n", 1)
        found = re.findall(rf"^ {{4}}(.+)$|: ((?:{PROGRAMS})(?: .+)?)$", text, re.MULTILINE)
        yield Entry(re.search(r"^Subject: (.+)$", head, re.MULTILINE)[1], text, ["".join(pair) for pair in found])


class Piece(NamedTuple):
    """A block of a page in Markdown, with what stands behind its fence, or inline code, whose kind is `inline`."""

    kind: str
    text: str


def pieces(text):
    """The blocks and the inline code of a text in Markdown, in order."""
    for kind, block, inline in re.findall(
        r"^```(\w+)\n(.*?)^```$|``[^`]+``|`([^`]+)`", text, re.MULTILINE | re.DOTALL
    ):
        if kind or inline:
            yield Piece(kind or "inline", block or " ".join(inline.split()))


def commands(piece, page):
    """The command lines of a piece of a page."""
    # test_readme.py runs the blocks of the README.
    if piece.kind == "console" and page != README:
        return piece.text.splitlines()
    # In other pages than the operator's guide, inline code names much that is no command.
    program = "[a-z][a-z-]*" if page == OPERATING else f"(?:{PROGRAMS})"
    return [piece.text] if piece.kind == "inline" and re.match(f"{program} ", piece.text) else []


def advised(page):
    """The command lines of a page in Markdown, in order."""
    return [line for piece in pieces(page.read_text()) for line in commands(piece, page)]


def examples(page):
    """The command lines that stand apart in a man page."""
    lines = re.findall(r"^\.Dl (.+)$", page, re.MULTILINE)
    return [line.replace("\\(dq", '"').replace("\\(aq", "'") for line in lines]


def mentions(page):
    """The command lines within the sentences of a man page."""
    found = re.findall(rf"^\.Ql ((?:{PROGRAMS}) .+?)(?: [.,])?$|`((?:{PROGRAMS})\s[^`]+)`", page, re.MULTILINE)
    return [" ".join("".join(pair).split()) for pair in found]


def needs_machine(line):
    """Whether a command line is for the boot test."""
    return not {part.split()[0] for part in re.split(r"&&|\||;", line)} <= OF_AN_AGENCY


def substituted(line, values):
    """A command line with what it leaves open filled in."""
    for name, value in values.items():
        line = line.replace(name, str(value))
    return line
