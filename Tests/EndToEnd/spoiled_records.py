"""FHIR resources with each value replaced by each one of a wrong type, for the tests of hostile servers."""

import copy
import json

WRONG = [7, 1 << 63, 1.5, True, "nonsense", [7], {"a": 7}, [["a"]]]

_META = {"versionId": "1", "lastUpdated": "2026-01-01T00:00:00Z"}
_PERIOD = {"start": "2020-01-01", "end": "2099-01-01"}
_NAME = [{"text": "Ann Lee", "family": "Lee", "given": ["Ann"], "use": "official", "period": _PERIOD}]
_TELECOM = [{"system": "phone", "value": "555 0100", "use": "home", "rank": 1}]
_IDENTIFIER = [{"system": "urn:example:number", "value": "17"}]
_ADDRESS = {"text": "1 Elm St", "line": ["1 Elm St"], "city": "Springfield", "use": "home"}
_PERSON = {"meta": _META, "identifier": _IDENTIFIER, "active": True, "name": _NAME, "telecom": _TELECOM}

# What each type is read for; an Appointment is completed by the test.
SAMPLES = {
    "Appointment": {
        "meta": _META,
        "identifier": _IDENTIFIER,
        "serviceType": [{"text": "Bath", "coding": [{"system": "urn:example:codes", "code": "b", "display": "Bath"}]}],
        "description": "Bath",
        "comment": "Ring twice",
        "patientInstruction": "None",
        "minutesDuration": 60,
    },
    "Patient": {
        **_PERSON,
        "birthDate": "1950-01-01",
        "deceasedBoolean": False,
        "address": [_ADDRESS],
        "contact": [{"relationship": [{"text": "son"}], "name": _NAME[0], "telecom": _TELECOM}],
        "link": [{"type": "seealso", "other": {"reference": "Patient/x"}}],
        "photo": [{"contentType": "image/png", "url": "https://ehr.example/x"}],
        "extension": [{"url": "urn:example:extension", "valueString": "a"}],
    },
    "Practitioner": _PERSON,
    "Location": {"meta": _META, "name": "Home", "address": _ADDRESS},
    "Encounter": {
        "meta": _META,
        "status": "planned",
        "appointment": [{"reference": "Appointment/a"}],
        "subject": {"reference": "Patient/p"},
        "participant": [{"individual": {"reference": "Practitioner/w"}}],
        "period": {"start": "2026-01-01T00:00:00Z", "end": "2026-01-01T01:00:00Z"},
    },
}


def spoiled(value, path=""):
    """For each part and each wrong value: the way to the part, whether the kinds differ, and the whole."""
    for name in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []:
        if name in ("resourceType", "id"):
            continue
        changes = [(f"{path}/{name}", type(wrong) is not type(value[name]), wrong) for wrong in WRONG]
        for way, is_other_kind, part in [*changes, *spoiled(value[name], f"{path}/{name}")]:
            other = copy.copy(value)
            other[name] = part
            yield way, is_other_kind, other


def page(resources):
    """The answer of a search that has found these, as text."""
    entries = [{"resource": resource, "search": {"mode": "match"}} for resource in resources]
    return json.dumps({"resourceType": "Bundle", "type": "searchset", "entry": entries})
