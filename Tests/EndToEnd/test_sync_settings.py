"""Wrong settings of the upstream are named by a check and by the start; what systemd shows tells how sync stands."""

import os
import re
import signal
import subprocess

import pytest
from certificates import private_pem
from cryptography.hazmat.primitives.asymmetric import ec
from programs import CONFIGURATION, VISITSD, environment
from synced import Synced, booked, hours, people

EX_CONFIG = 78
SECRET = "do not show this"


@pytest.fixture
def files(daemon):
    """Files that settings name, good and bad."""
    folder = daemon.folder / "files"
    folder.mkdir()
    contents = {
        "token": b"let-me-in",
        "empty": b"",
        "words": SECRET.encode(),
        "p256.pem": private_pem(ec.generate_private_key(ec.SECP256R1())),
    }
    for name, content in contents.items():
        (folder / name).write_bytes(content)
        (folder / name).chmod(0o600)
    return folder


def checked(daemon):
    """What `visitsd check` comes to, and says of what is wrong."""
    done = subprocess.run(
        [VISITSD, "check", "--config", daemon.configuration, "--state", daemon.state],
        capture_output=True,
        text=True,
        env=environment(**daemon.variables),
        timeout=60,
    )
    return done.returncode, done.stdout + done.stderr


WRONG = {
    "empty-token": ({"tokenFile": "{files}/empty"}, 'upstream.tokenFile is "{files}/empty", which holds no token; '),
    "words-for-token": (
        {"tokenFile": "{files}/words"},
        'upstream.tokenFile is "{files}/words", which holds no token; it must hold one line without spaces.',
    ),
    "unknown-key": (
        {"clientId": "v", "keyFile": "{files}/p256.pem"},
        'upstream.keyFile is "{files}/p256.pem", which holds no key that can sign; it must hold a private key in PEM, '
        "RSA of 2048 bits or more or on the curve P-384.",
    ),
    "no-key": ({"clientId": "v"}, "upstream.clientId needs upstream.keyFile beside it."),
    "two-ways": (
        {"tokenFile": "{files}/token", "tokenCredential": "ehr"},
        "upstream.tokenCredential and upstream.tokenFile exclude each other; leave one of them.",
    ),
    "bad-authority": (
        {"certificates": "{files}/words"},
        'upstream.certificates is "{files}/words", which cannot be read or holds no certificate; ',
    ),
    "plain-http": (
        {"url": "http://ehr.example/fhir"},
        'upstream.url is "http://ehr.example/fhir"; it must be an https address; http goes to this machine alone, '
        "unless upstream.plainHttp is true.",
    ),
    "plain-http-for-tokens": (
        {"clientId": "v", "keyFile": "{files}/p384.pem", "tokenUrl": "http://ehr.example/token"},
        'upstream.tokenUrl is "http://ehr.example/token"; it must be an https address',
    ),
    "password-in-address": (
        {"url": "https://agency:s3cret@ehr.example/fhir"},
        'upstream.url is "https://...@ehr.example/fhir"; it must be the base address of a FHIR server',
    ),
    "password-with-a-slash": ({"url": "https://v:s3/cret@ehr.example"}, 'upstream.url is "https://...@ehr.example"; it'),
    "password-without-scheme": ({"url": "v:s3cret@ehr.example"}, 'upstream.url is "...@ehr.example"; it must be'),
    "no-address": ({"url": "ehr.example"}, 'upstream.url is "ehr.example"; it must be the base address of a FHIR server'),
}


@pytest.mark.parametrize(("settings", "said"), WRONG.values(), ids=WRONG)
def test_a_wrong_setting_is_named_in_one_line_and_nothing_starts(daemon, files, settings, said):
    (files / "p384.pem").write_bytes(private_pem(ec.generate_private_key(ec.SECP384R1())))
    daemon.variables = {"CREDENTIALS_DIRECTORY": files}
    lines = {"url": "https://ehr.example/fhir", **settings}
    text = "".join(f"  {key}: {value.format(files=files)}\n" for key, value in lines.items())
    daemon.configuration.write_text(f"{CONFIGURATION}upstream:\n{text}")
    expected = said.format(files=files)
    status, told = checked(daemon)
    assert (status, len(told.splitlines())) == (EX_CONFIG, 1)
    assert expected in told
    status, log = daemon.refused()
    assert status == EX_CONFIG
    assert expected in log
    assert SECRET not in told + log
    assert not daemon.state.exists()


