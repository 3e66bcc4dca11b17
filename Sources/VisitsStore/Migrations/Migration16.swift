extension Migration {
  /// Why a task was not done, in words, apart from what was noted; and on which days a task was not called for, beside
  /// those on which it was done. What stood in the note before stays there.
  static let taskReasons = Migration(
    version: 16, name: "taskReasons",
    sql: """
      ALTER TABLE taskRecords ADD COLUMN reason TEXT CHECK (reason IS NULL OR outcome IS NOT NULL);

      ALTER TABLE taskDays ADD COLUMN notNeeded INTEGER NOT NULL DEFAULT 0 CHECK (notNeeded BETWEEN 0 AND 4294967295);
      INSERT INTO taskDays (task, part, done, notNeeded)
        SELECT tasks.row, day >> 5, 0, sum(1 << (day & 31))
        FROM taskRecords JOIN tasks ON tasks.id = taskRecords.task
        WHERE outcome = 'notNeeded' GROUP BY tasks.row, day >> 5
        ON CONFLICT (task, part) DO UPDATE SET notNeeded = excluded.notNeeded;
      """)
}
