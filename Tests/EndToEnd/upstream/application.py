"""The server over HTTP: FHIR below /fhir, the token endpoint, and what tests are given below /__…"""

import asyncio
import json
import re
import sys
import traceback

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from upstream import calls, fhir_json, streams, tokens, transport
from upstream.calls import Answer, Call
from upstream.clock import http_date
from upstream.control import Control
from upstream.outcomes import Refusal

_JSON = "application/fhir+json; charset=utf-8"
_METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"]
# What may be read before there is a token.
_OPEN = ("/fhir/metadata", "/fhir/.well-known/smart-configuration")
# What makes each `next` link of a fault another one, and changes nothing else.
_TURN = "_turn"


class Application:
    """What happens to a request before and after FHIR has its say: limits, tokens, faults, the log."""

    def __init__(self, rest, pages, store, settings, clock, tokens, faults, log):
        self._rest, self._pages, self._store, self._settings = rest, pages, store, settings
        self._clock, self._tokens, self._faults, self._log = clock, tokens, faults, log

    def asgi(self):
        """The ASGI application."""
        control = Control(self._store, self._clock, self._tokens, self._faults, self._log)
        return Starlette(
            routes=[
                *control.routes(),
                Route("/{path:path}", self._asked, methods=_METHODS),
            ]
        )

    async def _asked(self, request):
        target = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        entry = self._log.begun(self._clock.now(), request, target)
        try:
            body = await self._body(request)
            entry.bytes = len(body)
            rule = self._faults.due(request.method, target, body.decode("utf-8", "replace"))
            if rule:
                entry.fault = rule.name
                response = await self._faulty(rule, request, body)
            else:
                response = _response(self._answer(request, body))
        except Refusal as refusal:
            response = _response(Answer.of(refusal))
            response.headers["Connection"] = "close"
        except ClientDisconnect:
            response = Response(status_code=400)
        except Exception:
            traceback.print_exc(file=sys.stderr)
            response = _response(Answer.of(Refusal(500, "The server has failed; its stderr says where.")))
        response.headers.setdefault("Date", http_date(self._clock.now()))
        entry.status = None if isinstance(response, transport.Cut) else response.status_code
        await self._log.done(entry)
        return response

    async def _body(self, request):
        body = bytearray()
        async for chunk in request.stream():
            body += chunk
            if len(body) > self._settings.max_bytes:
                raise Refusal(413, f"The body has more than {self._settings.max_bytes} bytes.")
        return bytes(body)

    def _answer(self, request, body, rule=None):
        """The true answer, without what a rule does to it."""
        root, path = f"{request.url.scheme}://{request.url.netloc}", request.url.path
        if path == "/token" and request.method == "POST" and self._tokens.secured:
            form = dict(calls.parameters_of(body.decode("utf-8", "replace")))
            status, told = self._tokens.grant(form, f"{root}/token")
            return Answer(status, {"Content-Type": "application/json", "Cache-Control": "no-store"}, json.dumps(told))
        if path == "/fhir/.well-known/smart-configuration" and self._tokens.secured:
            return Answer(200, {"Content-Type": "application/json"}, json.dumps(tokens.configuration(f"{root}/token")))
        if path != "/fhir" and not path.startswith("/fhir/"):
            raise Refusal(404, f"Nothing is at {path}; FHIR's base is {root}/fhir.")
        if path not in _OPEN and not self._tokens.admits(request.headers.get("authorization")):
            return Answer.of(Refusal(401, "A bearer token is needed."), **{"WWW-Authenticate": "Bearer"})
        _negotiate(request, body)
        call = Call(
            method="GET" if request.method == "HEAD" else request.method,
            path=path.removeprefix("/fhir").strip("/").split("/"),
            parameters=[told for told in calls.parameters_of(request.url.query) if told[0] != _TURN],
            base=f"{root}/fhir",
            headers=dict(request.headers),
            body=body,
        )
        if rule and rule.get("stale") is not None:
            call.at = max(0, rule.set_at - rule.get("stale"))
        if rule:
            call.backdate = round(1000 * (rule.get("backdate") or 0))
            call.step_back = rule.get("repeat") or 0
        return self._rest.answer(call)

    async def _faulty(self, rule, request, body):
        """The response of a request that a rule acts on."""
        if rule.get("delay"):
            await asyncio.sleep(rule.get("delay"))
        if rule.get("stream"):
            return streams.streamed(rule.get("stream"), rule.get("drip") or 0)
        headers = {**(rule.get("headers") or {})}
        if rule.get("type"):
            headers["Content-Type"] = rule.get("type")
        if rule.get("redirect"):
            headers["Location"] = rule.get("redirect")
            return Response(status_code=rule.get("status") or 307, headers=headers)
        if rule.get("status"):
            refused = Answer.of(Refusal(rule.get("status"), "A fault that a test has set."))
            given = rule.get("body")
            return _response(Answer(rule.get("status"), headers, refused.body if given is None else given))
        if rule.get("cut") == "before":
            return transport.Cut()
        if rule.get("expire"):
            self._pages.expire()
        answer = self._answer(request, body, rule)
        if rule.get("cut") == "after":
            return transport.Cut()
        answer.headers.update(headers)
        answer.body = _altered(rule, answer.body if rule.get("body") is None else rule.get("body"))
        if rule.get("certificate"):
            return _response(answer, transport.NewCertificate, files=rule.get("certificate"))
        if rule.get("truncate") is not None:
            return _response(answer, transport.Truncated, keep=rule.get("truncate"))
        if rule.get("endless") is not None:
            beginning = answer.body[: max(1, len(answer.body) // 2)].encode()
            stream = transport.endless(beginning, rule.get("endless"))
            return StreamingResponse(stream, answer.status, {"Content-Type": _JSON, **answer.headers})
        return _response(answer)


def _negotiate(request, body):
    """Refuses what is not JSON, sent or wanted."""
    accepted = request.headers.get("accept", "*/*")
    if not re.search(r"\*/\*|application/(\*|json|fhir\+json)", accepted):
        raise Refusal(406, f"Only application/fhir+json can be had, and {accepted} is accepted.")
    given = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if body and given not in ("application/fhir+json", "application/json"):
        raise Refusal(415, f"Only application/fhir+json can be sent, and this is {given or 'of no type'}.")


def _altered(rule, body):
    for pattern, text in (rule.get("replace") or {}).items():
        body = re.sub(pattern, text, body)
    if not rule.get("next") and not rule.get("entries"):
        return body
    bundle = fhir_json.read(body)
    if rule.get("next"):
        _lead_on(bundle, rule)
    if rule.get("entries"):
        entries = bundle.get("entry", [])
        ways = {"reverse": entries[::-1], "drop": entries[:-1], "repeat": entries + entries[-1:]}
        bundle["entry"] = ways[rule.get("entries")]
    return fhir_json.write(bundle)


def _lead_on(bundle, rule):
    links, target = bundle.get("link", []), rule.get("next")
    own = next((link["url"] for link in links if link["relation"] == "self"), "")
    kept = [link for link in links if link["relation"] != "next"]
    if target == "self":
        target = own
    if target == "new":
        target = f"{own}{'&' if '?' in own else '?'}{_TURN}={rule.acted}"
    bundle["link"] = [*kept, {"relation": "next", "url": target}]


def _response(answer, kind=Response, **more):
    headers = {"Content-Type": _JSON, **answer.headers} if answer.body else dict(answer.headers)
    return kind(answer.body.encode() or None, answer.status, headers, **more)
