"""Bundles that are posted to the base: a transaction succeeds or fails as a whole, a batch entry by entry."""

import contextlib
import urllib.parse
import uuid

from upstream import calls, fhir_json
from upstream.calls import Answer, Call
from upstream.clock import instant
from upstream.outcomes import Refusal

# R4's order of processing, whatever the order of the entries.
_ORDER = ("DELETE", "POST", "PUT", "GET")
_CONDITIONS = {"ifMatch": "if-match", "ifNoneMatch": "if-none-match", "ifNoneExist": "if-none-exist"}


class Bundles:
    """Carries out transactions and batches through the interactions on single resources."""

    def __init__(self, rest, interactions):
        self._rest, self._interactions = rest, interactions
        self._settings = interactions.settings

    def process(self, call):
        """The Bundle that answers the one in a call."""
        bundle = call.read()
        if bundle["resourceType"] != "Bundle" or bundle.get("type") not in ("transaction", "batch"):
            raise Refusal(400, "Only a Bundle of type transaction or batch can be posted here.")
        entries = bundle.get("entry", [])
        if not isinstance(entries, list):
            raise Refusal(400, "Bundle.entry is no list.", code="structure")
        if len(entries) > self._settings.max_entries:
            raise Refusal(413, f"{len(entries)} entries are more than {self._settings.max_entries}.", code="too-costly")
        inner = []
        for index, entry in enumerate(entries):
            with _of_entry(index):
                inner.append(self._entry(call, entry))
        if bundle["type"] == "batch":
            answers = [self._alone(one) for one in inner]
        elif self._settings.has("transaction"):
            answers = self._together(entries, inner)
        else:
            raise Refusal(400, "This server takes no transactions.", code="not-supported")
        told = [_told(answer, call.returns("minimal") == "representation") for answer in answers]
        head = fhir_json.write({"resourceType": "Bundle", "type": f"{bundle['type']}-response"})
        return Answer(200, {}, f'{head[:-1]},"entry":[{",".join(told)}]}}' if told else head)

    def _entry(self, call, entry):
        """The call that an entry stands for."""
        try:
            request = entry["request"]
            method, url = request["method"], urllib.parse.urlsplit(request["url"].removeprefix(call.base + "/"))
            headers = {header: request[name] for name, header in _CONDITIONS.items() if name in request}
        except (KeyError, TypeError, AttributeError, ValueError):
            raise Refusal(400, "An entry needs request.method and request.url.", code="required") from None
        if method not in _ORDER:
            raise Refusal(400, f"The method {method} is not supported.", code="not-supported")
        return Call(
            method=method,
            path=url.path.split("/"),
            parameters=calls.parameters_of(url.query),
            base=call.base,
            headers=headers,
            resource=entry.get("resource"),
            at=call.at,
            backdate=call.backdate,
        )

    def _alone(self, call):
        try:
            return self._rest.carry_out(call)
        except Refusal as refusal:
            return Answer.of(refusal)

    def _together(self, entries, inner):
        answers = [None] * len(inner)
        touched = set()

        def carry_out(methods):
            for index in sorted(range(len(inner)), key=lambda index: _ORDER.index(inner[index].method)):
                call = inner[index]
                if call.method not in methods:
                    continue
                with _of_entry(index):
                    if call.method in ("PUT", "DELETE") and tuple(call.path) in touched:
                        raise Refusal(400, f"{'/'.join(call.path)} stands in two entries.", code="duplicate")
                    touched.add(tuple(call.path))
                    answers[index] = self._rest.carry_out(call)

        with self._interactions.store.commit():
            # What is deleted is to be found by no condition.
            carry_out(("DELETE",))
            self._choose_ids(entries, inner)
            carry_out(("POST", "PUT", "GET"))
        return answers

    def _choose_ids(self, entries, inner):
        """Gives what is to be created its id first, so that the references of all entries can be turned to it."""
        ids = {}
        for index, (entry, call) in enumerate(zip(entries, inner)):
            with _of_entry(index):
                if call.method == "POST" and len(call.path) == 1:
                    call.id = self._found(call) or str(uuid.uuid4())
                full = entry.get("fullUrl")
                if call.method not in ("POST", "PUT") or not isinstance(full, str):
                    continue
                if full in ids:
                    raise Refusal(400, f"The fullUrl {full} stands in two entries.", code="duplicate")
                ids[full] = "/".join([*call.path, call.id] if call.id else call.path)
        for index, call in enumerate(inner):
            with _of_entry(index):
                call.resource = self._turned(call.resource, ids)

    def _found(self, call):
        """The id of what a conditional create finds; references then lead to that."""
        condition = call.headers.get("if-none-exist")
        if not condition or not self._settings.has("conditional-create"):
            return None
        there = self._interactions.matches(call.path[0], condition)
        return there[0] if len(there) == 1 else None

    def _turned(self, value, ids):
        """The same value with its references to entries, and its conditional ones, turned to what they mean."""
        if isinstance(value, list):
            return [self._turned(one, ids) for one in value]
        if not isinstance(value, dict):
            return value
        return {
            name: self._target(one, ids)
            if name == "reference" and isinstance(one, str)
            else self._turned(one, ids)
            for name, one in value.items()
        }

    def _target(self, reference, ids):
        if reference in ids:
            return ids[reference]
        if reference.startswith("urn:"):
            raise Refusal(400, f"No entry has the fullUrl {reference}.", code="not-found")
        kind, mark, query = reference.partition("?")
        if not mark:
            return reference
        there = self._interactions.matches(kind, query)
        if len(there) != 1:
            raise Refusal(412, f"{len(there)} resources match {reference}.", code="multiple-matches")
        return f"{kind}/{there[0]}"


@contextlib.contextmanager
def _of_entry(index):
    try:
        yield
    except Refusal as refusal:
        raise refusal.of_entry(index) from None


def _told(answer, whole):
    """The entry that answers one, as text."""
    response = {"status": str(answer.status)}
    for header, name in (("Location", "location"), ("ETag", "etag")):
        if header in answer.headers:
            response[name] = answer.headers[header]
    if answer.version:
        response["lastModified"] = instant(answer.version.updated)
    failed = answer.status >= 400
    if failed:
        response["outcome"] = fhir_json.read(answer.body)
    text = fhir_json.write({"response": response})
    # What was read is always told, what was written only where it is asked for.
    with_resource = answer.body and not failed and (whole or "Location" not in answer.headers)
    return f'{text[:-1]},"resource":{answer.body}}}' if with_resource else text
