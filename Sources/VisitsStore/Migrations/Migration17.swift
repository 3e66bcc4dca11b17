extension Migration {
  /// The days on which the service ran, in the order in which they came, each with the last request that came before it.
  /// By these requests are forgotten: the clock of one start may be wrong by months.
  static let daysRun = Migration(
    version: 17, name: "daysRun",
    sql: """
      CREATE TABLE daysRun (
        row INTEGER PRIMARY KEY,
        day INTEGER NOT NULL UNIQUE,
        request INTEGER NOT NULL
      ) STRICT;
      INSERT INTO daysRun (day, request)
        SELECT at / 86400000, min(row) - 1 FROM requests GROUP BY 1 ORDER BY 2;
      """)
}
