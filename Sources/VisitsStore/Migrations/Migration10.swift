extension Migration {
  /// The checks of texts, as comparisons.
  ///
  /// For a list of more than two SQLite makes a table of its own with each row that is written (`EXPLAIN` calls it
  /// OpenEphemeral): two for a visit, two for its entry in the audit, one for each identity, a quarter of what a change
  /// took. What is allowed stays the same, so that no table need be written anew. This connection forgets the schema as it
  /// was, for a later step edits the very text; that a table is made and goes again tells every other one to read it.
  static let comparisons = Migration(
    version: 10, name: "comparisons",
    sql: """
      PRAGMA writable_schema = ON;
      \(compared("audit", "topic", ["visit", "worker", "client", "emergency", "alert", "device", "series"]))
      \(compared("audit", "origin", ["socket", "gateway", "upstream", "import", "system"]))
      \(compared("visits", "status", ["scheduled", "inProgress", "completed", "cancelled", "missed"]))
      \(compared("visits", "checkInMethod", ["device", "office", "upstream"]))
      \(compared("visits", "checkOutMethod", ["device", "office", "upstream"]))
      \(compared("visits", "missedBy", ["worker", "client", "agency"]))
      \(compared("upstream", "topic", ["visit", "worker", "client"]))
      \(compared("alerts", "kind", ["late", "missed", "overrun", "conflict", "overlap", "openNotTaken"]))
      \(compared("outbox", "topic", ["visit", "worker", "client", "emergency"]))
      \(compared("attempts", "method", ["create", "post", "update"]))
      PRAGMA writable_schema = RESET;
      CREATE TABLE schemaHasChanged (row INTEGER PRIMARY KEY) STRICT;
      DROP TABLE schemaHasChanged;
      """)

  private static func compared(_ table: String, _ column: String, _ texts: [String]) -> String {
    let list = texts.map { "''\($0)''" }.joined(separator: ", ")
    let comparisons = texts.map { "\(column) = ''\($0)''" }.joined(separator: " OR ")
    return """
      UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (\(column) IN (\(list)))', 'CHECK (\(comparisons))')
        WHERE type = 'table' AND name = '\(table)';
      """
  }
}
