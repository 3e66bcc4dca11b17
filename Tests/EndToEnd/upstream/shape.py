"""Holds resources against the models of fhir.resources."""

import functools
import importlib

import pydantic

from upstream import fhir_json
from upstream.outcomes import Refusal, issue

# Long lists of codes, which the models shorten to their beginning and a plus.
_ENCOUNTER = "planned arrived triaged in-progress onleave finished cancelled entered-in-error unknown"
_OBSERVATION = "registered preliminary final amended corrected cancelled entered-in-error unknown"
_TASK = (
    "draft requested received accepted rejected ready cancelled in-progress on-hold failed completed entered-in-error"
)
_IN_FULL = {
    ("Encounter", "status"): _ENCOUNTER,
    ("EncounterStatusHistory", "status"): _ENCOUNTER,
    ("Observation", "status"): _OBSERVATION,
    ("Task", "status"): _TASK,
}


def check(resource):
    """Raises Refusal 422, with an issue for each thing that is wrong."""
    kind = resource["resourceType"]
    try:
        checked = model(kind).model_validate_json(fhir_json.write(resource))
    except pydantic.ValidationError as error:
        problems = [(".".join([kind, *map(str, one["loc"])]), one["msg"]) for one in error.errors()]
    else:
        problems = list(_unknown_codes(checked, kind))
    if problems:
        issues = [issue(422, f"{place}: {message}", expression=place) for place, message in problems]
        raise Refusal(422, "; ".join(f"{place}: {message}" for place, message in problems), issues=issues)


@functools.cache
def model(kind):
    """The model of a type of resource."""
    # Imported when first needed: each costs a server that starts a part of a second.
    module = importlib.import_module(f"fhir.resources.R4B.{kind.lower()}")
    return getattr(module, kind)


def _unknown_codes(model, place):
    """What stands where only certain codes may; the models know those and do not check them."""
    fields = type(model).model_fields
    for name in model.model_fields_set & fields.keys():
        value = getattr(model, name)
        allowed = _codes(type(model), name)
        path = f"{place}.{fields[name].alias or name}"
        for index, one in enumerate(value) if isinstance(value, list) else [(None, value)]:
            at = path if index is None else f"{path}[{index}]"
            if isinstance(one, pydantic.BaseModel):
                yield from _unknown_codes(one, at)
            elif allowed and one is not None and one not in allowed:
                yield at, f"'{one}' is none of {', '.join(allowed)}"


@functools.cache
def _codes(model, name):
    extra = model.model_fields[name].json_schema_extra
    listed = tuple(extra.get("enum_values", ())) if isinstance(extra, dict) else ()
    return tuple(_IN_FULL[model.__name__, name].split()) if "+" in listed else listed
