"""The CapabilityStatement: what this server does, and what it was told not to do."""

from upstream import fhir_json
from upstream.settings import TYPES

_DATED = ("Appointment", "Encounter")


def statement(settings, base, secured):
    """The CapabilityStatement as text. secured: whether SMART backend services give out the tokens."""
    versioned = settings.has("versioning")
    reading = ["read", "vread", "history-instance"] if versioned else ["read"]
    if settings.type_history:
        reading.append("history-type")
    rest = {
        "mode": "server",
        "resource": [_resource(kind, reading, settings, versioned) for kind in TYPES],
        "interaction": [
            {"code": code} for code in ("transaction", "batch") if code == "batch" or settings.has("transaction")
        ],
    }
    if secured:
        system = "http://terminology.hl7.org/CodeSystem/restful-security-service"
        rest["security"] = {"service": [{"coding": [{"system": system, "code": "SMART-on-FHIR"}]}]}
    return fhir_json.write(
        {
            "resourceType": "CapabilityStatement",
            "status": "active",
            "date": "2026-01-01",
            "kind": "instance",
            "software": {"name": "visits test upstream"},
            "implementation": {"description": "A FHIR server for tests", "url": base},
            "fhirVersion": "4.0.1",
            "format": ["application/fhir+json"],
            "rest": [rest],
        }
    )


def _resource(kind, reading, settings, versioned):
    parameters = [("_id", "token"), ("_lastUpdated", "date"), ("identifier", "token")]
    if kind in _DATED:
        parameters.append(("date", "date"))
    return {
        "type": kind,
        "interaction": [{"code": code} for code in [*reading, "create", "update", "delete", "search-type"]],
        "versioning": "versioned" if versioned else "no-version",
        "readHistory": versioned,
        "updateCreate": settings.has("update-as-create"),
        "conditionalCreate": settings.has("conditional-create"),
        "conditionalRead": "not-match" if versioned else "not-supported",
        "searchParam": [{"name": name, "type": type} for name, type in parameters],
    }