LACKING = {
    "missing-token": (
        {"tokenFile": "{files}/none"},
        'upstream.tokenFile is "{files}/none", which cannot be read; visitsd\'s user must be able to. '
        "Look with: ls -l {files}/none",
        "Sync is off: upstream.tokenFile names {files}/none, and visitsd cannot read that file.",
    ),
    "folder-for-token": (
        {"tokenFile": "{files}"},
        'upstream.tokenFile is "{files}", which cannot be read; ',
        "Sync is off: upstream.tokenFile names {files}, and visitsd cannot read that file.",
    ),
    "no-credential": (
        {"tokenCredential": "ehr"},
        'upstream.tokenCredential is "ehr" ({files}/ehr), which cannot be read; ',
        "Sync is off: upstream.tokenCredential names a credential that systemd has not handed over ({files}/ehr).",
    ),
    "missing-key": (
        {"clientId": "v", "keyFile": "{files}/none"},
        'upstream.keyFile is "{files}/none", which cannot be read; ',
        "Sync is off: upstream.keyFile names {files}/none, and visitsd cannot read that file.",
    ),
}


@pytest.mark.parametrize(("settings", "checks", "said"), LACKING.values(), ids=LACKING)
def test_a_secret_that_cannot_be_read_leaves_sync_off_and_all_else_starts(daemon, files, settings, checks, said):
    daemon.variables = {**daemon.variables, "CREDENTIALS_DIRECTORY": files}
    lines = {"url": "http://127.0.0.1:9/fhir", **settings}
    text = "".join(f"  {key}: {value.format(files=files)}\n" for key, value in lines.items())
    daemon.configuration.write_text(f"{CONFIGURATION}upstream:\n{text}")
    status, told = checked(daemon)
    assert status == 1
    assert "Sync is off: " + checks.format(files=files) in told
    assert "The configuration is in order." not in told
    daemon.start().import_sample()
    expected = said.format(files=files)
    assert expected in daemon.log
    with daemon.client() as client:
        assert [words for words in client.call("system.status")["warnings"] if words.startswith(expected)]
        assert len(client.call("today", worker="sarah")["cards"]) == 7


def test_sync_begins_when_its_token_is_there_without_a_restart(daemon, upstream, files):
    upstream.start("--token", files / "token").store(*people(), booked("a1", hours(0)))
    agency = Synced(daemon, upstream, tokenFile=files / "later")
    daemon.start()
    assert agency.sync() == "failed"
    (files / "later").write_bytes(b"let-me-in")
    (files / "later").chmod(0o600)
    daemon.process.send_signal(signal.SIGHUP)
    agency.until("synced")
    assert f"Sync is on: visitsd can read {files}/later of upstream.tokenFile now." in daemon.log
    assert agency.call("system.status")["warnings"] == []


def test_a_check_says_what_only_a_start_by_systemd_can_know(daemon):
    daemon.configuration.write_text(
        f"{CONFIGURATION}upstream:\n  url: https://ehr.example/fhir\n  tokenCredential: ehr\n"
    )
    status, told = checked(daemon)
    assert status == 0
    assert "What upstream.tokenCredential names is looked for at the start: systemd hands it to visitsd alone." in told
    status, log = daemon.refused()
    assert status == EX_CONFIG
    assert 'upstream.tokenCredential is "ehr", and systemd has handed over no such credential' in log


def test_a_token_that_everybody_can_read_is_warned_of(daemon, upstream, files):
    (files / "token").chmod(0o644)
    upstream.start("--token", files / "token").store(*people(), booked("a1", hours(0)))
    agency = Synced(daemon, upstream, tokenFile=files / "token")
    warning = f"upstream.tokenFile: everybody on this machine can read {files}/token. Take that away: chmod o= {files}/token"
    status, told = checked(daemon)
    assert status == 1
    assert warning in told
    daemon.start()
    assert agency.sync() == "synced"
    assert warning in daemon.log
    os.chmod(files / "token", 0o600)
    assert checked(daemon)[0] == 0


# It is told every 20 seconds.
@pytest.mark.long
def test_what_systemd_shows_tells_how_sync_stands(daemon, manager, upstream):
    upstream.start().store(*people(), booked("a1", hours(0)))
    agency = Synced(daemon, upstream)
    daemon.start()
    assert re.search(r"^STATUS=1 visit, synced \d+ s ago, 0 pending$", manager.until(", synced "), re.M)
    upstream.faults({"status": 403, "times": None})
    agency.sync()
    manager.until("pending. Sync fails: access is forbidden (403); changes are saved here.")
    upstream.stop()
    agency.sync()
    manager.until("pending. Upstream cannot be reached; changes are saved here.")
    assert daemon.stop() == 0
