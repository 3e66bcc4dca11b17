"""Bearer tokens: one that stands in a file, or those that SMART backend services give out."""

import json
import pathlib
import secrets

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from joserfc import jwk, jws, jwt
from joserfc.errors import JoseError

_ALGORITHMS = ["RS384", "ES384"]
_ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
_LONGEST_ASSERTION = 300


class Tokens:
    """Who may come in. Neither a token nor a client: everybody."""

    def __init__(self, clock, token=None, clients=None, life=300):
        self._clock, self._token, self._life = clock, token, life
        self._clients = clients or {}
        self._granted, self._used = {}, {}

    @property
    def secured(self):
        """Whether tokens can be had at the token endpoint."""
        return bool(self._clients)

    def admits(self, header):
        """Whether an Authorization header lets its sender in."""
        if self._token is None and not self._clients:
            return True
        scheme, _, token = (header or "").partition(" ")
        if scheme.lower() != "bearer":
            return False
        if self._token is not None and secrets.compare_digest(token.encode(), self._token.encode()):
            return True
        return self._granted.get(token, 0) > self._seconds()

    def revoke(self):
        """Forgets every token that was given out."""
        self._granted.clear()

    def grant(self, form, endpoint):
        """The status and the object that the token endpoint at a URL answers to a form."""
        if form.get("grant_type") != "client_credentials":
            return _error(400, "unsupported_grant_type", "Only client_credentials is supported.")
        if form.get("client_assertion_type") != _ASSERTION:
            return _error(400, "invalid_request", f"client_assertion_type is not {_ASSERTION}.")
        scope = form.get("scope", "")
        if not scope or not all(word.startswith("system/") for word in scope.split()):
            return _error(400, "invalid_scope", "The scope must be of the form system/….")
        try:
            self._check(form.get("client_assertion", ""), endpoint)
        except (JoseError, ValueError) as error:
            return _error(401, "invalid_client", str(error))
        token = secrets.token_urlsafe(24)
        self._granted[token] = self._seconds() + self._life
        return 200, {"access_token": token, "token_type": "bearer", "expires_in": self._life, "scope": scope}

    def _check(self, assertion, endpoint):
        """Raises ValueError or JoseError unless the JWT is one that a client may use, once."""
        claimed = json.loads(jws.extract_compact(assertion.encode()).payload)
        key = self._clients.get(claimed.get("iss"))
        if key is None or claimed.get("sub") != claimed["iss"]:
            raise ValueError("iss and sub are not the id of one client that is known")
        token = jwt.decode(assertion, key, algorithms=_ALGORITHMS)
        claims = token.claims
        if token.header.get("typ") != "JWT" or not token.header.get("kid"):
            raise ValueError("the header needs typ JWT and a kid")
        if endpoint not in _listed(claims.get("aud")):
            raise ValueError(f"aud is not {endpoint}")
        now, until = self._seconds(), claims.get("exp")
        if not isinstance(until, (int, float)) or not now < until <= now + _LONGEST_ASSERTION:
            raise ValueError("exp is missing, past, or more than five minutes ahead")
        self._used = {key: end for key, end in self._used.items() if end > now}
        once = (claims["iss"], claims.get("jti"))
        if not isinstance(once[1], str) or once in self._used:
            raise ValueError("jti is missing or was used before")
        self._used[once] = until

    def _seconds(self):
        return self._clock.now() / 1000


def client_keys(path):
    """The public key or keys of a client's file: a JWK Set, a JWK or PEM."""
    text = pathlib.Path(path).read_text()
    if not text.lstrip().startswith("{"):
        return jwk.import_key(text, "RSA" if _is_rsa(text) else "EC")
    keys = json.loads(text)
    return jwk.KeySet.import_key_set(keys) if "keys" in keys else jwk.import_key(keys)


def _is_rsa(text):
    return isinstance(serialization.load_pem_public_key(text.encode()), rsa.RSAPublicKey)


def configuration(endpoint):
    """What .well-known/smart-configuration says."""
    return {
        "token_endpoint": endpoint,
        "token_endpoint_auth_methods_supported": ["private_key_jwt"],
        "token_endpoint_auth_signing_alg_values_supported": _ALGORITHMS,
        "grant_types_supported": ["client_credentials"],
        "scopes_supported": ["system/*.read", "system/*.write", "system/*.rs", "system/*.cruds"],
        "capabilities": ["client-confidential-asymmetric", "permission-v1", "permission-v2"],
    }


def _listed(value):
    return value if isinstance(value, list) else [value]


def _error(status, code, description):
    return status, {"error": code, "error_description": description}
