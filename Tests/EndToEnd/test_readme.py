"""What the README says works as it says."""

import json
import re
import shlex
import subprocess

import requests
from programs import ROOT, zone_at
from test_run import new_tree, run_before, tree  # noqa: F401: fixtures

README = (ROOT / "README.md").read_text()


def blocks(kind):
    """The code blocks of a kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_the_readme_is_short():
    assert len(README.splitlines()) < 150


def test_the_picture_is_what_scripts_run_shows(tree):  # noqa: F811
    shown = tree.run("today", "--worker", "sarah").stdout.splitlines()
    # The cards below are left out of the picture.
    picture = [line for line in blocks("text")[0].splitlines() if "…" not in line]
    expected = shown[: len(picture)]
    assert [line.split() for line in picture] == [line.split() for line in expected]


def test_the_next_commands_work(new_tree):  # noqa: F811
    commands = [line for block in blocks("console") for line in block.splitlines() if line.startswith("scripts/run ")]
    commands = [words for words in map(lambda line: shlex.split(line, comments=True), commands) if len(words) > 1]
    assert len(commands) == 11
    # At an hour at which most visits are over.
    new_tree.configure(zone_at(22))
    for words in commands:
        done = new_tree.run(*words[1:])
        assert done.returncode == 0, f"{words}: {done.stderr}"


def test_the_commands_for_care_tasks_work_as_they_are_printed(tree):  # noqa: F811
    words = [shlex.split(" ".join(code.split())) for code in re.findall(r"`(tasks [^`]*--[^`]*)`", README)]
    assert [line[1] for line in words] == ["--client", "done"]
    for line in words:
        done = tree.run(*line)
        assert done.returncode == 0, f"{line}: {done.stderr}"
    assert "10:30 AM" in done.stdout


def test_the_lines_that_put_visits_onto_the_path_do(tree):  # noqa: F811
    lines = [re.search(rf"`({beginning}[^`]+)`", README)[1] for beginning in ("export PATH=", "source <")]
    script = "; ".join([" ".join(line.split()) for line in lines] + ["complete -p visits && visits --version"])
    done = subprocess.run(["bash", "-c", script], cwd=tree.folder, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "-F _visits" in done.stdout


def test_the_line_that_makes_the_test_server_fail_does(upstream_at_hand):
    line = next(line for block in blocks("console") for line in block.splitlines() if "__faults" in line)
    words = shlex.split(line, comments=True)
    upstream_at_hand.faults(*json.loads(words[words.index("-d") + 1]))
    patients = f"{upstream_at_hand.url}/Patient"
    assert [requests.get(patients, timeout=10).status_code for _ in range(2)] == [503, 503]


def test_the_line_for_any_client_is_a_call(agency):
    line = next(line for block in blocks("console") for line in block.splitlines() if line.startswith("echo "))
    call = json.loads(shlex.split(line)[1])
    with agency.client() as client:
        assert client.call(call["method"], **call["params"])["heading"] == "Today"


def test_the_lines_for_http_pair_read_and_complete(gateway):
    answers = []
    names = {"127.0.0.1:8087": f"127.0.0.1:{gateway.port}", "CODE": gateway.code()}
    for line in (line for block in blocks("console") for line in block.splitlines() if "127.0.0.1:8087" in line):
        for name, value in names.items():
            line = line.replace(name, value)
        done = subprocess.run(shlex.split(line), capture_output=True, text=True, timeout=60)
        answers.append(json.loads(done.stdout))
        names |= {"TOKEN": answers[0]["token"]}
        if cards := answers[-1].get("cards"):
            names["VISIT"] = next(card["visit"] for card in cards if card["status"] == "scheduled")
    assert [answers[1]["heading"], answers[2]["toast"]] == ["Today", "Visit completed"]


def test_every_linked_file_exists():
    documents = [README, (ROOT / "CONTRIBUTING.md").read_text()]
    for link in re.findall(r"\]\(([^)#]+)\)", "".join(documents)):
        assert link.startswith("https://") or (ROOT / link).exists(), link
