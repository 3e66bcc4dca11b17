"""That the subject of a commit is short."""

import subprocess

import pytest
import subjects


@pytest.fixture
def commit(tmp_path):
    """Commits nothing with this subject, and returns the folder of the clone."""
    git = ["git", "-C", tmp_path, "-c", "user.name=A", "-c", "user.email=a@example.org"]
    subprocess.run([*git, "init", "--quiet"], check=True)

    def commit(subject):
        subprocess.run([*git, "commit", "--quiet", "--allow-empty", "--message", subject], check=True)
        return subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()

    return commit


def test_a_subject_may_have_72_characters_and_no_more(commit, tmp_path):
    since = commit("o" * 100)
    commit("ä" * 72)
    assert list(subjects.long(tmp_path, since)) == []
    long = commit("ä" * 73)
    [problem] = subjects.long(tmp_path, since)
    assert problem.split(":")[0].removeprefix("Commit ") in long
    assert "has 73 characters, more than 72" in problem


def test_a_clone_without_the_first_commit_of_the_rule_passes(commit, tmp_path):
    commit("o" * 100)
    assert list(subjects.long(tmp_path)) == []
