"""Every version of every resource, in SQLite."""

import contextlib
import sqlite3
import typing

from upstream import fhir_json
from upstream.clock import instant
from upstream.moments import span

# What `until` says of a version that nothing has followed yet.
_FOREVER = 2**62
# The indexes hold what is current alone, and so their condition stands in queries as it stands here.
_CURRENT = f"until = {_FOREVER}"
_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS versions (
  type TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL,
  tick INTEGER NOT NULL, until INTEGER NOT NULL,
  updated INTEGER NOT NULL, starts INTEGER, ends INTEGER, body TEXT,
  PRIMARY KEY (type, id, version)
) STRICT;
CREATE INDEX IF NOT EXISTS versions_by_update ON versions (type, updated) WHERE {_CURRENT};
CREATE INDEX IF NOT EXISTS versions_by_start ON versions (type, starts) WHERE {_CURRENT};
CREATE TABLE IF NOT EXISTS identifiers (
  type TEXT NOT NULL, row INTEGER NOT NULL, system TEXT NOT NULL, value TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS identifiers_by_value ON identifiers (type, value, system);
"""


class Version(typing.NamedTuple):
    """One version of a resource; `body` is its JSON text, None of one that was deleted."""

    type: str
    id: str
    version: int
    updated: int
    body: str | None


class Store:
    """The versions, numbered by the commit (`tick`) that made them, so that earlier moments can be looked at."""

    def __init__(self, path, versioned=True):
        self._database = sqlite3.connect(path, isolation_level=None)
        self._database.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;" + _SCHEMA)
        self._versioned = versioned
        self.tick = self._database.execute("SELECT coalesce(max(tick), 0) FROM versions").fetchone()[0]

    @contextlib.contextmanager
    def commit(self):
        """All that is written inside becomes visible at once, or nothing of it."""
        if self._database.in_transaction:
            yield
            return
        self._database.execute("BEGIN IMMEDIATE")
        self.tick += 1
        try:
            yield
            self._database.execute("COMMIT")
        except BaseException:
            self._database.execute("ROLLBACK")
            self.tick -= 1
            raise

    def current(self, kind, id, at=None):
        """The newest version, or the one that was the newest at a tick; None where there was none yet."""
        row = self._database.execute(
            "SELECT type, id, version, updated, body FROM versions"
            " WHERE type = ? AND id = ? AND tick <= ? ORDER BY version DESC LIMIT 1",
            (kind, id, _FOREVER if at is None else at),
        ).fetchone()
        return row and Version(*row)

    def versions(self, kind, id=None):
        """Every version of a resource, or of all of a type, the oldest first."""
        rows = self._database.execute(
            "SELECT type, id, version, updated, body FROM versions"
            " WHERE type = ? AND (?2 IS NULL OR id = ?2) ORDER BY tick, rowid",
            (kind, id),
        )
        return [Version(*row) for row in rows]

    def ids(self, kind, where=(), values=(), order="tick, rowid", at=None, by_row=False):
        """The ids of what is there, or was there at a tick, under SQL conditions on the columns.

        by_row: one of the conditions names a few rows, so that SQLite had better not go through all of a type.
        """
        seen = _CURRENT if at is None else "until > ? AND tick <= ?"
        moment = () if at is None else (at, at)
        conditions = " AND ".join(["type = ?", seen, "body IS NOT NULL", *where])
        rows = self._database.execute(
            f"SELECT id FROM versions {'NOT INDEXED' if by_row else ''} WHERE {conditions} ORDER BY {order}",
            (kind, *moment, *values),
        )
        return [id for (id,) in rows]

    def write(self, kind, id, resource, updated):
        """Stores the next version of a resource, or with None its deletion; returns it."""
        before = self.current(kind, id)
        number = before.version + 1 if before else 1
        starts, ends = _when(resource) if resource else (None, None)
        body = self._body(resource, id, number, updated) if resource else None
        with self.commit():
            self._database.execute(
                "UPDATE versions SET until = ? WHERE type = ? AND id = ? AND version = ?",
                (self.tick, kind, id, number - 1),
            )
            row = self._database.execute(
                "INSERT INTO versions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (kind, id, number, self.tick, _FOREVER, updated, starts, ends, body),
            ).lastrowid
            self._database.executemany(
                "INSERT INTO identifiers VALUES (?, ?, ?, ?)",
                [(kind, row, *pair) for pair in _identifiers(resource or {})],
            )
        return Version(kind, id, number, updated, body)

    def clear(self):
        """Forgets everything; the ticks go on."""
        self._database.executescript("DELETE FROM versions; DELETE FROM identifiers;")

    def _body(self, resource, id, number, updated):
        meta = {name: value for name, value in resource.get("meta", {}).items() if name != "versionId"}
        if self._versioned:
            meta["versionId"] = str(number)
        meta["lastUpdated"] = instant(updated)
        head = {"resourceType": resource["resourceType"], "id": id, "meta": meta}
        return fhir_json.write({**head, **{name: value for name, value in resource.items() if name not in head}})


def _when(resource):
    """The first and the last millisecond that the search parameter `date` speaks of."""
    if resource["resourceType"] == "Appointment" and "start" in resource:
        starts, after = span(resource["start"])
        return starts, after - 1
    period = resource.get("period") if resource["resourceType"] == "Encounter" else None
    if not period or "start" not in period:
        return None, None
    return span(period["start"])[0], span(period["end"])[1] - 1 if "end" in period else _FOREVER


def _identifiers(resource):
    listed = resource.get("identifier", [])
    for identifier in listed if isinstance(listed, list) else [listed]:
        if "value" in identifier:
            yield identifier.get("system", ""), identifier["value"]
