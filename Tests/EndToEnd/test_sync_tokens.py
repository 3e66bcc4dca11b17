"""How visitsd proves to upstream who it is, and to whom it does not."""

import http.server
import threading

import pytest
from certificates import private_pem, public_pem
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from synced import Synced, booked, hours, people

TOKEN = "let-me-in-4711"
NEXT = "let-me-in-4712"


def written(path, text, mode=0o600):
    """A file with a text, for its owner alone."""
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    path.chmod(mode)
    return path


def secured(upstream, token=TOKEN):
    """A server that demands a token."""
    upstream.start("--token", written(upstream.folder / "token", f"{token}\n"))
    upstream.store(*people(), booked("a1", hours(0)))
    return upstream


def refusals(upstream):
    """How often it was asked without a token that it takes."""
    return sum(entry["status"] == 401 for entry in upstream.log())


class Elsewhere(http.server.BaseHTTPRequestHandler):
    """Another server, which notes who comes."""

    seen = []

    def do_GET(self):
        self.seen.append((self.path, self.headers.get("authorization")))
        self.send_error(404)

    do_POST = do_PUT = do_GET

    def log_message(self, *_):
        """Nothing on stderr."""


@pytest.fixture
def elsewhere():
    """The base address of another server on this machine."""
    Elsewhere.seen = []
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_token_of_a_file_is_read_anew_when_it_is_not_accepted_any_more(daemon, upstream):
    file = written(daemon.folder / "token", f"{TOKEN}\n")
    agency = Synced(daemon, secured(upstream), tokenFile=file)
    daemon.start()
    assert agency.sync() == "synced"
    assert refusals(upstream) == 0
    visit = agency.visit()
    upstream.stop()
    secured(upstream, NEXT)
    agency.change("visit.complete", visit=visit)
    # Nobody has replaced it yet, and it is tried once.
    assert agency.sync() == "failed"
    status = agency.call("sync.status")
    assert status["problem"] == "The agency's system does not accept our token (401)."
    assert "Sync fails: the token is not accepted (401)." in daemon.log
    before = refusals(upstream)
    written(file, NEXT)
    assert agency.sync() == "synced"
    # Each of the two loops learns it at most once.
    assert refusals(upstream) - before <= 2
    assert [found["status"] for found in upstream.resources("Appointment")] == ["fulfilled"]
    assert [found["status"] for found in upstream.versions("Encounter")] == ["finished"]
    assert "let-me-in" not in daemon.log


def test_a_token_is_taken_from_a_credential_of_systemd(daemon, upstream):
    folder = daemon.folder / "credentials"
    folder.mkdir(mode=0o700)
    written(folder / "ehr-token", TOKEN, 0o400)
    daemon.variables = {"CREDENTIALS_DIRECTORY": folder}
    agency = Synced(daemon, secured(upstream), tokenCredential="ehr-token")
    daemon.start()
    assert agency.sync() == "synced"
    assert refusals(upstream) == 0
    assert len(agency.today()["cards"]) == 1
    assert TOKEN not in daemon.log


@pytest.mark.parametrize("kind", ["P-384", "RSA"])
def test_tokens_are_issued_for_a_signed_assertion_and_issued_anew_when_they_are_over(daemon, upstream, kind):
    key = ec.generate_private_key(ec.SECP384R1()) if kind == "P-384" else rsa.generate_private_key(65537, 2048)
    public = written(upstream.folder / "key.pem", public_pem(key))
    upstream.start("--client", f"visitsd={public}").store(*people(), booked("a1", hours(0)))
    file = written(daemon.folder / "key.pem", private_pem(key))
    agency = Synced(daemon, upstream, clientId="visitsd", keyFile=file, keyId="k1")
    daemon.start()
    assert agency.sync() == "synced"
    issued = len(upstream.log(path="^/token"))
    assert 1 <= issued <= 2
    # It is good for another while: it is not asked for again.
    assert agency.sync() == "synced"
    assert len(upstream.log(path="^/token")) == issued
    upstream.revoke_tokens()
    agency.complete()
    assert agency.sync() == "synced"
    assert 1 <= len(upstream.log(path="^/token")) - issued <= 2
    assert refusals(upstream) <= 2
    assert [found["status"] for found in upstream.resources("Appointment")] == ["fulfilled"]
    upstream.faults({"path": "^/token", "status": 400, "body": '{"error":"invalid_client"}', "times": None})
    upstream.revoke_tokens()
    assert agency.sync() == "failed"
    status = agency.call("sync.status")
    words = "The agency's system does not accept our token (401). The token server issued no token for us."
    assert status["problem"] == words
    assert status["pull"]["cause"] == {"kind": "tokenRefused", "number": 400}
    upstream.faults()
    assert agency.sync() == "synced"
    assert "PRIVATE KEY" not in daemon.log


def test_a_token_goes_nowhere_else(daemon, upstream, elsewhere):
    agency = Synced(daemon, secured(upstream), tokenFile=written(daemon.folder / "token", TOKEN))
    daemon.start()
    assert agency.sync() == "synced"
    agency.complete()
    for fault in (
        {"path": "/Appointment\\?", "next": f"{elsewhere}/fhir/Appointment?_page=x"},
        {"path": "/Appointment\\?", "redirect": f"{elsewhere}/fhir/Appointment"},
        {"method": "POST", "redirect": f"{elsewhere}/fhir", "status": 308},
        {"method": "GET", "headers": {"Content-Location": elsewhere, "Location": elsewhere, "Link": elsewhere}},
    ):
        upstream.faults({"times": None, **fault})
        agency.change("visit.change", visit=agency.visit(), note=str(fault))
        agency.sync()
    upstream.faults()
    assert agency.sync() == "synced"
    assert Elsewhere.seen == []
    assert TOKEN not in daemon.log
    # Nor is it kept in what is backed up.
    assert daemon.stop() == 0
    assert TOKEN.encode() not in b"".join(file.read_bytes() for file in daemon.state.iterdir() if file.is_file())
