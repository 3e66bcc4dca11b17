extension Migration {
  /// Alerts, and what finds the visits that may need one.
  ///
  /// The daemon itself makes changes from here on. As for emergencies, the table of the audit need not be
  /// written anew for a check.
  static let alerts = Migration(
    version: 6, name: "alerts",
    sql: """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (origin IN (''socket'', ''gateway'', ''upstream'', ''import''))',
        'CHECK (origin IN (''socket'', ''gateway'', ''upstream'', ''import'', ''system''))')
        WHERE type = 'table' AND name = 'audit';
      PRAGMA writable_schema = OFF;

      CREATE TABLE alerts (
        row INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
        kind TEXT NOT NULL CHECK (kind IN ('late', 'missed', 'overrun', 'conflict', 'overlap', 'openNotTaken')),
        visit TEXT NOT NULL REFERENCES visits (id),
        worker TEXT REFERENCES workers (id),
        client TEXT NOT NULL REFERENCES clients (id),
        since INTEGER NOT NULL,
        raisedAt INTEGER NOT NULL,
        acknowledgedAt INTEGER,
        acknowledgedBy TEXT,
        acknowledgedNote TEXT,
        resolvedAt INTEGER,
        version INTEGER NOT NULL CHECK (version >= 1),
        updatedAt INTEGER NOT NULL,
        change INTEGER NOT NULL REFERENCES audit (sequence),
        CHECK ((acknowledgedAt IS NULL) = (acknowledgedBy IS NULL)),
        CHECK (acknowledgedNote IS NULL OR acknowledgedAt IS NOT NULL),
        CHECK (kind <> 'openNotTaken' OR worker IS NULL),
        CHECK (kind NOT IN ('late', 'missed') OR worker IS NOT NULL)
      ) STRICT;

      -- One of a kind at a time: whatever looks twice raises once.
      CREATE UNIQUE INDEX alertsOfVisit ON alerts (visit, kind) WHERE resolvedAt IS NULL;
      CREATE INDEX alertsOpen ON alerts (raisedAt, id) WHERE resolvedAt IS NULL;
      -- Those of which the clock tells nothing: few.
      CREATE INDEX alertsStanding ON alerts (kind, visit) WHERE resolvedAt IS NULL AND kind IN ('conflict', 'overlap');
      CREATE INDEX alertsByWorker ON alerts (worker, raisedAt, id);
      CREATE INDEX alertsByTime ON alerts (raisedAt, id);

      -- Visits to which somebody is to come: few of all that there are.
      CREATE INDEX visitsAwaited ON visits (startsAt) WHERE status = 'scheduled';
      """)
}
