"""The server's clock, which a test may set wrong."""

import dataclasses
import datetime
import email.utils
import time


@dataclasses.dataclass
class Clock:
    """Milliseconds since 1970, off by `offset` seconds."""

    offset: float = 0

    def now(self):
        """The instant in milliseconds."""
        return time.time_ns() // 1_000_000 + round(self.offset * 1000)


def instant(milliseconds):
    """As FHIR's instant: 2026-01-05T08:00:00.123Z."""
    moment = datetime.datetime.fromtimestamp(milliseconds // 1000, datetime.timezone.utc)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{milliseconds % 1000:03d}Z"


def http_date(milliseconds):
    """As HTTP's date, whole seconds: Mon, 05 Jan 2026 08:00:00 GMT."""
    return email.utils.formatdate(milliseconds // 1000, usegmt=True)
