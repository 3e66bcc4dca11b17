"""Which interaction a method and a path below the base URL ask for."""

from upstream.bundles import Bundles
from upstream.calls import Answer
from upstream.capabilities import statement
from upstream.outcomes import Refusal
from upstream.settings import TYPES


class Rest:
    """FHIR's RESTful API, without HTTP."""

    def __init__(self, interactions, secured):
        self._interactions = interactions
        self._bundles = Bundles(self, interactions)
        self._secured = secured

    def answer(self, call):
        """The answer to a call, refusals included."""
        try:
            if call.path == [""] or not call.path:
                if call.method != "POST":
                    raise _not_allowed(call)
                return self._bundles.process(call)
            return self.carry_out(call)
        except Refusal as refusal:
            return Answer.of(refusal)

    def carry_out(self, call):
        """The answer to a call that is no Bundle's."""
        if call.path == ["metadata"]:
            if call.method != "GET":
                raise _not_allowed(call)
            return Answer(200, {}, statement(self._interactions.settings, call.base, self._secured))
        kind, *rest = call.path
        if kind not in TYPES:
            raise Refusal(404, f"There is no resource type {kind} here.", code="not-supported")
        match (call.method, *rest):
            case ("GET",):
                return self._found(call, kind)
            case ("POST",):
                return self._interactions.create(call, kind)
            case ("GET", "_history") if self._interactions.settings.type_history:
                return self._interactions.type_history(call, kind)
            case ("GET", id):
                return self._interactions.read(call, kind, id)
            case ("PUT", id):
                return self._interactions.update(call, kind, id)
            case ("DELETE", id):
                return self._interactions.delete(call, kind, id)
            case ("GET", id, "_history"):
                return self._interactions.history(call, kind, id)
            case ("GET", id, "_history", number):
                return self._interactions.vread(call, kind, id, number)
        raise _not_allowed(call)

    def _found(self, call, kind):
        pages = [value for name, value in call.parameters if name == "_page"]
        if pages:
            return Answer(200, {}, self._interactions.pages.follow(call, kind, pages[0]))
        return self._interactions.search(call, kind)


def _not_allowed(call):
    return Refusal(405, f"{call.method} is not supported for /{'/'.join(call.path)}.")
