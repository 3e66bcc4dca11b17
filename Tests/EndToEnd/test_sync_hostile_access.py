"""A server that changes who it is between two requests, and one whose tokens are never good: it is told nothing, asked
little, and what was made here arrives when all is well."""

import pytest
from bad_upstream import Agency, Connected
from cases import further
from certificates import Authority, private_pem, public_pem
from cryptography.hazmat.primitives.asymmetric import ec
from hostile import MOST_MEMORY, bounded, peak

NO_TOKEN = "The agency's system does not accept our token (401)."
FOUND = "/Appointment\\?"


@pytest.fixture
def start(daemon, upstream):
    """Starts the server with these words and a visitsd with these settings; the agency that they keep."""
    clients = []

    def start(words, **settings):
        upstream.start(*words)
        synced = Connected(daemon, upstream, **settings)
        daemon.start()
        clients.append(synced.connected())
        clients[-1].__enter__()
        agency = Agency(synced)
        agency.begin()
        return agency

    yield start
    for client in clients:
        client.__exit__(None, None, None)


def test_a_certificate_that_changes_between_two_requests_is_seen(daemon, upstream, start):
    authority, stranger = Authority(upstream.folder), Authority(daemon.folder)
    good, bad = authority.issue(), stranger.issue()
    agency = start(["--certificate", good[0], "--key", good[1]], certificates=authority.file)
    # An answer to what the server can do is the last of the right one's.
    agency.upstream.faults({"path": "/metadata", "certificate": [str(file) for file in bad], "times": None})
    agency.upstream.store(agency.booked(agency.third, 3))
    agency.upstream.forget_log()
    with bounded(agency):
        agency.sync()
    agency.complete(agency.mine)
    assert agency.sync(3) == "failed"
    assert len(agency.cards()) == 2
    status = agency.synced.call("sync.status")
    assert status["problem"].startswith("The certificate of the agency's system is not trusted. ")
    assert status["push"]["cause"] == {"kind": "unknownIssuer"}
    assert {entry["path"] for entry in agency.upstream.log()} == {"/fhir/metadata"}
    agency.upstream.restart()
    agency.arrives_once_when_the_fault_ends(agency.mine)


@pytest.fixture
def secured(daemon, upstream, start):
    """An agency whose server gives tokens out to who signs; words are more of its command line."""

    def secured(*words):
        key = ec.generate_private_key(ec.SECP384R1())
        public, private = upstream.folder / "key.pem", daemon.folder / "key.pem"
        public.write_bytes(public_pem(key))
        private.write_bytes(private_pem(key))
        private.chmod(0o600)
        return start(["--client", f"visitsd={public}", *words], clientId="visitsd", keyFile=private, keyId="k1")

    return secured


def test_tokens_that_are_each_refused_are_asked_for_a_few_times_in_a_run(secured):
    agency = secured()
    agency.upstream.faults({"path": "^/fhir(?!/metadata|/.well-known)", "status": 401, "times": None})
    agency.complete(agency.mine)
    agency.upstream.forget_log()
    with bounded(agency):
        assert agency.sync(3) == "failed"
    assert agency.synced.call("sync.status")["problem"].startswith(NO_TOKEN)
    assert NO_TOKEN in agency.daemon.visits("sync", "status").stdout
    # Three runs of two loops, and in each of them a request with a new token, then with another one.
    assert len(agency.upstream.log(path="^/token")) <= 18
    assert len(agency.upstream.log()) <= 60
    agency.arrives_once_when_the_fault_ends(agency.mine)


@pytest.mark.parametrize("life", ["0", "-1", further("9223372036854775808"), further('"soon"'), further("1e999")])
def test_tokens_that_last_no_time_are_asked_for_no_more_often_than_used(secured, life):
    agency = secured()
    agency.upstream.revoke_tokens()
    over = {'"expires_in":[^,]*': f'"expires_in":{life}'}
    agency.upstream.faults({"path": "^/token", "replace": over, "times": None})
    # A completion is sent at once, and may need a token before anybody syncs.
    agency.upstream.forget_log()
    agency.complete(agency.mine)
    agency.upstream.store(agency.booked(agency.third, 3))
    assert agency.sync() == "synced"
    assert len(agency.cards()) == 3
    agency.is_there_once(agency.mine)
    issued, used = len(agency.upstream.log(path="^/token")), len(agency.upstream.log(path="^/fhir(?!/.well-known)"))
    assert 1 <= issued <= used


@pytest.mark.parametrize(
    ("stream", "words"),
    [
        ("blanks", NO_TOKEN),
        ("a million zeros", NO_TOKEN),
        further("gzip", NO_TOKEN),
        ("headers", "The agency's system cannot be reached. The connection was closed."),
    ],
)
def test_a_place_for_tokens_that_answers_without_end_or_measure_is_left(secured, stream, words):
    agency = secured()
    agency.upstream.revoke_tokens()
    agency.upstream.faults({"path": "^/token", "stream": stream, "times": None})
    agency.complete(agency.mine)
    with bounded(agency):
        assert agency.sync(3) in ("failed", "savedLocally")
    status = agency.synced.call("sync.status")
    assert status["problem"].startswith(words)
    assert peak(agency.daemon) < MOST_MEMORY / 2
    agency.arrives_once_when_the_fault_ends(agency.mine)
