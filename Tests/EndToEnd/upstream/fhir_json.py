"""JSON as FHIR wants it: no name twice, and decimals as they came, since 36.60 is not 36.6."""

import json
import re

# A decimal is a string that begins with this character of the private use area while it is in our hands.
_MARK = "\ue000"
_DECIMAL = re.compile(f'"{_MARK}([^"]*)"')


def read(text):
    """What a JSON text says. Raises ValueError when it is none."""
    try:
        return json.loads(text, parse_float=_MARK.__add__, parse_constant=_refuse, object_pairs_hook=_unique)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def write(value):
    """A JSON text of what read() returned."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _DECIMAL.sub(r"\1", text) if _MARK in text else text


def _refuse(word):
    raise ValueError(f"{word} is no JSON")


def _unique(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a name stands twice in an object")
    return members
