extension Migration {
  /// The absences of workers.
  ///
  /// The audit takes entries of absences too; see the second and the tenth for how.
  static let absences = Migration(
    version: 28, name: "absences",
    sql: """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, ' OR topic = ''session'')',
        ' OR topic = ''session'' OR topic = ''absence'')')
        WHERE type = 'table' AND name = 'audit';
      PRAGMA writable_schema = RESET;

      CREATE TABLE absences (
        row INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
        worker TEXT NOT NULL REFERENCES workers (id),
        startsAt INTEGER NOT NULL,
        endsAt INTEGER NOT NULL CHECK (endsAt > startsAt),
        zone TEXT NOT NULL,
        reason TEXT NOT NULL CHECK (reason <> ''),
        note TEXT,
        -- The ids of the visits that were taken from the worker because of it, as a JSON array.
        freed TEXT,
        takenBackAt INTEGER,
        version INTEGER NOT NULL CHECK (version >= 1),
        updatedAt INTEGER NOT NULL,
        change INTEGER NOT NULL REFERENCES audit (sequence)
      ) STRICT;

      CREATE INDEX absencesByWorker ON absences (worker, endsAt) WHERE takenBackAt IS NULL;
      CREATE INDEX absencesByEnd ON absences (endsAt) WHERE takenBackAt IS NULL;
      CREATE INDEX absencesByStart ON absences (startsAt, id);
      """)
}
