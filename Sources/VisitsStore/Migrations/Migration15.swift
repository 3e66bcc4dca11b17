extension Migration {
  /// Of a task record: whether somebody has said if the task was done, whether the clock that told when was plainly
  /// wrong, and the latest moment at which anything of it was told. And whose records, and of which visits, there are.
  static let taskRecordsTold = Migration(
    version: 15, name: "taskRecordsTold",
    sql: """
      ALTER TABLE taskRecords ADD COLUMN isAnswered INTEGER NOT NULL DEFAULT 0 CHECK (isAnswered = 0 OR isAnswered = 1);
      ALTER TABLE taskRecords ADD COLUMN isClockSuspect INTEGER NOT NULL DEFAULT 0
        CHECK (isClockSuspect = 0 OR isClockSuspect = 1);
      ALTER TABLE taskRecords ADD COLUMN toldAt INTEGER NOT NULL DEFAULT 0;
      UPDATE taskRecords SET isAnswered = isDone = 1 OR outcome IS NOT NULL, toldAt = recordedAt;

      CREATE INDEX taskRecordsByWorker ON taskRecords (worker, change) WHERE worker IS NOT NULL;

      -- Whose device recorded it, and during which visit, before it was recorded otherwise: it stays part of that
      -- worker's and that visit's history.
      CREATE TABLE formerTaskRecords (
        topic TEXT NOT NULL CHECK (topic = 'worker' OR topic = 'visit'),
        thing TEXT NOT NULL,
        record INTEGER NOT NULL REFERENCES taskRecords (row),
        PRIMARY KEY (topic, thing, record)
      ) STRICT, WITHOUT ROWID;
      """)
}
