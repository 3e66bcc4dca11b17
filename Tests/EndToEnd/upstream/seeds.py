"""Puts resources into the store past the API, as if they had always been there."""

import uuid

from upstream import shape
from upstream.moments import span
from upstream.settings import TYPES


def load(store, clock, told, replace=True):
    """Stores a resource, or those of a Bundle of any type that the server knows; returns their versions.

    meta.lastUpdated is kept, so that a visit can be one that was booked long ago. replace: whether what has the same
    id already gets a next version. Raises ValueError or Refusal, and stores nothing, when something is wrong.
    """
    if not isinstance(told, dict):
        raise ValueError("This is neither a resource nor a Bundle.")
    entries = told.get("entry", []) if told.get("resourceType") == "Bundle" else [{"resource": told}]
    named = []
    targets = {}
    for entry in entries:
        resource = entry.get("resource", {})
        kind = resource.get("resourceType")
        if kind not in TYPES:
            continue
        id = resource.get("id") or str(uuid.uuid4())
        named.append((kind, id, resource))
        if entry.get("fullUrl", "").startswith("urn:"):
            targets[entry["fullUrl"]] = f"{kind}/{id}"
    stored = []
    with store.commit():
        for kind, id, resource in named:
            if not replace and store.current(kind, id):
                continue
            resource = {**_turned(resource, targets), "id": id}
            shape.check(resource)
            updated = resource.get("meta", {}).get("lastUpdated")
            stored.append(store.write(kind, id, resource, span(updated)[0] if updated else clock.now()))
    return stored


def _turned(value, targets):
    """The same value with its references to entries turned to their ids."""
    if isinstance(value, list):
        return [_turned(one, targets) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        name: targets.get(one, one) if name == "reference" and isinstance(one, str) else _turned(one, targets)
        for name, one in value.items()
    }
