"""Checks what the targets of the package depend on and import against the table in table.py, its prose against the
table in prose.txt, and the subjects of its commits.

Run as a program, it checks this package: exit status 0 when every rule holds, 1 with a line for each that is broken.
"""

import dataclasses
import json
import pathlib
import re
import subprocess
import sys

import literals
import prose
import subjects
import table

SYSTEM = {"Foundation", "FoundationEssentials", "FoundationNetworking", "Glibc", "Musl", "Dispatch", "Synchronization", "Testing"}
IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?"
    r"import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias|actor)\s+)?(\w+)",
    re.MULTILINE,
)


@dataclasses.dataclass
class Row:
    """What one target may import."""

    ours: set
    packages: set
    system: set

    def allows(self, module, ours):
        allowed = self.ours if module in ours else self.system if module in SYSTEM else self.packages
        return module in allowed or "*" in allowed or module == "Synchronization"


def rows(text):
    """The rows of a table, by target."""
    lines = [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]
    return {cells[0]: Row(*(set(cell.split()) for cell in cells[1:])) for cells in lines[1:]}


def declared(target):
    """The targets and products that a target's declaration names."""
    return [next(iter(dependency.values()))[0] for dependency in target["dependencies"]]


def imported(folder):
    """Every (file, module) that Swift files below a folder import."""
    for file in sorted(folder.rglob("*.swift")):
        for module in IMPORT.findall(file.read_text()):
            yield file, module


def is_c(folder):
    """Whether a target's folder holds C and no Swift: Swift's settings mean nothing there."""
    return any(folder.rglob("*.h")) and not any(folder.rglob("*.swift"))


def broken(package, sources, text=table.TABLE):
    """A sentence for each rule that the package breaks.

    package: what `swift package dump-package` prints, read; sources: the folder of the targets' folders.
    """
    table_rows = rows(text)
    targets = {target["name"]: target for target in package["targets"]}
    ours = set(table_rows) | set(targets)
    for name, target in targets.items():
        missing = [setting for setting in table.SETTINGS if setting not in [s["kind"] for s in target["settings"]]]
        for setting in missing if not is_c(sources / name) else []:
            yield f"{name}: Package.swift does not give it the setting {json.dumps(setting)}."
        if target["type"] == "test":
            continue
        row = table_rows.get(name)
        if row is None:
            yield f"{name}: has no row in the table of Tests/PackageRules/table.py."
            continue
        names = declared(target)
        for dependency in names:
            if not row.allows(dependency, ours):
                yield f"{name}: depends on {dependency} in Package.swift, which its row does not allow."
            if dependency in table.TESTS_ONLY and name not in table.TESTS_ONLY:
                yield f"{name}: depends on {dependency}, which only tests may."
        for file, module in imported(sources / name):
            place = f"{name}: {file.relative_to(sources.parent)} imports {module}"
            if not row.allows(module, ours):
                yield f"{place}, which its row does not allow."
            elif module not in names and module not in SYSTEM:
                yield f"{place}, which Package.swift does not declare."
    for word, owner in table.PRIVATE_WORDS.items():
        for file in sorted(sources.rglob("*.swift")):
            room = file.relative_to(sources).parts[0]
            if room not in {owner, *table.TESTS_ONLY} and re.search(rf"\b{word}\b", file.read_text()):
                yield f"{room}: {file.relative_to(sources.parent)} says {word}, a word that only {owner} knows."
    for folder in sorted(path for path in sources.iterdir() if path.is_dir()):
        if folder.name not in targets and any(folder.rglob("*.swift")):
            yield f"{folder.name}: is a folder of Sources and no target."


def main():
    """Checks the package that this file belongs to."""
    root = pathlib.Path(__file__).resolve().parents[2]
    dump = subprocess.run(
        ["swift", "package", "--package-path", root, "dump-package"], stdout=subprocess.PIPE, check=True
    )
    problems = [
        *broken(json.loads(dump.stdout), root / "Sources"),
        *literals.stray(root / "Sources"),
        *prose.broken(root),
        *subjects.long(root),
    ]
    for problem in problems:
        print(problem)
    print(f"{len(problems)} rules of the package are broken." if problems else "The rules of the package hold.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
