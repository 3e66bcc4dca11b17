extension Migration {
  /// The outbox takes what was recorded of care tasks, goals and sessions too; see the tenth for how.
  static let careUpstream = Migration(
    version: 14, name: "careUpstream",
    sql: """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, ' OR topic = ''emergency'')',
        ' OR topic = ''emergency'' OR topic = ''taskRecord'' OR topic = ''goal'' OR topic = ''session'')')
        WHERE type = 'table' AND name = 'outbox';
      PRAGMA writable_schema = RESET;
      CREATE TABLE schemaHasChanged (row INTEGER PRIMARY KEY) STRICT;
      DROP TABLE schemaHasChanged;
      -- Visits go before what is recorded beside them.
      CREATE INDEX outboxVisitsInOrder ON outbox (attempts, number) WHERE isParked = 0 AND topic = 'visit';
      -- What was recorded before waits too: it is looked through anew what was never sent.
      DELETE FROM watermarks WHERE type = 'local';
      """)
}
