"""That the pages for new engineers name what there is: files, code, rooms."""

import pathlib
import re

ROOT = pathlib.Path(__file__).parents[2]
SOURCES = ROOT / "Sources"
PAGE = SOURCES / "VisitsDaemon/VisitsDaemon.docc/AWayThrough.md"
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
CHANGELOG = ROOT / "CHANGELOG.md"


def named(text):
    """The files that a page names, and the types and functions."""
    code = [part for part in re.findall(r"`([^`]+)`", text)]
    files = [part for part in code if part.endswith((".swift", ".md"))]
    return files, [part for part in code if re.fullmatch(r"[A-Z]\w+(\.[a-z]\w+)?", part) and part not in files]


def missing(text, sources):
    """The files that a page names and that do not exist, and the types and functions that no named file has."""
    files, names = named(text)
    gone = [file for file in files if not (sources / file).is_file()]
    code = "\n".join((sources / file).read_text() for file in files if file not in gone)
    return gone + [name for name in names if any(not re.search(rf"\b{word}\b", code) for word in name.split("."))]


def test_each_file_type_and_function_on_the_way_exists():
    files, names = named(PAGE.read_text())
    assert len(files) > 40 and len(names) > 40
    assert missing(PAGE.read_text(), SOURCES) == []


def test_a_file_and_a_function_that_are_gone_are_found(tmp_path):
    (tmp_path / "Store.swift").write_text("struct Store { func change() {} }\n")
    page = "`Store.change` and `Store.alter` (`Store.swift`), `Queue` (`Changes/Queue.swift`), `visit.complete`"
    assert missing(page, tmp_path) == ["Changes/Queue.swift", "Store.alter", "Queue"]


def test_contributing_leads_to_the_way():
    assert f"({PAGE.relative_to(ROOT)})" in CONTRIBUTING.read_text()


def test_contributing_names_each_room_and_no_other():
    text = CONTRIBUTING.read_text()
    rooms = {folder.name for folder in SOURCES.iterdir() if folder.is_dir()}
    assert {room for room in rooms if f"`{room}`" not in text} == set()
    assert set(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)) - rooms == set()


def test_the_changelog_is_short():
    lines = CHANGELOG.read_text().splitlines()
    assert len(lines) <= 120
    assert [line for line in lines if len(line) > 120] == []


def test_the_pictures_of_the_readme_exist():
    pictures = re.findall(r'\bsrc(?:set)?="([^"]+)"', (ROOT / "README.md").read_text())
    assert len(pictures) == 2
    assert [picture for picture in pictures if not (ROOT / picture).is_file()] == []
