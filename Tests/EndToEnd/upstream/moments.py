"""FHIR's dates and times as the spans that they name: a date is a day long, a second is a second long."""

import datetime
import re

_PATTERN = re.compile(
    r"(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(Z|[+-]\d\d:\d\d)?)?)?)?"
)
_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
_MILLISECOND = datetime.timedelta(milliseconds=1)


def span(text):
    """The first millisecond of a date, dateTime or instant, and the first one after it.

    Raises ValueError for what is none. Without a time zone it is UTC, this server's own.
    """
    match = _PATTERN.fullmatch(text)
    if not match:
        raise ValueError(f"'{text}' is no date and no time")
    year, month, day, hour, minute, second, fraction, zone = match.groups()
    parts = (int(year), int(month or 1), int(day or 1), int(hour or 0), int(minute or 0), int(second or 0))
    start = datetime.datetime(*parts, tzinfo=_zone(zone))
    if fraction:
        low = _milliseconds(start) + int(fraction[:3].ljust(3, "0"))
        return low, low + 10 ** max(0, 3 - len(fraction))
    if second:
        end = start + datetime.timedelta(seconds=1)
    elif hour:
        end = start + datetime.timedelta(minutes=1)
    elif day:
        end = start + datetime.timedelta(days=1)
    elif month:
        end = (start + datetime.timedelta(days=31)).replace(day=1)
    else:
        end = start.replace(year=start.year + 1)
    return _milliseconds(start), _milliseconds(end)


def _milliseconds(moment):
    return (moment - _EPOCH) // _MILLISECOND


def _zone(text):
    if text in (None, "Z"):
        return datetime.timezone.utc
    hours, minutes = int(text[1:3]), int(text[4:6])
    offset = datetime.timedelta(hours=hours, minutes=minutes)
    return datetime.timezone(-offset if text[0] == "-" else offset)
