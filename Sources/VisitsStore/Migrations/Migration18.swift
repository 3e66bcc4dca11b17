extension Migration {
  /// An alert about a visit that upstream has taken back. Like a conflict and an overlap it stands whatever the clock says.
  static let withdrawnAlerts = Migration(
    version: 18, name: "withdrawnAlerts",
    sql: """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, ' OR kind = ''openNotTaken'')',
        ' OR kind = ''openNotTaken'' OR kind = ''withdrawn'')')
        WHERE type = 'table' AND name = 'alerts';
      PRAGMA writable_schema = RESET;
      DROP INDEX alertsStanding;
      CREATE INDEX alertsStanding ON alerts (kind, visit)
        WHERE resolvedAt IS NULL AND (kind = 'conflict' OR kind = 'overlap' OR kind = 'withdrawn');
      """)
}
