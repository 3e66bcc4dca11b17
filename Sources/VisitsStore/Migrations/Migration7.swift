extension Migration {
  /// Which alerts the operator's command has taken, so that what was raised around a stop is told after it.
  static let tellings = Migration(
    version: 7, name: "tellings",
    sql: """
      -- When the operator's command took it; NULL: it has not. It is no part of the alert: nobody is told when it changes.
      ALTER TABLE alerts ADD COLUMN toldAt INTEGER;
      -- Until now it was told of each at once.
      UPDATE alerts SET toldAt = raisedAt;
      """)
}
