"""Makes the man pages: python3 pages.py FOLDER VISITS

The prose stands beside this file, in mdoc (mdoc(7)). A line of it that begins with @ is replaced by what is generated:
the commands and options by what VISITS tells of itself, the settings by what config/visitsd.yaml explains.
"""

import datetime
import json
import os
import pathlib
import re
import subprocess
import sys
import textwrap

HERE = pathlib.Path(__file__).resolve().parent
SETTINGS = HERE.parents[1] / "config/visitsd.yaml"
PAGES = ("visits.1", "visitsd.8", "visitsd.yaml.5")
# What every command takes is told once.
EVERYWHERE = "Everywhere"


def escaped(words):
    """Words in which nothing means anything to mdoc, but for what a line begins with."""
    return " ".join(words.split()).replace("\\", "\\e")


def text(words):
    """Words as lines of mdoc: each sentence begins one, and none is longer than 80 bytes or taken for a macro."""
    # To mandoc(1) a letter beyond ASCII is as long as its escape, \\[u00E9].
    wide = re.sub(r"[^\x00-\x7f]", lambda letter: letter[0] + "\0" * 7, words)
    for sentence in re.split(r"(?<=[.?!]) (?=[A-Z])", wide):
        for line in textwrap.wrap(sentence, 78, break_long_words=False, break_on_hyphens=False):
            line = line.replace("\0", "")
            yield "\\&" + line if line[0] in ".'" else line


def value(words):
    """One word as the argument of a macro: neither a macro's name nor punctuation to it."""
    return '"' + escaped(words).replace('"', '""') + '"' if re.search(r"[\s\"]", words) else "\\&" + escaped(words)


def flags(argument):
    """An option by all its names: Fl w , Fl Fl worker."""
    names = sorted(argument["names"], key=lambda name: name["kind"] != "short")
    return " , ".join(("Fl " if name["kind"] == "short" else "Fl Fl ") + name["name"] for name in names)


def metavariable(argument):
    """What stands for an option's or argument's value."""
    if argument["kind"] == "flag":
        return ""
    # The empty default marks an option whose value may be left out.
    return ("Op " if argument.get("defaultValue") == "" else "") + f"Ar {argument['valueName']}"


def shown(command):
    """The arguments of a command that are its own."""
    general = {"help", "version"}
    return [
        argument
        for argument in command.get("arguments", [])
        if argument["shouldDisplay"]
        and argument.get("sectionTitle") != EVERYWHERE
        and not general & {name["name"] for name in argument.get("names", [])}
    ]


def synopsis(argument):
    """An argument in a command's first line."""
    words = metavariable(argument)
    if argument["kind"] != "positional":
        name = argument["preferredName"]
        words = " ".join(f"Fl {'' if name['kind'] == 'short' else 'Fl '}{name['name']} {words}".split())
    words += " ..." if argument["isRepeating"] else ""
    return f".Op {words}" if argument["isOptional"] else f".{words}"


def items(arguments):
    """Options and arguments, each with what it means."""
    if not arguments:
        return
    yield ".Bl -tag -width Ds"
    for argument in arguments:
        names = flags(argument) + " " if argument.get("names") else ""
        yield f".It {names}{metavariable(argument)}".rstrip()
        default = argument.get("defaultValue", "").removesuffix(".0")
        yield from text(escaped(argument.get("abstract", "") + (f" The default is {default}." if default else "")))
    yield ".El"


def discussion(words):
    """Paragraphs; lines that are indented are a list of names and what they mean."""
    for number, paragraph in enumerate(words.split("\n\n")):
        if paragraph.startswith("  "):
            yield ".Bl -tag -width Ds"
            for line in re.sub(r"\n {3,}", " ", paragraph).splitlines():
                name, meaning = re.split(r"  +", line.strip(), maxsplit=1)
                yield f".It Cm {value(name)}"
                yield from text(escaped(meaning))
            yield ".El"
        else:
            yield from [".Pp"] * (number > 0)
            yield from text(escaped(paragraph))


def commands(command, names=()):
    """A section for each command that does something."""
    for sub in command.get("subcommands", []):
        if not sub["shouldDisplay"] or sub["commandName"] == "help":
            continue
        path = (*names, sub["commandName"])
        if sub.get("subcommands"):
            yield from commands(sub, path)
            continue
        yield f".Ss visits {' '.join(path)}"
        yield f".Nm Cm {' '.join(path)}"
        # What must be given stands before what may be.
        own = shown(sub)
        for argument in sorted(own, key=lambda argument: (argument["isOptional"], argument["kind"] == "positional")):
            yield synopsis(argument)
        yield ".Pp"
        yield from discussion(f"{sub.get('abstract', '')} {sub.get('discussion', '')}")
        if command.get("defaultSubcommand") == sub["commandName"]:
            yield f"This is what {' '.join(names)} alone does."
        if sub.get("aliases"):
            yield f"It is also called {' or '.join(sub['aliases'])}."
        yield from items(own)


