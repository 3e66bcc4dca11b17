"""That the words of contorted English can only become fewer."""

import prose
import pytest


@pytest.fixture
def package(tmp_path):
    """Writes a package of these files, by their paths."""

    def write(**files):
        for name, text in {"Sources/Base/File.swift": "let x = 1\n", **files}.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text)
        return tmp_path

    return write


def found(root):
    """The counts of a package, without places that have none."""
    return {place: dict(words) for place, words in prose.counts(root).items() if words}


@pytest.mark.parametrize("word", prose.WORDS)
def test_a_word_is_found_in_a_comment_and_in_a_page(package, word):
    root = package(
        **{
            "Sources/Base/Deep/File.swift": f"/// Says {word} here.\nlet x = 1\n",
            "Sources/Base/include/base.h": f"/* {word.upper()} */\n",
            "Sources/Base/Base.docc/Base.md": f"# Base\n\n{word}\n",
            "README.md": f"`{word}`, {word.title()}\n",
        }
    )
    counts = {place: words[word] for place, words in found(root).items()}
    assert counts == {"Sources/Base": 2, "Sources/Base/Base.docc/Base.md": 1, "README.md": 2}


@pytest.mark.parametrize(
    "code",
    [
        'let text = "what is // nobody"',
        'let text = """\n    // nobody\n    """',
        "let nobody = anew",
        "// Whatever isolates a personal canoe.",
        "// This toldwhat. Is it?",
    ],
)
def test_code_literals_and_other_words_do_not_count(package, code):
    assert found(package(**{"Sources/Base/File.swift": f"{code}\n"})) == {}


def test_a_comment_beside_code_or_across_lines_counts(package):
    text = 'let url = "http://here"  // anew\n    /// The name of a\n    /// person.\n'
    assert found(package(**{"Sources/Base/File.swift": text})) == {"Sources/Base": {"anew": 1, "a person": 1}}


def test_folders_of_builds_and_tests_of_rooms_are_no_places(package):
    root = package(**{".build/checkouts/grdb/README.md": "anew", "Tests/BaseTests/File.swift": "// anew\n"})
    assert found(root) == {}


def test_more_words_than_the_table_allows_break_the_rule(package):
    root = package(**{"Sources/Base/File.swift": "// anew, Anew\n// nobody\n"})
    assert list(prose.broken(root, "   3 Sources/Base\n")) == []
    [problem] = prose.broken(root, "   2 Sources/Base\n")
    assert problem.startswith('Sources/Base: says "anew" 2x, "nobody" 1x: 3 in all, and at most 2 are allowed.')
    assert '"the caller"' in problem


def test_a_new_room_or_page_begins_at_none(package):
    root = package(**{"Sources/New/File.swift": "// anew\n", "docs/NEW.md": "anew\n"})
    problems = list(prose.broken(root, ""))
    assert [problem.partition(":")[0] for problem in problems] == ["Sources/New", "docs/NEW.md"]


def test_fewer_words_than_the_table_has_break_the_rule_and_say_the_new_number(package):
    root = package(**{"Sources/Base/File.swift": "// anew\n"})
    assert list(prose.broken(root, "   2 Sources/Base\n   4 Sources/Gone\n")) == [
        "Sources/Base: has 1 words of contorted English now, not 2. Write 1 in Tests/PackageRules/prose.txt, or run "
        "Tests/PackageRules/prose.py --write.",
        "Sources/Gone: has 0 words of contorted English now, not 4. Write 0 in Tests/PackageRules/prose.txt, or run "
        "Tests/PackageRules/prose.py --write.",
    ]


def test_writing_the_table_lowers_numbers_and_raises_none(package):
    root = package(**{"Sources/Base/File.swift": "// anew\n", "README.md": "anew anew anew", "NEW.md": "anew"})
    numbers = prose.lowered(prose.read("   2 README.md\n   5 Sources/Base\n   4 Sources/Gone\n"), prose.counts(root))
    assert prose.written(numbers) == "   2 README.md\n   1 Sources/Base\n"


def test_a_conflict_of_a_merge_in_the_table_breaks_the_rule_until_it_is_written(package):
    root = package(**{"Sources/Base/File.swift": "// anew\n"})
    table = "<<<<<<< HEAD\n   2 Sources/Base\n=======\n   1 Sources/Base\n>>>>>>> other\n"
    assert "--write writes it" in "".join(prose.broken(root, table))
    assert list(prose.broken(root, prose.written(prose.read(table)))) == []
