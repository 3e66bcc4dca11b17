"""What goes wrong, and when: rules that a test sets.

A rule is an object. Which requests it is for: `method`; `path`, a regular expression searched in path and query as the
log shows them ("/fhir/Appointment?_count=200"); `contains`, one that is searched in the request's body; `skip`, so
many of those go through first; `every`, then each n-th; `times`, so often in all, 1 unless said, null for always. The
first rule that is due acts, and acts alone.

What it does:
  status                 answers with it, and does nothing; with `headers`, `body`, `type` (the content type)
  redirect               answers 307, or `status`, with this Location
  delay                  waits so many seconds first
  cut                    closes without an answer: "before" anything is done, or "after" it is committed
  truncate               sends so many bytes of the answer, then closes
  endless                sends the answer's beginning, then blanks for ever, with so many seconds between them
  stale                  reads as it was so many commits before the rule was set; 0: as it was then
  backdate               gives what is written a lastUpdated so many seconds in the past
  expire                 true: every `next` link has expired
  repeat                 a page begins so many rows too early
  next                   puts this in the place of the `next` link; "self": the page's own, which makes a cycle;
                         "new": one that was never given out before, which leads to the same page
  replace                {regular expression: text}, done to the answer's body
  entries                what is done to the entries of the answer's Bundle: "reverse", "drop" the last, "repeat" it
  stream                 sends one of the endless or broken answers of streams.py in place of the true one, whatever
                         was asked, with `drip` seconds between two pieces
  certificate            [file, key]: once it has answered, speaks TLS with these, and closes the connection
  headers, type          put on the true answer
"""

import dataclasses
import re

from upstream.streams import STREAMS

# By its name in a rule, what may stand there.
_MATCHING = {"method": str, "path": str, "contains": str, "skip": int, "every": int, "times": (int, type(None))}
_DOING = {
    "status": int,
    "headers": dict,
    "body": str,
    "type": str,
    "redirect": str,
    "delay": (int, float),
    "cut": str,
    "truncate": int,
    "endless": (int, float),
    "stale": int,
    "backdate": (int, float),
    "expire": bool,
    "repeat": int,
    "next": str,
    "replace": dict,
    "entries": str,
    "stream": str,
    "drip": (int, float),
    "certificate": list,
}
# What may stand under some of them.
_ONE_OF = {"cut": ("before", "after"), "entries": ("reverse", "drop", "repeat"), "stream": tuple(STREAMS)}


@dataclasses.dataclass
class Rule:
    """One rule, and how often it was looked at and has acted."""

    told: dict
    set_at: int
    seen: int = 0
    acted: int = 0

    def get(self, name):
        """What the rule says under a name, None when it says nothing."""
        return self.told.get(name)

    @property
    def name(self):
        """What it does, in the words of the rule."""
        return ", ".join(name for name in self.told if name in _DOING)

    def is_due(self, method, target, body):
        """Whether it acts on a request; counts it when it is one of its."""
        times = self.told.get("times", 1)
        if self.get("method") not in (None, method) or (times is not None and self.acted >= times):
            return False
        if not re.search(self.told.get("path", ""), target) or not re.search(self.told.get("contains", ""), body):
            return False
        self.seen += 1
        past = self.seen - self.told.get("skip", 0)
        if past < 1 or past % self.told.get("every", 1):
            return False
        self.acted += 1
        return True


class Faults:
    """The rules that are set."""

    def __init__(self):
        self.rules = []

    def due(self, method, target, body):
        """The rule that acts on a request, None when all goes well."""
        return next((rule for rule in self.rules if rule.is_due(method, target, body)), None)

    def add(self, told, tick):
        """Sets one more rule, at a tick of the store. Raises ValueError for what is none."""
        self.rules.append(Rule(_checked(told), tick))


def _checked(told):
    if not isinstance(told, dict):
        raise ValueError("A rule is an object.")
    for name, value in told.items():
        expected = _MATCHING.get(name) or _DOING.get(name)
        if expected is None:
            raise ValueError(f"No rule knows '{name}'; it knows {', '.join([*_MATCHING, *_DOING])}.")
        if not isinstance(value, expected) or (isinstance(value, bool) and expected is not bool):
            raise ValueError(f"'{name}' cannot be {value!r}.")
    if not any(name in _DOING for name in told):
        raise ValueError(f"The rule does nothing; it could do one of {', '.join(_DOING)}.")
    if told.get("every", 1) < 1:
        raise ValueError("'every' is at least 1.")
    for name, words in _ONE_OF.items():
        if name in told and told[name] not in words:
            raise ValueError(f"'{name}' is one of {', '.join(words)}.")
    for pattern in [told.get("path", ""), told.get("contains", ""), *told.get("replace", {})]:
        try:
            re.compile(pattern)
        except re.error as error:
            raise ValueError(f"'{pattern}' is no regular expression: {error}.") from None
    return told
