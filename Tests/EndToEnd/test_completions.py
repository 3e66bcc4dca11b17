"""What the Tab key offers in bash, zsh and fish, pressed in the real shells."""

import json
import shutil
import signal
import subprocess

import pytest
from cases import further
from programs import VISITS, environment
from terminal import Terminal

# How a shell is started, and what makes it behave like a new one; each with a prompt that no typing shows.
SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "bind 'set enable-bracketed-paste off'; PS1='g''o> '"),
    "zsh": (["zsh", "-f", "-i"], "autoload -U compinit; compinit -u -D; PS1='g''o> '"),
    "fish": (
        ["fish", "--no-config", "-i"],
        "set -g fish_autosuggestion_enabled 0; function fish_prompt; printf 'g''o> '; end",
    ),
}


EVERY_SHELL = pytest.mark.parametrize("shell", SHELLS, indirect=True)


@pytest.fixture(params=["bash", further("zsh"), further("fish")])
def shell(request):
    """A shell that is installed here."""
    if not shutil.which(request.param):
        pytest.skip(f"{request.param} is not installed")
    return request.param


class Line:
    """A line that is being typed in a shell which has read its completion file."""

    def __init__(self, daemon, shell, **more):
        home = daemon.folder / "home"
        home.mkdir(exist_ok=True)
        path = f"{VISITS.parent}:/usr/local/bin:/usr/bin:/bin"
        variables = {"VISITS_SOCKET": daemon.socket, "PATH": path, "HOME": home, "TERM": "xterm", "LC_ALL": "C.UTF-8"}
        file = daemon.folder / f"visits.{shell}"
        with file.open("w") as output:
            subprocess.run([VISITS, "--generate-completion-script", shell], stdout=output, check=True)
        words, setup = SHELLS[shell]
        self.terminal = Terminal(words, environment(**{**variables, **more}))
        # Keys that come before the prompt are shown by the terminal, and again by the shell.
        self.terminal.type(f"{setup}; source {file}\n").until("go> ")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.terminal.__exit__()

    def tab(self, line, *expected):
        """Types, presses Tab twice, and waits until all that is expected was shown; returns what was."""
        self.terminal.type(line).until(line)
        self.terminal.type("\t\t")
        return self.terminal.until_all(expected)


@EVERY_SHELL
def test_a_workers_id_is_completed(agency, shell):
    with Line(agency, shell) as line:
        line.tab("visits today --worker sa", "rah ")


@pytest.mark.parametrize("command", ["today", "week"])
def test_a_value_behind_an_equals_sign_is_completed(agency, shell, command):
    with Line(agency, shell) as line:
        line.tab(f"visits {command} --worker=sa", "rah ")


def test_a_value_behind_an_equals_sign_is_offered_before_anything_of_it_is_typed(agency, shell):
    with Line(agency, shell) as line:
        line.tab("visits today --worker=", "linh", "sarah")
    # One before leaves the next as it is.
    with Line(agency, shell) as line:
        line.tab(f"visits today --socket={agency.socket} --worker=sar", "ah ")
    with Line(agency, shell) as line:
        line.tab("visits list --worker=sarah --client ge", "orge-papadakis ")


def test_all_clients_are_offered(agency, shell):
    clients = json.loads(agency.visits("clients", "--json").stdout)["clients"]
    with Line(agency, shell) as line:
        line.tab("visits add --client ", *(client["id"] for client in clients))


@EVERY_SHELL
def test_the_name_stands_beside_the_id_where_the_shell_can_show_it(agency, shell):
    with Line(agency, shell) as line:
        if shell == "bash":
            assert "Miller" not in line.tab("visits workers show ", "linh", "sarah")
        else:
            line.tab("visits workers show ", "sarah", "Sarah Miller")


@EVERY_SHELL
def test_the_options_of_a_command_that_needs_no_name_are_completed(agency, shell):
    for typed, rest in [("tasks --client marg", "aret-chen "), ("clients --worker sa", "rah "), ("tasks --cli", "ent")]:
        with Line(agency, shell) as line:
            line.tab(f"visits {typed}", rest)


