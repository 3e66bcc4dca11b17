"""Finds words for people that stand in the code and not in a catalog, so that they are English in every language."""

import re

# Where all that a person reads comes from a catalog.
ROOMS = [
    "VisitsCommands", "VisitsViews", "VisitsService", "VisitsSync", "VisitsExchange/Table", "VisitsExchange/Calendar",
]

# What may stand in the code all the same: (file, a part of the literal, why).
ALLOWED = [
    ("VisitsCommands/Visits/UnassignCommand.swift", "for visit in", "a line for a shell"),
    ("VisitsCommands/Goals/GoalsDefineCommands.swift", "rename ", "the rest of a command to type"),
    ("VisitsCommands/Completion/CompletionAliases.swift", "", "lines of a script for a shell"),
    ("VisitsCommands/Completion/CompletionFile.swift", "", "a script for a shell"),
    ("VisitsCommands/Visits/WallPage.swift", "", "HTML and CSS"),
    ("VisitsCommands/Program/Invocation.swift", " call ", "a command to type"),
    ("VisitsCommands/Visits/WindowOptions.swift", "this ", "the daemon's English, which it reads"),
    ("VisitsCommands/Visits/WindowOptions.swift", "through ", "the daemon's English, which it reads"),
    ("VisitsCommands/Program/Program.swift", "Error: ", "the parser's own English, which is read"),
    ("VisitsCommands/Program/TitleSearch.swift", "LATIN SMALL", "the names of letters in Unicode"),
    ("VisitsCommands/Program/OptionName.swift", "The parameter ", "the daemon's English, which is read"),
    ("VisitsViews/Context/EnglishFormats.swift", "", "English dates, written without Foundation"),
    ("VisitsViews/Speech/SpokenAddress.swift", "", "addresses as they stand in an English-speaking country"),
    ("VisitsExchange/Table/CellWords.swift", "", "words that are read in tables"),
    ("VisitsExchange/Table/MomentReader+Date.swift", "", "months and weekdays that are read in tables"),
    ("VisitsExchange/Table/ScheduleTable.swift", "", "headings that are read again"),
    ("VisitsExchange/Calendar/Zones/WindowsZones.swift", "", "names of zones that are read in calendars"),
    ("VisitsExchange/Calendar/Zones/ZoneLinks.swift", "", "names of zones that are read in calendars"),
    ("VisitsSync/Context/RequestTrouble+Answer.swift", "an id or a version", "stands where upstream's own words do"),
    ("VisitsSync/Push/PushRun+Requests.swift", "no version", "a failed run's, which is told by its kind"),
    ("VisitsSync/Push/PushRun+Requests.swift", "another record than", "a failed run's, which is told by its kind"),
    ("VisitsService/System/SystemMetrics.swift", "", "OpenMetrics, which monitoring systems read"),
]

# Help stands where a command and its options are declared; its English words are its names in the catalog.
HELP = re.compile(
    r"(?:help|abstract|discussion|valueName|title|OptionGroup\(title|CommandGroup\(\s*name)\s*:\s*"
    r"(?:ArgumentHelp\(\s*)?$|ArgumentHelp\(\s*$|HelpBook\w*\($|words\($"
)
# What is typed, not read: it begins with a program, or is what fills a place for that.
TYPED = re.compile(r"\.(?:command|option|other):\s*$")
PROGRAMS = re.compile(r"\x01|^(?:sudo |systemctl |journalctl |ss |type |iconv |text/| --)")
# Names of FHIR's own.
TYPES = re.compile(
    r"^(?:Appointment|Encounter|Flag|Goal|Location|Observation|Patient|Practitioner|PractitionerRole|Task)$"
)
# Two words one after the other, a word beside what is filled in, or one that begins as a sentence does: "No visits",
# "{count} late", "Status".
WORDS = re.compile(r"[^\W\d_]{2,}[,.:;]? [^\W\d_]{2,}|\0 [a-z]{3,}|[a-z]{3,} \0|^[A-Z][a-z]{2,}[.:!?]?$|^[A-Z][a-z]+[.:] ")


def literals(text):
    """Every (line, what stands before it, literal) of a Swift file; comments have none.

    An interpolation is a NUL in it, that of the program's name, with which a command to type begins, a \\x01.
    """
    position, line = 0, 1
    while position < len(text):
        if text.startswith("//", position):
            position = (text.find("\n", position) + 1 or len(text) + 1) - 1
        elif text.startswith("/*", position):
            end = text.index("*/", position)
            line += text.count("\n", position, end)
            position = end + 2
        elif text[position] == '"':
            begin, at = position, line
            mark = '"""' if text.startswith('"""', position) else '"'
            hashes = len(text[:begin]) - len(text[:begin].rstrip("#"))
            escape = "\\" + "#" * hashes
            position += len(mark)
            literal = ""
            while not text.startswith(mark + "#" * hashes, position):
                if text.startswith(escape + "(", position):
                    end = closing(text, position + len(escape)) + 1
                    literal += "\x01" if "Invocation." in text[position:end] else "\0"
                    position = end
                elif text.startswith(escape, position):
                    literal += " " if text[position + len(escape)] in "nt\n" else text[position + len(escape)]
                    position += len(escape) + 1
                else:
                    literal += text[position]
                    position += 1
            position += len(mark) + hashes
            line += text.count("\n", begin, position)
            yield at, text[max(0, begin - 200) : begin - hashes], literal
        else:
            line += text[position] == "\n"
            position += 1


def closing(text, opening):
    """Where the parenthesis that opens there closes; strings within it may hold some of their own."""
    depth, position = 0, opening
    while True:
        if text[position] == '"':
            position += 1
            while text[position] != '"':
                if text.startswith("\\(", position):
                    position = closing(text, position + 1)
                elif text[position] == "\\":
                    position += 1
                position += 1
        depth += {"(": 1, ")": -1}.get(text[position], 0)
        if depth == 0:
            return position
        position += 1


def stray(sources, rooms=ROOMS, allowed=ALLOWED):
    """A sentence for each literal that a person could see and no translator can.

    sources: the folder of the targets' folders.
    """
    for room in rooms:
        for file in sorted((sources / room).rglob("*.swift")):
            name = str(file.relative_to(sources))
            for line, before, literal in literals(file.read_text()):
                # An option with its value is typed too.
                said = re.sub(r"--[a-z-]+( \0)?", "", literal)
                if not WORDS.search(said) or PROGRAMS.search(literal) or TYPES.search(literal):
                    continue
                if HELP.search(before) or TYPED.search(before) or re.search(r"OSLog|precondition|fatalError", before[-60:]):
                    continue
                if any(name == place and part in literal for place, part, _ in allowed):
                    continue
                shown = literal.replace("\0", "\\(…)")[:70]
                yield f"{room}: {name}:{line} says \"{shown}\", which stands in no catalog."
