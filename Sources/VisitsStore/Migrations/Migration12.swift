extension Migration {
  /// Care tasks, and what is recorded of them day by day. Days are counted from 1970-01-01.
  ///
  /// The audit takes entries of these nouns too; see the second and the tenth for how.
  static let careTasks = Migration(
    version: 12, name: "careTasks",
    sql: """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, ' OR topic = ''series'')',
        ' OR topic = ''series'' OR topic = ''task'' OR topic = ''taskRecord'')')
        WHERE type = 'table' AND name = 'audit';
      PRAGMA writable_schema = RESET;

      CREATE TABLE tasks (
        row INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
        client TEXT NOT NULL REFERENCES clients (id),
        preset TEXT,
        title TEXT,
        category TEXT NOT NULL,
        tracksTime INTEGER NOT NULL CHECK (tracksTime = 0 OR tracksTime = 1),
        accent TEXT NOT NULL,
        symbol TEXT,
        rank INTEGER NOT NULL,
        -- From which day on it is due when: a line for each, "20777 weekdays 1,3,5".
        phases TEXT NOT NULL,
        version INTEGER NOT NULL CHECK (version >= 1),
        updatedAt INTEGER NOT NULL,
        change INTEGER NOT NULL REFERENCES audit (sequence),
        CHECK ((preset IS NULL) <> (title IS NULL))
      ) STRICT;

      CREATE INDEX tasksByClient ON tasks (client, rank, id);

      CREATE TABLE taskRecords (
        row INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
        task TEXT NOT NULL REFERENCES tasks (id),
        client TEXT NOT NULL REFERENCES clients (id),
        day INTEGER NOT NULL,
        isDone INTEGER NOT NULL CHECK (isDone = 0 OR isDone = 1),
        secondOfDay INTEGER CHECK (secondOfDay BETWEEN 0 AND 86399),
        outcome TEXT CHECK (outcome = 'refused' OR outcome = 'notNeeded' OR outcome = 'unable'),
        note TEXT,
        worker TEXT REFERENCES workers (id),
        recordedBy TEXT NOT NULL,
        recordedAt INTEGER NOT NULL,
        isLate INTEGER NOT NULL CHECK (isLate = 0 OR isLate = 1),
        visit TEXT REFERENCES visits (id),
        version INTEGER NOT NULL CHECK (version >= 1),
        updatedAt INTEGER NOT NULL,
        change INTEGER NOT NULL REFERENCES audit (sequence),
        CHECK (outcome IS NULL OR isDone = 0)
      ) STRICT;

      -- A task has one record a day.
      CREATE UNIQUE INDEX taskRecordsByDay ON taskRecords (client, day, task);
      CREATE INDEX taskRecordsByChange ON taskRecords (client, change);
      CREATE INDEX taskRecordsByVisit ON taskRecords (visit) WHERE visit IS NOT NULL;

      -- On which days a task was done, 32 days to a row, a bit for each: ten years of a client's routine are a thousand
      -- rows to read instead of thirty thousand.
      CREATE TABLE taskDays (
        task INTEGER NOT NULL REFERENCES tasks (row),
        part INTEGER NOT NULL,
        done INTEGER NOT NULL CHECK (done BETWEEN 0 AND 4294967295),
        PRIMARY KEY (task, part)
      ) STRICT, WITHOUT ROWID;
      """)
}
