extension Migration {
  /// Emergencies.
  ///
  /// The audit takes entries of further nouns. A check has nothing to do with what is on disk, so that the table need
  /// not be written anew, which would take minutes in an agency of many years (SQLite, ALTER TABLE, 8: "If a change
  /// does not affect the on-disk content"). That a table is made behind it tells every connection to read the schema.
  static let emergencies = Migration(
    version: 2, name: "emergencies",
    sql: """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (topic IN (''visit'', ''worker'', ''client''))',
        'CHECK (topic IN (''visit'', ''worker'', ''client'', ''emergency'', ''alert'', ''device'', ''series''))')
        WHERE type = 'table' AND name = 'audit';
      PRAGMA writable_schema = OFF;

      CREATE TABLE emergencies (
        row INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
        worker TEXT NOT NULL REFERENCES workers (id),
        visit TEXT REFERENCES visits (id),
        note TEXT,
        latitude REAL CHECK (latitude BETWEEN -90 AND 90),
        longitude REAL CHECK (longitude BETWEEN -180 AND 180),
        accuracy REAL CHECK (accuracy >= 0),
        at INTEGER NOT NULL,
        receivedAt INTEGER NOT NULL,
        isClockSuspect INTEGER NOT NULL CHECK (isClockSuspect IN (0, 1)),
        raisedBy TEXT NOT NULL,
        raises INTEGER NOT NULL CHECK (raises >= 1),
        lastRaisedAt INTEGER NOT NULL,
        acknowledgedAt INTEGER,
        acknowledgedBy TEXT,
        acknowledgedNote TEXT,
        resolvedAt INTEGER,
        resolvedBy TEXT,
        resolvedNote TEXT,
        version INTEGER NOT NULL CHECK (version >= 1),
        updatedAt INTEGER NOT NULL,
        change INTEGER NOT NULL REFERENCES audit (sequence),
        CHECK ((latitude IS NULL) = (longitude IS NULL)),
        CHECK (accuracy IS NULL OR latitude IS NOT NULL),
        CHECK ((acknowledgedAt IS NULL) = (acknowledgedBy IS NULL)),
        CHECK (acknowledgedNote IS NULL OR acknowledgedAt IS NOT NULL),
        CHECK ((resolvedAt IS NULL) = (resolvedBy IS NULL)),
        CHECK ((resolvedAt IS NULL) = (resolvedNote IS NULL))
      ) STRICT;

      -- A worker is in one emergency at a time: what is raised meanwhile joins it.
      CREATE UNIQUE INDEX emergenciesOpen ON emergencies (worker) WHERE resolvedAt IS NULL;
      CREATE INDEX emergenciesByWorker ON emergencies (worker, receivedAt);
      CREATE INDEX emergenciesByTime ON emergencies (receivedAt, id);
      """)
}
