#!/usr/bin/env python3
"""Counts the words of contorted English in the comments of each room and in each page, against a table that only falls.

The table is prose.txt, with the number of each place that has any; a room or page without a line has none.

prose.py --write   lowers the numbers to the counts and raises none; it also ends a conflict of a merge in the table
prose.py PLACE     lists the words in one place, such as Sources/VisitsSync or README.md, with file and line
"""

import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = pathlib.Path(__file__).with_name("prose.txt")

WORDS = ["nobody", "somebody", "a person", "whoever", "anew", "is told", "are told", "what is", "what was", "of what"]
PATTERNS = {word: re.compile(rf"\b{word}\b".replace(" ", r"\s+"), re.IGNORECASE) for word in WORDS}

ADVICE = (
    'Name the subject instead: "the caller", "the coordinator", "the row". '
    'Write "report it to the caller" for "a person is told", and "again" for "anew".'
)

# Adjacent lines of comments are one comment. Literals match too, so that a // within one begins no comment.
TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"|(//[^\n]*(?:\n[ \t]*//[^\n]*)*|/\*.*?\*/)',
    re.DOTALL,
)
MARKS = re.compile(r"^[ \t]*(?://[/!]*|\*)", re.MULTILINE)


def comments(text):
    """Every (line, text) of a Swift or C file's comments."""
    for token in TOKEN.finditer(text):
        if token[1]:
            yield text.count("\n", 0, token.start()) + 1, MARKS.sub("", token[1])


def page(text):
    """The one (line, text) of a page in Markdown."""
    yield 1, text


def places(root):
    """The files of each place with what reads them: {place: [(file, reader)]}."""
    found = collections.defaultdict(list)
    for file in sorted(root.glob("Sources/*/**/*.*")):
        if file.suffix in {".swift", ".c", ".h"}:
            found[f"Sources/{file.relative_to(root).parts[1]}"].append((file, comments))
    # Not below the folders of builds, whose names begin with a dot.
    folders = [folder for folder in root.iterdir() if folder.is_dir() and not folder.name.startswith(".")]
    for file in sorted([*root.glob("*.md"), *(file for folder in folders for file in folder.rglob("*.md"))]):
        found[str(file.relative_to(root))].append((file, page))
    return found


def words(files):
    """Every (file, line, word) in the files of one place."""
    for file, reader in files:
        for begin, text in reader(file.read_text()):
            for word, pattern in PATTERNS.items():
                for match in pattern.finditer(text):
                    yield file, begin + text.count("\n", 0, match.start()), word


def counts(root):
    """How often each place says each word: {place: Counter}."""
    return {place: collections.Counter(word for _, _, word in words(files)) for place, files in places(root).items()}


def read(text):
    """The numbers of a table, by place. Both sides of a conflict of a merge may stand in it: the lower one counts."""
    numbers = {}
    for number, place in re.findall(r"^ *(\d+) (\S+)$", text, re.MULTILINE):
        numbers[place] = min(int(number), numbers.get(place, int(number)))
    return numbers


def written(numbers):
    """A table as it stands in prose.txt."""
    return "".join(f"{number:4} {place}\n" for place, number in sorted(numbers.items()) if number)


def lowered(numbers, found):
    """The numbers of a table, none of them above its count."""
    return {place: min(number, found.get(place, collections.Counter()).total()) for place, number in numbers.items()}


def broken(root, table=None):
    """A sentence for each place whose count is not its number in the table."""
    text = TABLE.read_text() if table is None else table
    numbers, found = read(text), counts(root)
    if text != written(numbers):
        yield "Tests/PackageRules/prose.txt: is not as Tests/PackageRules/prose.py --write writes it."
    for place in sorted(numbers.keys() | found.keys()):
        said, number = found.get(place, collections.Counter()), numbers.get(place, 0)
        if said.total() > number:
            listed = ", ".join(f'"{word}" {count}x' for word, count in said.most_common())
            yield (
                f"{place}: says {listed}: {said.total()} in all, and at most {number} are allowed. {ADVICE} "
                f"Tests/PackageRules/prose.py {place} lists them."
            )
        elif said.total() < number:
            yield (
                f"{place}: has {said.total()} words of contorted English now, not {number}. Write {said.total()} in "
                "Tests/PackageRules/prose.txt, or run Tests/PackageRules/prose.py --write."
            )


def main(words_of_command):
    """Writes the table, or lists the words of places."""
    if not words_of_command:
        sys.exit(__doc__)
    if words_of_command == ["--write"]:
        TABLE.write_text(written(lowered(read(TABLE.read_text()), counts(ROOT))))
        return
    all_places = places(ROOT)
    for place in words_of_command:
        if place not in all_places:
            sys.exit(f"There is no room or page {place}.")
        for file, line, word in sorted(words(all_places[place])):
            print(f"{file.relative_to(ROOT)}:{line}: {word}")


if __name__ == "__main__":
    main(sys.argv[1:])
