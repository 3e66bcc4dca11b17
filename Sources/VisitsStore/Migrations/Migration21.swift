extension Migration {
  /// What aggregators of visit verification call people and services: the identifiers of workers and the member ids of
  /// clients, a line each with its key, and a visit's own service code.
  static let verification = Migration(
    version: 21, name: "verification",
    sql: """
      ALTER TABLE workers ADD COLUMN identifiers TEXT;
      ALTER TABLE clients ADD COLUMN memberIDs TEXT;
      ALTER TABLE visits ADD COLUMN serviceCode TEXT;
      """)
}
