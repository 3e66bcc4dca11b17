"""A request and its answer, whether they came alone over HTTP or as an entry of a Bundle."""

import dataclasses
import re
import urllib.parse

from upstream import fhir_json
from upstream.clock import http_date
from upstream.outcomes import Refusal
from upstream.store import Version

_ETAG = re.compile(r'(?:W/)?"([^"]*)"')


@dataclasses.dataclass
class Call:
    """What is asked for, below the base URL `base`; `resource` is a body that was read already."""

    method: str
    path: list
    parameters: list
    base: str
    headers: dict = dataclasses.field(default_factory=dict)
    body: bytes = b""
    resource: dict | None = None
    # The id that a create is to give, where a transaction has chosen it already.
    id: str | None = None
    # Faults: the tick to read at, by how much lastUpdated lies in the past, by how many rows a page steps back.
    at: int | None = None
    backdate: int = 0
    step_back: int = 0

    @property
    def lenient(self):
        """Whether parameters that are not known are to be passed over."""
        return "handling=lenient" in self.headers.get("prefer", "")

    def returns(self, default):
        """What the client prefers to get: representation, minimal or OperationOutcome."""
        match = re.search(r"return=(\w+)", self.headers.get("prefer", ""))
        return match[1] if match else default

    def read(self):
        """The body as a resource."""
        if self.resource is None:
            try:
                self.resource = fhir_json.read(self.body.decode())
            except ValueError as error:
                raise Refusal(400, f"The body is no JSON: {error}.", code="structure") from None
        if not isinstance(self.resource, dict) or not isinstance(self.resource.get("resourceType"), str):
            raise Refusal(400, "The body is no resource.", code="structure")
        return self.resource


@dataclasses.dataclass
class Answer:
    """A status, headers, a body that is JSON text or empty, and the version that all that is about."""

    status: int
    headers: dict = dataclasses.field(default_factory=dict)
    body: str = ""
    version: Version | None = None

    @classmethod
    def of(cls, refusal, **headers):
        """The answer that tells a refusal."""
        return cls(refusal.status, headers, fhir_json.write(refusal.outcome()))


def parameters_of(query):
    """The (name, value) pairs of a query; a plus is a space in it, as in every form."""
    try:
        return urllib.parse.parse_qsl(query, keep_blank_values=True, strict_parsing=bool(query), errors="strict")
    except ValueError:
        raise Refusal(400, f"'{query}' is no query.") from None


def etag(version):
    """W/"3"."""
    return f'W/"{version.version}"'


def named_version(text):
    """The version that an ETag names; None when it is none of ours."""
    match = _ETAG.fullmatch(text.strip())
    return int(match[1]) if match and match[1].isascii() and match[1].isdigit() else None


def version_headers(version, versioned):
    """ETag and Last-Modified."""
    modified = {"Last-Modified": http_date(version.updated)}
    return {"ETag": etag(version), **modified} if versioned else modified
