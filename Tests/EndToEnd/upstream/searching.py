"""The search parameters, as conditions on the store's columns."""

import dataclasses
import re

from upstream.moments import span
from upstream.outcomes import Refusal

_ORDERS = {"_lastUpdated": "updated", "_id": "id", "date": "starts"}
_WITH_DATE = ("Appointment", "Encounter")
_DEFAULT_COUNT, _LARGEST_COUNT = 50, 1000


@dataclasses.dataclass
class Search:
    """What is asked for, and the parameters that were understood."""

    where: list = dataclasses.field(default_factory=list)
    values: list = dataclasses.field(default_factory=list)
    order: str = "tick, rowid"
    count: int = _DEFAULT_COUNT
    # Whether a condition names the rows.
    by_row: bool = False
    used: list = dataclasses.field(default_factory=list)

    def add(self, condition, *values):
        """One more condition."""
        self.where.append(condition)
        self.values.extend(values)


def parsed(kind, parameters, lenient=False):
    """The Search that (name, value) pairs of a URL make.

    A parameter that is not known is refused, as many servers do: a search that leaves a condition out finds too much.
    """
    search = Search()
    for name, value in parameters:
        known = _parameter(search, kind, name, value)
        if known:
            search.used.append((name, value))
        elif not lenient:
            raise Refusal(400, f"The search parameter {name} of {kind} is not supported.", code="not-supported")
    return search


def _parameter(search, kind, name, value):
    if name == "_lastUpdated":
        _moment(search, name, value, "updated", "updated")
    elif name == "date" and kind in _WITH_DATE:
        _moment(search, name, value, "starts", "ends")
    elif name == "_id":
        ids = value.split(",")
        search.add(f"id IN ({', '.join('?' * len(ids))})", *ids)
    elif name == "identifier":
        _identifier(search, kind, value)
    elif name == "_sort":
        search.order = ", ".join([*(_order(kind, key) for key in value.split(",")), "tick", "rowid"])
    elif name == "_count":
        if not value.isascii() or not value.isdigit():
            raise Refusal(400, f"_count is '{value}', which is no number.")
        search.count = min(int(value), _LARGEST_COUNT)
    else:
        return name in ("_format", "_pretty")
    return True


def _moment(search, name, value, first, last):
    """A date parameter; a prefix compares the spans as R4's search page says."""
    prefix, text = re.fullmatch(r"((?:[a-z]{2}(?=\d))?)(.*)", value, re.DOTALL).groups()
    try:
        low, after = span(text)
    except (ValueError, OverflowError) as error:
        raise Refusal(400, f"{name}: {error}.") from None
    if prefix == "ge":
        search.add(f"{last} >= ?", low)
    elif prefix == "gt":
        search.add(f"{last} >= ?", after)
    elif prefix == "lt":
        search.add(f"{first} < ?", low)
    elif prefix == "le":
        search.add(f"{first} < ?", after)
    elif prefix in ("", "eq"):
        search.add(f"{first} >= ? AND {last} < ?", low, after)
    else:
        raise Refusal(400, f"{name}: the prefix '{prefix}' is not supported.", code="not-supported")


def _identifier(search, kind, value):
    """system|value, |value without a system, value of any system, system| with any value; a comma means or."""
    alternatives = []
    for token in value.split(","):
        system, bar, code = token.rpartition("|")
        conditions, values = [], [kind]
        if bar:
            conditions.append("system = ?")
            values.append(system)
        if code:
            conditions.append("i.value = ?")
            values.append(code)
        if not conditions or (bar and not system and not code):
            raise Refusal(400, "identifier is empty.")
        alternatives.append(" AND ".join(conditions))
        search.values.extend(values)
    # UNION ALL: each part finds its rows by the index.
    parts = (f"SELECT row FROM identifiers i WHERE i.type = ? AND {one}" for one in alternatives)
    search.by_row = True
    search.where.append(f"versions.rowid IN ({' UNION ALL '.join(parts)})")


def _order(kind, key):
    name, direction = (key[1:], "DESC") if key.startswith("-") else (key, "ASC")
    if name not in _ORDERS or (name == "date" and kind not in _WITH_DATE):
        raise Refusal(400, f"_sort by '{name}' is not supported.", code="not-supported")
    return f"{_ORDERS[name]} {direction}"
