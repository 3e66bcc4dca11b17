"""Tokens and TLS of the tests' FHIR server."""

import json
import time
import uuid

import pytest
import requests
from certificates import Authority, private_pem, public_pem
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from joserfc import jwk, jwt
from upstream_samples import Asking, patient, refused

ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
KEY = ec.generate_private_key(ec.SECP384R1())


def endpoint(upstream):
    """Where tokens are given out."""
    configuration = requests.get(f"{upstream.url}/.well-known/smart-configuration", timeout=60).json()
    assert configuration["token_endpoint_auth_methods_supported"] == ["private_key_jwt"]
    return configuration["token_endpoint"]


def asked(url, key=KEY, algorithm="ES384", form=None, header=None, **claims):
    """What the token endpoint answers to a signed assertion; claims that are None are left out."""
    told = {"iss": "visitsd", "sub": "visitsd", "aud": url, "exp": time.time() + 200, "jti": uuid.uuid4().hex, **claims}
    signed = jwt.encode(
        {"alg": algorithm, "typ": "JWT", "kid": "k1", **(header or {})},
        {name: value for name, value in told.items() if value is not None},
        jwk.import_key(private_pem(key), "RSA" if algorithm.startswith("RS") else "EC"),
        algorithms=[algorithm],
    )
    fields = {
        "grant_type": "client_credentials",
        "scope": "system/*.read system/*.write",
        "client_assertion_type": ASSERTION,
        "client_assertion": signed,
        **(form or {}),
    }
    return requests.post(url, data=fields, timeout=60)


@pytest.fixture
def secured(upstream):
    """A running server that knows the client visitsd."""
    (upstream.folder / "key.pem").write_bytes(public_pem(KEY))
    return upstream.start("--client", f"visitsd={upstream.folder / 'key.pem'}")


def test_a_token_of_a_file_is_demanded_of_all_but_metadata(upstream):
    (upstream.folder / "token").write_text("let-me-in\n")
    ask = Asking(upstream.start("--token", upstream.folder / "token"))
    assert ask("GET", "metadata").status_code == 200
    answer = ask("PUT", "Patient/p1", patient("p1"))
    refused(answer, 401, "login")
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    refused(ask("GET", "Patient/p1", Authorization="Bearer wrong"), 401, "login")
    assert ask("PUT", "Patient/p1", patient("p1"), Authorization="Bearer let-me-in").status_code == 201


def test_a_signed_assertion_gets_a_token_that_lets_in_until_it_expires(secured):
    answer = asked(endpoint(secured))
    assert answer.headers["Cache-Control"] == "no-store"
    granted = answer.json()
    assert (granted["token_type"], granted["expires_in"]) == ("bearer", 300)
    ask = Asking(secured, Authorization=f"Bearer {granted['access_token']}")
    assert ask("GET", "Patient").status_code == 200
    assert granted["access_token"] not in json.dumps(secured.log())
    secured.set_clock(301)
    refused(ask("GET", "Patient"), 401, "login")
    secured.set_clock(0)
    secured.revoke_tokens()
    refused(ask("GET", "Patient"), 401, "login")
    statement = Asking(secured)("GET", "metadata").json()
    assert statement["rest"][0]["security"]["service"][0]["coding"][0]["code"] == "SMART-on-FHIR"


def test_an_rsa_key_of_a_set_is_known_by_its_id(upstream):
    key = rsa.generate_private_key(65537, 2048)
    public = jwk.import_key(public_pem(key), "RSA", {"kid": "k1"}).as_dict(private=False)
    (upstream.folder / "keys.json").write_text(json.dumps({"keys": [public]}))
    upstream.start("--client", f"visitsd={upstream.folder / 'keys.json'}", "--token-life", 1)
    assert asked(endpoint(upstream), key, "RS384").json()["expires_in"] == 1
    assert asked(endpoint(upstream), key, "RS384", header={"kid": "k2"}).status_code == 401


@pytest.mark.parametrize(
    "wrong",
    [
        {"key": ec.generate_private_key(ec.SECP384R1())},
        {"iss": "somebody"},
        {"sub": "somebody"},
        {"aud": "https://example.org/token"},
        {"exp": time.time() - 10},
        {"exp": time.time() + 3600},
        {"exp": None},
        {"jti": None},
        {"key": ec.generate_private_key(ec.SECP256R1()), "algorithm": "ES256"},
        {"form": {"client_assertion": "x.y.z"}},
        {"form": {"client_assertion": ""}},
    ],
)
def test_an_assertion_that_is_not_right_gets_nothing(secured, wrong):
    answer = asked(endpoint(secured), **wrong)
    assert (answer.status_code, answer.json()["error"]) == (401, "invalid_client")


def test_an_assertion_is_good_for_one_token(secured):
    once = {"jti": "the-only-one"}
    assert [asked(endpoint(secured), **once).status_code for _ in range(2)] == [200, 401]


@pytest.mark.parametrize(
    ("form", "error"),
    [
        ({"grant_type": "password"}, "unsupported_grant_type"),
        ({"client_assertion_type": "other"}, "invalid_request"),
        ({"scope": "openid"}, "invalid_scope"),
    ],
)
def test_a_form_that_is_not_right_gets_nothing(secured, form, error):
    answer = asked(endpoint(secured), form=form)
    assert (answer.status_code, answer.json()["error"]) == (400, error)


def test_the_token_endpoint_fails_like_any_other(secured):
    url = endpoint(secured)
    secured.faults({"path": "^/token", "status": 503})
    assert [asked(url).status_code for _ in range(2)] == [503, 200]


def test_tls_is_spoken_with_the_certificate_that_is_given(upstream):
    authority = Authority(upstream.folder)

    def read():
        return requests.get(f"{upstream.url}/metadata", verify=authority.file, timeout=60).status_code

    for days, address, trusted in [(1, "127.0.0.1", True), (-1, "127.0.0.1", False), (1, "127.0.0.2", False)]:
        certificate, key = authority.issue(address, days)
        upstream.start("--certificate", certificate, "--key", key)
        assert upstream.url.startswith("https://127.0.0.1:")
        if trusted:
            assert read() == 200
        else:
            with pytest.raises(requests.exceptions.SSLError):
                read()
        # A test's own look into it goes on whatever the certificate.
        assert upstream.log(path="/metadata") == ([*upstream.log()] if trusted else [])
        upstream.stop()
