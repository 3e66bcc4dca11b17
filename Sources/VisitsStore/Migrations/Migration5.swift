extension Migration {
  /// Series of visits, and which visit stands for which of their days.
  ///
  /// A visit is known by the day that its series gave it, wherever it is moved: that day is never given a second one.
  /// Days are counted from 1970-01-01.
  static let series = Migration(
    version: 5, name: "series",
    sql: """
      CREATE TABLE series (
        row INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
        client TEXT NOT NULL REFERENCES clients (id),
        worker TEXT REFERENCES workers (id),
        rule TEXT NOT NULL,
        firstDay INTEGER NOT NULL,
        secondOfDay INTEGER NOT NULL CHECK (secondOfDay BETWEEN 0 AND 86399),
        zone TEXT NOT NULL,
        minutes INTEGER NOT NULL CHECK (minutes BETWEEN 1 AND 1440),
        address TEXT,
        service TEXT,
        note TEXT,
        endDay INTEGER,
        endReason TEXT,
        -- The first day whose visit has not been made; NULL: there is none any more.
        nextDay INTEGER,
        version INTEGER NOT NULL CHECK (version >= 1),
        updatedAt INTEGER NOT NULL,
        change INTEGER NOT NULL REFERENCES audit (sequence),
        CHECK (endReason IS NULL OR endDay IS NOT NULL)
      ) STRICT;

      CREATE INDEX seriesDue ON series (nextDay) WHERE nextDay IS NOT NULL;
      CREATE INDEX seriesByClient ON series (client);
      CREATE INDEX seriesByWorker ON series (worker) WHERE worker IS NOT NULL;

      CREATE TABLE occurrences (
        series INTEGER NOT NULL REFERENCES series (row),
        day INTEGER NOT NULL,
        visit INTEGER NOT NULL UNIQUE REFERENCES visits (row),
        PRIMARY KEY (series, day)
      ) STRICT, WITHOUT ROWID;
      """)
}
