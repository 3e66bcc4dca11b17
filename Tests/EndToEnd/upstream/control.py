"""What tests are given beside FHIR, below /__…: faults, the log, the clock, and what is stored.

Nothing here passes through faults, needs a token or stands in the log.
"""

import json

from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from upstream import fhir_json, seeds
from upstream.outcomes import Refusal


class Control:
    """The endpoints of a test."""

    def __init__(self, store, clock, tokens, faults, log):
        self._store, self._clock, self._tokens, self._faults, self._log = store, clock, tokens, faults, log

    def routes(self):
        """Where each is."""
        return [
            Route("/__faults", self._faults_at, methods=["GET", "PUT", "POST", "DELETE"]),
            Route("/__log", self._log_at, methods=["GET", "DELETE"]),
            Route("/__clock", self._clock_at, methods=["GET", "PUT"]),
            Route("/__tokens", self._tokens_at, methods=["DELETE"]),
            Route("/__resources", self._resources_at, methods=["POST"]),
            Route("/__all", self._all_at, methods=["DELETE"]),
            Route("/__resources/{kind}", self._kind_at, methods=["GET"]),
            Route("/__resources/{kind}/{id}", self._resource_at, methods=["DELETE"]),
        ]

    async def _faults_at(self, request):
        """PUT replaces the rules by those of a list, POST adds one or a list; the answer lists those that are set."""
        if request.method in ("PUT", "DELETE"):
            self._faults.rules.clear()
        if request.method in ("PUT", "POST"):
            try:
                told = json.loads(await request.body())
                for rule in told if isinstance(told, list) else [told]:
                    self._faults.add(rule, self._store.tick)
            except ValueError as error:
                return JSONResponse({"error": str(error)}, 400)
        return JSONResponse([{**rule.told, "seen": rule.seen, "acted": rule.acted} for rule in self._faults.rules])

    async def _log_at(self, request):
        """?after=NUMBER leaves out what is known; ?wait=SECONDS waits until there is something."""
        if request.method == "DELETE":
            self._log.clear()
        number = int(request.query_params.get("after", 0))
        return JSONResponse(await self._log.wait(number, float(request.query_params.get("wait", 0))))

    async def _clock_at(self, request):
        """PUT {"offset": SECONDS} sets the clock wrong."""
        if request.method == "PUT":
            self._clock.offset = json.loads(await request.body())["offset"]
        return JSONResponse({"offset": self._clock.offset, "now": self._clock.now()})

    async def _tokens_at(self, _):
        self._tokens.revoke()
        return Response(status_code=204)

    async def _all_at(self, _):
        """Makes it as new: no resource, no rule, no log, the clock right."""
        self._store.clear()
        self._faults.rules.clear()
        self._log.clear()
        self._clock.offset = 0
        return Response(status_code=204)

    async def _resources_at(self, request):
        """Stores a resource or a Bundle of them, as upstream's own users would."""
        try:
            told = fhir_json.read((await request.body()).decode())
            stored = seeds.load(self._store, self._clock, told)
        except Refusal as refusal:
            return JSONResponse(refusal.outcome(), refusal.status)
        except ValueError as error:
            return JSONResponse({"error": str(error)}, 400)
        return _plain([version.body for version in stored])

    async def _kind_at(self, request):
        """Every resource of a type; with ?versions every version, a deletion being null."""
        kind = request.path_params["kind"]
        if "versions" in request.query_params:
            return _plain([version.body or "null" for version in self._store.versions(kind)])
        return _plain([self._store.current(kind, id).body for id in self._store.ids(kind)])

    async def _resource_at(self, request):
        kind, id = request.path_params["kind"], request.path_params["id"]
        there = self._store.current(kind, id)
        if there is None or there.body is None:
            return JSONResponse({"error": f"There is no {kind}/{id}."}, 404)
        self._store.write(kind, id, None, self._clock.now())
        return Response(status_code=204)


def _plain(bodies):
    return Response(f"[{','.join(bodies)}]", media_type="application/json")