@EVERY_SHELL
def test_a_visit_is_offered_with_its_client_and_time_or_in_bash_by_its_client(agency, shell):
    page = json.loads(agency.visits("list", "--worker", "sarah", "--json").stdout)
    visits = {visit["client"]: visit["id"][-8:] for visit in page["visits"]}
    assert len(visits) == 7
    if shell != "bash":
        # Columns too narrow for all of it are the shell's own matter.
        words = ["John Smith"] if shell == "zsh" else []
        with Line(agency, shell) as line:
            line.tab("visits complete --worker sarah ", *words, *visits.values())
        return
    for variables, typed in [({}, "--worker sarah "), ({"VISITS_WORKER": "sarah"}, "")]:
        with Line(agency, shell, **variables) as line:
            line.tab(f"visits complete {typed}", *visits)
        # Once one client is left the end of the id takes the name's place.
        with Line(agency, shell, **variables) as line:
            line.tab(f"visits complete {typed}john", f"{visits['john-smith']} ")


@EVERY_SHELL
def test_a_series_and_a_care_task_are_completed_by_name_in_bash_and_shown_beside_the_id_elsewhere(agency, shell):
    when = ["--start", "2031-03-10 8:00", "--minutes", "30", "--repeat", "daily"]
    agency.visits("add", "--client", "margaret-chen", *when)
    agency.visits("tasks", "add", "Walk the dog", "--client", "margaret-chen")
    series = json.loads(agency.visits("series", "--json").stdout)["series"][0]["id"]
    task = json.loads(agency.visits("tasks", "--client", "margaret-chen", "--json").stdout)["rows"][0]["task"]
    for typed, name, id in [
        ("series show ", "margaret-chen", series[-8:]),
        ("tasks done --client margaret-chen ", "walk-the-dog", task[-8:]),
    ]:
        with Line(agency, shell) as line:
            if shell == "bash":
                # Ids are hexadecimal and these names do not begin so: the shell draws the whole id.
                line.tab(f"visits {typed}{name[:4]}", f"{id} ")
            else:
                line.tab(f"visits {typed}{id[:-2]}", f"{id[-2:]} ")


def test_a_whole_id_of_any_day_is_completed(agency, shell):
    added = agency.visits("add", "--client", "john-smith", "--start", "2031-03-09 8:00", "--minutes", "30", "--json")
    id = json.loads(added.stdout)["visits"][0]["id"]
    with Line(agency, shell) as line:
        line.tab(f"visits show {id[:-2]}", f"{id[-2:]} ")


@EVERY_SHELL
def test_states_methods_and_commands_are_offered(agency, shell):
    for typed, rest in [
        ("list --status inP", "rogress "),
        ("call rpc.", "discover "),
        ("unas", "sign "),
        ("correct --reason wro", "ngVisit "),
        ("report --by cl", "ient "),
        ("today --locale pt", "-BR "),
    ]:
        with Line(agency, shell) as line:
            line.tab(f"visits {typed}", rest)


@EVERY_SHELL
def test_what_follows_another_name_of_a_command_is_completed(agency, shell):
    for typed, rest in [("find --worker sa", "rah "), ("workers find sa", "rah ")]:
        with Line(agency, shell) as line:
            line.tab(f"visits {typed}", rest)


def test_the_socket_on_the_line_is_the_one_that_is_asked(agency, shell):
    with Line(agency, shell, VISITS_SOCKET="/nowhere") as line:
        line.tab(f"visits today --socket {agency.socket} --worker sa", "rah ")


@EVERY_SHELL
@pytest.mark.parametrize("state", ["stopped", "hanging"])
def test_without_an_answer_nothing_is_offered_and_nothing_said(daemon, shell, state):
    if state == "hanging":
        daemon.start().process.send_signal(signal.SIGSTOP)
    with Line(daemon, shell) as line:
        line.terminal.type("visits today --worker sa").until("--worker sa")
        # Some shells draw the line anew with each key: what is left is what was offered or said.
        shown = line.terminal.type("\tXYZ").until("XYZ")
        assert shown.replace("visits today --worker sa", "").strip() == "XYZ"
