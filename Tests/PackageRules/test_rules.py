"""That the package keeps its rules, and that each rule can be broken."""

import copy
import pathlib
import subprocess

import literals
import pytest
import rules
import table

ROOT = pathlib.Path(__file__).parents[2]

TABLE = """
target | ours | packages | system
Base   |      |          | Glibc
Store  | Base | GRDB     | Foundation
VisitsTestSupport | * | * | *
"""


def target(name, *dependencies, type="regular", settings=table.SETTINGS):
    """A target as `swift package dump-package` writes it."""
    return {
        "name": name,
        "type": type,
        "settings": [{"tool": "swift", "kind": kind} for kind in settings],
        "dependencies": [
            {"product": [d, "some-package", None, None]} if d == "GRDB" else {"byName": [d, None]} for d in dependencies
        ],
    }


@pytest.fixture
def check(tmp_path, monkeypatch):
    """Checks a package of two targets after `change` has changed it or its files."""
    monkeypatch.setattr(table, "PRIVATE_WORDS", {"GRDB": "Store"})

    def run(change=lambda package: None, **files):
        sources = tmp_path / "Sources"
        package = {"targets": [target("Base"), target("Store", "Base", "GRDB")]}
        texts = {"Base": "import Glibc\n", "Store": "package import Base\nimport GRDB\nimport Foundation\n", **files}
        for name, text in texts.items():
            (sources / name / "Deep").mkdir(parents=True, exist_ok=True)
            (sources / name / "Deep" / "File.swift").write_text(text)
        changed = copy.deepcopy(package)
        change(changed["targets"])
        return list(rules.broken(changed, sources, TABLE))

    return run


def test_a_package_that_keeps_the_rules_breaks_none(check):
    assert check() == []


def test_a_target_in_c_needs_no_settings_of_swift(check, tmp_path):
    header = tmp_path / "Sources" / "Base" / "include" / "Base.h"
    header.parent.mkdir(parents=True)
    header.write_text("void base(void);\n")

    def without_settings(targets):
        targets[0]["settings"] = []

    # Base has a Swift file as well: then the settings are missing.
    assert len(check(without_settings)) == len(table.SETTINGS)
    (header.parents[1] / "Deep" / "File.swift").unlink()
    assert rules.is_c(header.parents[1])


def test_an_import_from_a_higher_room_is_found(check):
    assert check(Base="import Glibc\n@testable import Store\n") == [
        "Base: Sources/Base/Deep/File.swift imports Store, which its row does not allow."
    ]


@pytest.mark.parametrize("line", ["import Foundation", "  internal import Foundation", "import struct Foundation.Date"])
def test_foundation_where_it_is_not_allowed_is_found(check, line):
    assert check(Base=line) == ["Base: Sources/Base/Deep/File.swift imports Foundation, which its row does not allow."]


def test_foundation_essentials_is_another_module_than_foundation(check):
    assert check(Store="import FoundationEssentials") == [
        "Store: Sources/Store/Deep/File.swift imports FoundationEssentials, which its row does not allow."
    ]


def test_a_dependency_that_nothing_imports_yet_is_found(check):
    assert check(lambda targets: targets[0]["dependencies"].append({"byName": ["Store", None]})) == [
        "Base: depends on Store in Package.swift, which its row does not allow."
    ]


def test_an_import_that_package_swift_does_not_declare_is_found(check):
    assert check(lambda targets: targets[1]["dependencies"].pop()) == [
        "Store: Sources/Store/Deep/File.swift imports GRDB, which Package.swift does not declare."
    ]


def test_a_target_without_a_row_is_found(check):
    assert check(lambda targets: targets.append(target("New")), New="") == [
        "New: has no row in the table of Tests/PackageRules/table.py."
    ]


def test_a_folder_without_a_target_is_found(check):
    assert check(Forgotten="let x = 1") == ["Forgotten: is a folder of Sources and no target."]


def test_a_target_whose_warnings_are_no_errors_is_found(check):
    assert check(lambda targets: targets[0]["settings"].pop(1)) == [
        'Base: Package.swift does not give it the setting {"treatAllWarnings": {"_0": "error"}}.'
    ]


def test_the_strict_settings_hold_for_tests_too(check):
    problems = check(lambda targets: targets.append(target("BaseTests", "Base", "Store", type="test", settings=[])))
    assert len(problems) == len(table.SETTINGS)


def test_a_product_that_links_the_tests_support_is_found(check):
    problem = "Base: depends on VisitsTestSupport, which only tests may."
    assert problem in check(lambda targets: targets[0]["dependencies"].append({"byName": ["VisitsTestSupport", None]}))


def test_a_word_of_the_store_elsewhere_is_found(check):
    assert check(Base="// GRDB would say so\n") == [
        "Base: Sources/Base/Deep/File.swift says GRDB, a word that only Store knows."
    ]


def test_a_comment_about_an_import_is_no_import(check):
    assert check(Base="// import Store\n") == []


def test_this_package_keeps_the_rules():
    assert rules.main() == 0


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('print("No visits")', "No visits"),
        ('tell("\\(count) late")', "\\(…) late"),
        ('facts([("Status", status)])', "Status"),
        ('throw ValidationError("--csv and --json exclude each other: give one of them.")', None),
        ('let text = """\n  Nobody is free then.\n  """', None),
    ],
)
def test_words_for_people_outside_a_catalog_are_found(tmp_path, line, said):
    (tmp_path / "VisitsViews").mkdir()
    (tmp_path / "VisitsViews" / "File.swift").write_text(line + "\n")
    found = list(literals.stray(tmp_path, ["VisitsViews"]))
    assert len(found) == 1, found
    if said:
        assert found == [f'VisitsViews: VisitsViews/File.swift:1 says "{said}", which stands in no catalog.']


@pytest.mark.parametrize(
    "line",
    [
        "// No visits",
        '@Option(help: "Who makes it.")',
        'help: ArgumentHelp("The visit, by its id.", valueName: "visit")',
        'advice: [SyncPhrase.seeWhy([.command: "\\(Invocation.name) sync problems"])]',
        'words += " --worker \\(worker)"',
        'case "inProgress": .yellow',
        'let name = "visit.show"',
        'guard resource.type == "Appointment" else {',
    ],
)
def test_what_is_typed_or_is_help_may_stand_in_the_code(tmp_path, line):
    (tmp_path / "VisitsViews").mkdir()
    (tmp_path / "VisitsViews" / "File.swift").write_text(line + "\n")
    assert list(literals.stray(tmp_path, ["VisitsViews"])) == []


def test_every_fault_that_the_simulation_is_to_find_fits_the_sources():
    faults = sorted(ROOT.glob("Tests/Simulation/Faults/*.patch"))
    assert len(faults) >= 21
    for fault in faults:
        done = subprocess.run(["git", "apply", "--check", fault], cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, f"{fault.name} does not fit the sources any more:\n{done.stderr}"
