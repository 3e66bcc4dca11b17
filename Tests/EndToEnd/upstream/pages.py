"""Bundles of what a search or a history found, a page at a time."""

import dataclasses
import secrets
import time
import urllib.parse

from upstream import fhir_json
from upstream.clock import instant
from upstream.outcomes import Refusal


@dataclasses.dataclass
class _Page:
    kind: str
    ids: list
    start: int
    count: int
    at: int | None
    until: float


class Pages:
    """What the `next` links stand for. As on other servers the ids are those of the first page's moment, and the
    resources those of the moment at which a page is read."""

    def __init__(self, store, life):
        self._store, self._life = store, life
        self._pages = {}

    def first(self, call, kind, ids, search):
        """The Bundle of a search's first page, as text."""
        page = _Page(kind, ids, 0, search.count, call.at, 0)
        query = urllib.parse.urlencode(search.used)
        return self._bundle(call.base, f"{kind}?{query}" if query else kind, page)

    def follow(self, call, kind, token):
        """The Bundle of a page that a `next` link stands for; it can be read again until it expires."""
        page = self._pages.get(token)
        if page is None or page.kind != kind or page.until < time.monotonic():
            raise Refusal(410, "This page has expired; search again.", code="expired")
        page = dataclasses.replace(page, start=max(0, page.start - call.step_back))
        return self._bundle(call.base, f"{kind}?_page={token}", page)

    def expire(self):
        """Every `next` link that was given out is of no use any more."""
        self._pages.clear()

    def history(self, base, own, versions):
        """The Bundle of versions, the newest first; `own` is where it stands below the base."""
        entries = []
        for version in reversed(versions):
            method = "DELETE" if version.body is None else "POST" if version.version == 1 else "PUT"
            url = version.type if method == "POST" else f"{version.type}/{version.id}"
            entry = {
                "fullUrl": f"{base}/{version.type}/{version.id}",
                "request": {"method": method, "url": url},
                "response": {
                    "status": {"DELETE": "204", "POST": "201", "PUT": "200"}[method],
                    "etag": f'W/"{version.version}"',
                    "lastModified": instant(version.updated),
                },
            }
            entries.append(_with_resource(entry, version.body))
        links = [{"relation": "self", "url": f"{base}/{own}"}]
        return _text("history", len(entries), links, entries)

    def _bundle(self, base, own, page):
        links = [{"relation": "self", "url": f"{base}/{own}"}]
        end = page.start + page.count
        if page.count and end < len(page.ids):
            token = secrets.token_urlsafe(12)
            self._pages[token] = dataclasses.replace(page, start=end, until=time.monotonic() + self._life)
            links.append({"relation": "next", "url": f"{base}/{page.kind}?_page={token}"})
        entries = []
        for id in page.ids[page.start : end]:
            version = self._store.current(page.kind, id, page.at)
            if version and version.body is not None:
                head = {"fullUrl": f"{base}/{page.kind}/{id}", "search": {"mode": "match"}}
                entries.append(_with_resource(head, version.body))
        return _text("searchset", len(page.ids), links, entries)


def _with_resource(entry, body):
    """An entry as text; the resource's own text is put in as it is stored."""
    text = fhir_json.write(entry)
    return f'{text[:-1]},"resource":{body}}}' if body is not None else text


def _text(kind, total, links, entries):
    head = fhir_json.write({"resourceType": "Bundle", "type": kind, "total": total, "link": links})
    return f'{head[:-1]},"entry":[{",".join(entries)}]}}' if entries else head
