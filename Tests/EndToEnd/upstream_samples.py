"""Resources for tests of the upstream, and a plain HTTP client for them."""

import requests

SYSTEM = "urn:example:visits"


def patient(id=None, family="Chen"):
    """A client of the agency."""
    return _with_id(id, {"resourceType": "Patient", "name": [{"family": family, "given": ["Margaret"]}]})


def appointment(id=None, hour=8, value=None, **more):
    """A visit on Monday, 5 January 2026, an hour long, hours in UTC."""
    resource = {
        "resourceType": "Appointment",
        "status": "booked",
        "start": f"2026-01-05T{hour:02d}:00:00Z",
        "end": f"2026-01-05T{hour + 1:02d}:00:00Z",
        "participant": [{"actor": {"reference": "Practitioner/sarah"}, "status": "accepted"}],
        **more,
    }
    if value:
        resource["identifier"] = [{"system": SYSTEM, "value": value}]
    return _with_id(id, resource)


def encounter(id=None, visit="a1", start="2026-01-05T08:03:00Z", **more):
    """The attendance of a visit, still going on."""
    kind = {"system": "http://terminology.hl7.org/CodeSystem/v3-ActCode", "code": "HH"}
    resource = {
        "resourceType": "Encounter",
        "status": "in-progress",
        "class": kind,
        "appointment": [{"reference": f"Appointment/{visit}"}],
        "period": {"start": start},
        **more,
    }
    return _with_id(id, resource)


def transaction(*entries, kind="transaction"):
    """A Bundle of (method, url, resource, conditions) entries; a urn:uuid of a resource's `id` is no id of its own."""
    told = []
    for method, url, resource, *conditions in entries:
        entry = {"request": {"method": method, "url": url, **(conditions[0] if conditions else {})}}
        if resource:
            entry["resource"] = resource
            if resource.get("id", "").startswith("urn:"):
                entry["fullUrl"] = resource["id"]
                entry["resource"] = {name: value for name, value in resource.items() if name != "id"}
        told.append(entry)
    return {"resourceType": "Bundle", "type": kind, "entry": told}


def _with_id(id, resource):
    return {**resource, "id": id} if id else resource


class Asking:
    """Requests to an upstream, with FHIR's content type."""

    def __init__(self, upstream, **headers):
        self.upstream, self.session = upstream, requests.Session()
        self.session.trust_env = False
        self.session.headers.update({"Content-Type": "application/fhir+json", **headers})

    def __call__(self, method, path="", body=None, timeout=60, stream=False, **headers):
        """The answer; headers are named with underscores: If_Match."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        url = path if path.startswith("http") else f"{self.upstream.url}/{path}".rstrip("/")
        given = {"data": body} if isinstance(body, (str, bytes)) else {"json": body}
        return self.session.request(
            method, url, headers=named, timeout=timeout, stream=stream, allow_redirects=False, **given
        )

    def ids(self, path):
        """The ids of a search, page by page."""
        return [resource["id"] for resource in self.pages(path)]

    def pages(self, path):
        """The resources of a search, page by page."""
        while path:
            bundle = self("GET", path).json()
            yield from (entry["resource"] for entry in bundle.get("entry", []))
            path = next((link["url"] for link in bundle["link"] if link["relation"] == "next"), None)


def refused(answer, status, code):
    """Checks that an answer is a refusal with an OperationOutcome; returns what it says."""
    assert answer.status_code == status, answer.text
    assert answer.headers["Content-Type"].startswith("application/fhir+json")
    outcome = answer.json()
    assert outcome["resourceType"] == "OperationOutcome"
    assert {issue["code"] for issue in outcome["issue"]} == {code}, outcome
    return "; ".join(issue["diagnostics"] for issue in outcome["issue"])
