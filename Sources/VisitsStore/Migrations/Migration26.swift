extension Migration {
  /// The device behind a check and behind an entry of the audit, with the time that the device sent.
  static let reports = Migration(
    version: 26, name: "reports",
    sql: """
      ALTER TABLE visits ADD COLUMN checkInDevice TEXT;
      ALTER TABLE visits ADD COLUMN checkOutDevice TEXT;
      ALTER TABLE audit ADD COLUMN device TEXT;
      ALTER TABLE audit ADD COLUMN toldAt INTEGER;
      """)
}
