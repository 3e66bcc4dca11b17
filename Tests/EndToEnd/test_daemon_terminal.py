"""Nothing that somebody hands to visitsd acts on the terminal, or in the journal, in which visitsd repeats it."""

import subprocess

import pytest
from programs import AGENCY, VISITSD, environment

# It would name the window, ring the bell and turn the direction of what follows.
EVIL = "x\x1b]0;y\x07\u202e"
SEEN = "x\\u{1b}]0;y\\u{7}\\u{202e}"
QUOTED = EVIL.encode("unicode_escape").decode()


@pytest.mark.parametrize(
    ("words", "variables", "configuration", "status"),
    [
        pytest.param(["{evil}"], {}, AGENCY, 64, id="word"),
        pytest.param(["--{evil}"], {}, AGENCY, 64, id="flag"),
        pytest.param(["sample", "--at", "{evil}"], {}, AGENCY, 64, id="time"),
        pytest.param(["--config", "/nowhere/{evil}"], {}, AGENCY, 78, id="path of the configuration, to run"),
        pytest.param(["check", "--config", "/nowhere/{evil}"], {}, AGENCY, 78, id="path of the configuration, to check"),
        pytest.param(["check", "--config", "{file}", "--state", "{folder}/{evil}"], {}, AGENCY, 0, id="path of the state"),
        pytest.param(["--config", "{file}", "--socket", "/nowhere/{evil}"], {}, AGENCY, 69, id="path of the socket"),
        pytest.param(["restore", "/nowhere/{evil}", "--config", "{file}"], {}, AGENCY, 74, id="path of a backup"),
        pytest.param(["check", "--config", "{file}", "--upstream", "{evil}"], {}, AGENCY, 78, id="address"),
        pytest.param(["check", "--config", "{file}"], {}, 'agency:\n  "{quoted}": 1\n', 78, id="key"),
        pytest.param(["check", "--config", "{file}"], {}, 'agency:\n  timeZone: "{quoted}"\n', 78, id="value"),
        pytest.param(["--config", "{file}"], {}, 'agency:\n  timeZone: "{quoted}"\n', 78, id="value, to run"),
        pytest.param(
            ["check", "--config", "{file}"], {"VISITSD_AGENCY_TIME_ZONE": EVIL}, AGENCY, 78, id="value of a variable"
        ),
        pytest.param(["check", "--config", "{file}"], {"VISITSD_" + EVIL: 1}, AGENCY, 78, id="name of a variable"),
        pytest.param(["--config", "{file}"], {"VISITSD_" + EVIL: 1}, AGENCY, 78, id="name of a variable, to run"),
    ],
)
def test_what_visitsd_repeats_is_seen_and_does_nothing(words, variables, configuration, status, daemon):
    daemon.configuration.write_text(configuration.replace("{quoted}", QUOTED))
    places = {"evil": EVIL, "file": daemon.configuration, "folder": daemon.folder}
    done = subprocess.run(
        [VISITSD, *(word.format(**places) for word in words)],
        env=environment(VISITSD_STATE=daemon.state, **variables) if "--state" not in words else environment(**variables),
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    said = done.stdout + done.stderr
    assert done.returncode == status, said
    assert SEEN in said
    assert not set("\x1b\x07\u202e") & set(said), repr(said)
