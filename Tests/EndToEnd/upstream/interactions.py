"""What can be done with one resource or one type: read, vread, history, create, update, delete, search."""

import re
import uuid

from upstream import calls, searching, shape
from upstream.calls import Answer
from upstream.moments import span
from upstream.outcomes import Refusal

_ID = re.compile(r"[A-Za-z0-9.-]{1,64}")


class Interactions:
    """FHIR's interactions on a store."""

    def __init__(self, store, settings, clock, pages):
        self.store, self.settings, self.clock, self.pages = store, settings, clock, pages
        self.versioned = settings.has("versioning")

    def read(self, call, kind, id):
        """The current version, or 304 where the client has it."""
        version = self._existing(kind, id, call.at)
        asked = call.headers.get("if-none-match")
        if asked and self.versioned and calls.named_version(asked) == version.version:
            return Answer(304, calls.version_headers(version, True))
        return self._shown(200, version)

    def vread(self, call, kind, id, number):
        """One version."""
        if not self.versioned:
            raise Refusal(404, "This server keeps no versions.", code="not-supported")
        found = [version for version in self.store.versions(kind, id) if str(version.version) == number]
        if not found:
            raise Refusal(404, f"There is no version {number} of {kind}/{id}.")
        if found[0].body is None:
            raise Refusal(410, f"Version {number} of {kind}/{id} is its deletion.")
        return self._shown(200, found[0])

    def history(self, call, kind, id):
        """A Bundle of all versions of a resource."""
        versions = self.store.versions(kind, id)
        if not versions:
            raise Refusal(404, f"There is no {kind}/{id}.")
        return Answer(200, {}, self.pages.history(call.base, f"{kind}/{id}/_history", versions))

    def type_history(self, call, kind):
        """A Bundle of all that happened to a type's resources since a moment."""
        since = next((value for name, value in call.parameters if name == "_since"), None)
        low = span(since)[0] if since else 0
        versions = [version for version in self.store.versions(kind) if version.updated >= low]
        return Answer(200, {}, self.pages.history(call.base, f"{kind}/_history", versions))

    def create(self, call, kind):
        """A new resource with an id of the server's, unless If-None-Exist finds one."""
        resource = self._offered(call, kind)
        condition = call.headers.get("if-none-exist")
        if condition and self.settings.has("conditional-create"):
            there = self.matches(kind, condition)
            if len(there) > 1:
                raise Refusal(412, f"{len(there)} resources match {condition}.", code="multiple-matches")
            if there and call.id not in (None, there[0]):
                raise Refusal(412, f"Two entries create what {condition} finds.", code="duplicate")
            if there:
                return self._written(call, 200, self.store.current(kind, there[0]))
        return self._stored(call, 201, kind, call.id or str(uuid.uuid4()), resource)

    def update(self, call, kind, id):
        """The next version, under If-Match and If-None-Match; or the first, with an id of the client's."""
        resource = self._offered(call, kind)
        if resource.get("id") != id:
            raise Refusal(400, f"The resource's id is {resource.get('id')}, and the URL says {id}.")
        before = self.store.current(kind, id)
        there = before is not None and before.body is not None
        self._check_version(call, kind, id, before if there else None)
        if before is None and not self.settings.has("update-as-create"):
            raise Refusal(405, f"There is no {kind}/{id}, and clients choose no ids here.")
        return self._stored(call, 200 if there else 201, kind, id, resource)

    def delete(self, call, kind, id):
        """A deletion; of what is not there too, as R4 has it."""
        before = self.store.current(kind, id)
        if before and before.body is not None:
            self._check_version(call, kind, id, before)
            before = self.store.write(kind, id, None, self.clock.now() - call.backdate)
        return Answer(204, {"ETag": calls.etag(before)} if before and self.versioned else {})

    def search(self, call, kind):
        """The first page of what is found."""
        search = searching.parsed(kind, call.parameters, call.lenient)
        ids = self.store.ids(kind, search.where, search.values, search.order, call.at, search.by_row)
        return Answer(200, {}, self.pages.first(call, kind, ids, search))

    def matches(self, kind, query):
        """The ids of what a condition (If-None-Exist, a conditional reference) finds."""
        search = searching.parsed(kind, calls.parameters_of(query.removeprefix("?")))
        if not search.where:
            raise Refusal(412, f"'{query}' says nothing by which one resource could be known.")
        return self.store.ids(kind, search.where, search.values, by_row=search.by_row)

    def _existing(self, kind, id, at):
        version = self.store.current(kind, id, at)
        if version is None:
            raise Refusal(404, f"There is no {kind}/{id}.")
        if version.body is None:
            raise Refusal(410, f"{kind}/{id} was deleted.")
        return version

    def _offered(self, call, kind):
        resource = call.read()
        if resource["resourceType"] != kind:
            raise Refusal(400, f"The resource is of type {resource['resourceType']}, and the URL says {kind}.")
        shape.check(resource)
        return resource

    def _check_version(self, call, kind, id, current):
        if call.headers.get("if-none-match", "").strip() == "*" and current:
            raise Refusal(412, f"{kind}/{id} is there already.", code="duplicate")
        expected = call.headers.get("if-match")
        if expected is None or not self.versioned:
            return
        if current is None:
            raise Refusal(412, f"There is no {kind}/{id} whose version could match {expected}.")
        if calls.named_version(expected) != current.version:
            said = f"{kind}/{id} has version {calls.etag(current)}, not {expected}."
            raise Refusal(self.settings.conflict, said, code="conflict")

    def _stored(self, call, status, kind, id, resource):
        if not _ID.fullmatch(id):
            raise Refusal(400, f"'{id}' is no id.", code="value")
        return self._written(call, status, self.store.write(kind, id, resource, self.clock.now() - call.backdate))

    def _written(self, call, status, version):
        answer = self._shown(status, version)
        answer.headers["Location"] = f"{call.base}/{version.type}/{version.id}"
        if self.versioned:
            answer.headers["Location"] += f"/_history/{version.version}"
        if call.returns("representation") != "representation":
            answer.body = ""
        return answer

    def _shown(self, status, version):
        return Answer(status, calls.version_headers(version, self.versioned), version.body, version)
