"""What was asked and answered, for tests to read."""

import asyncio
import collections
import dataclasses

_HEADERS = (
    "accept",
    "cache-control",
    "content-type",
    "if-match",
    "if-none-exist",
    "if-none-match",
    "prefer",
    "user-agent",
)


@dataclasses.dataclass
class Entry:
    """One request. Never with a token: of Authorization only the scheme is kept."""

    at: int
    method: str
    path: str
    headers: dict
    # Counts on in the order in which requests were done with.
    number: int = 0
    # The length of the request's body.
    bytes: int = 0
    # What it was answered with, null when nothing was.
    status: int | None = None
    # What the rule that acted on it does, null when none did.
    fault: str | None = None


class Log:
    """The last requests, the oldest first."""

    def __init__(self, echo=None):
        self._entries = collections.deque(maxlen=100_000)
        self._number = 0
        self._more = asyncio.Condition()
        self._echo = echo

    def begun(self, at, request, target):
        """The entry of a request that comes in; it is shown once it is done()."""
        headers = {name: request.headers[name] for name in _HEADERS if name in request.headers}
        if "authorization" in request.headers:
            headers["authorization"] = request.headers["authorization"].partition(" ")[0]
        return Entry(at, request.method, target, headers)

    async def done(self, entry):
        """Shows an entry, just before its answer goes out."""
        self._number += 1
        entry.number = self._number
        self._entries.append(entry)
        if self._echo:
            self._echo(f"{entry.method} {entry.path} {entry.status or 'no answer'}")
        async with self._more:
            self._more.notify_all()

    def after(self, number):
        """The entries with a higher number."""
        return [dataclasses.asdict(entry) for entry in self._entries if entry.number > number]

    async def wait(self, number, seconds):
        """The same, as soon as there is one, or when the seconds are over."""
        async with self._more:
            try:
                await asyncio.wait_for(self._more.wait_for(lambda: self.after(number)), seconds)
            except asyncio.TimeoutError:
                pass
        return self.after(number)

    def clear(self):
        """Forgets what was asked so far; the numbers go on."""
        self._entries.clear()
