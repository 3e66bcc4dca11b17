extension Migration {
  /// What a payer calls the service of a series, where it is not what the configuration says.
  static let seriesCodes = Migration(
    version: 24, name: "seriesCodes", sql: "ALTER TABLE series ADD COLUMN serviceCode TEXT;")
}