def everywhere(command):
    """The options that every command takes, as the first command has them."""
    arguments = command["subcommands"][0]["arguments"]
    yield from items([argument for argument in arguments if argument.get("sectionTitle") == EVERYWHERE])


def environment_name(key):
    """agency.timeZone as VISITSD_AGENCY_TIME_ZONE."""
    return "VISITSD_" + re.sub(r"([A-Z])", r"_\1", key).replace(".", "_").upper()


def settings():
    """(key, what it means, lines of an example, value shown) of each setting of the shipped file."""
    section, about, example = "", [], []
    for line in SETTINGS.read_text().splitlines():
        indent, line = line[: len(line) - len(line.lstrip())], line.strip()
        if match := re.fullmatch(r"#(\w+): (.*)", line):
            above = [f"{section}:", f"  {match[1]}:"]
            lines = [*above, *(f"    {line}" for line in example)] if example else []
            yield (section + "." if indent else "") + match[1], " ".join(about), lines, match[2]
            about, example = [], []
        elif line.startswith("#   "):
            example.append(line[4:])
        elif line.startswith("#"):
            about.append(line[1:].strip())
        elif line:
            section, about = line.rstrip(":"), []
        else:
            about = []


def setting_items():
    """Every setting, with its name in the environment and its default."""
    yield ".Bl -tag -width Ds"
    for key, about, example, shown_value in settings():
        yield f".It Cm {key}"
        yield from text(escaped(about))
        if example:
            yield from [".Bd -literal -offset indent", *example, ".Ed"]
        yield "For example" if "Without it:" in about else "The default is"
        yield f".Ql {value(shown_value)} ."
        yield "In the environment:"
        yield f".Ev {environment_name(key)} ."
    yield ".El"


def columns(visits):
    """The headings of each column of a table, and what else VISITS tells of tables."""
    words = [visits, "import", "--list-columns", "--json"]
    known = json.loads(subprocess.run(words, stdout=subprocess.PIPE, check=True).stdout)
    headings, *guide = known["guide"]
    yield from text(escaped(headings))
    for kind, introduction in [
        ("columns", "Of a table of visits these are known:"),
        ("workers", "Of a table of workers:"),
        ("clients", "Of a table of clients:"),
    ]:
        if kind != "columns":
            yield ".Pp"
        yield introduction
        yield ".Bl -tag -width Ds"
        for column in known[kind]:
            yield f".It Cm {value(column['name'])}"
            yield from text(escaped(", ".join(column["headings"]) + "."))
        yield ".El"
    for paragraph in guide:
        yield ".Pp"
        yield from text(escaped(paragraph))


def date():
    """When the pages were last changed: $SOURCE_DATE_EPOCH, else the day of the last commit, else today."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if not epoch:
        words = ["git", "-C", HERE, "log", "-1", "--format=%ct"]
        epoch = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout.strip()
    zone = datetime.timezone.utc
    day = datetime.datetime.fromtimestamp(int(epoch), zone) if epoch else datetime.datetime.now(zone)
    return f"{day:%B} {day.day}, {day.year}"


def page(name, command, visits):
    """The text of a page."""
    generated = {
        "@date": lambda: [f".Dd {date()}"],
        "@commands": lambda: commands(command),
        "@columns": lambda: columns(visits),
        "@everywhere": lambda: everywhere(command),
        "@settings": setting_items,
    }
    lines, is_literal = [], False
    for line in (HERE / name).read_text().splitlines():
        is_literal = line.startswith(".Bd -literal") or is_literal and line != ".Ed"
        if line.startswith("@"):
            lines += generated[line]()
        else:
            lines += [line] if is_literal or line.startswith(".") else text(line)
    return "\n".join(lines) + "\n"


def write(folder, visits):
    """Writes all pages."""
    told = subprocess.run([visits, "--experimental-dump-help"], stdout=subprocess.PIPE, check=True).stdout
    folder.mkdir(parents=True, exist_ok=True)
    for name in PAGES:
        (folder / name).write_text(page(name, json.loads(told)["command"], visits))


if __name__ == "__main__":
    write(pathlib.Path(sys.argv[1]), sys.argv[2])
