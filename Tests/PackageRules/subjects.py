"""Finds commits with a long subject."""

import subprocess

# The last commit from before the rule.
SINCE = "8dd5f7ca5bb09ca658a9b9e05252ff1d05a1ac04"
LONGEST = 72


def long(root, since=SINCE):
    """A sentence for each commit after `since` whose subject has more than 72 characters.

    None for a clone that does not reach back to `since`, and for a tree that is no clone.
    """
    log = subprocess.run(
        ["git", "-C", root, "log", "--format=%h %s", f"{since}..HEAD"], capture_output=True, encoding="utf-8"
    )
    if log.returncode:
        return
    for line in log.stdout.splitlines():
        commit, _, subject = line.partition(" ")
        if len(subject) > LONGEST:
            yield f"Commit {commit}: its subject has {len(subject)} characters, more than {LONGEST}: \"{subject}\"."
