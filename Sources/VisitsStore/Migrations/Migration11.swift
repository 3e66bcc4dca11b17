extension Migration {
  /// A problem that a person has tried again stays the one that it is, by its number, until it is known what came of it.
  static let retries = Migration(
    version: 11, name: "retries", sql: "ALTER TABLE problems ADD COLUMN retriedAt INTEGER;")
}
