extension Migration {
  /// Who was paged about an emergency.
  static let pages = Migration(
    version: 3, name: "pages",
    sql: """
      -- The latest page of each tier since the emergency was raised, or taken up. `version` is the emergency's: of
      -- another one they say nothing.
      CREATE TABLE pages (
        emergency TEXT NOT NULL REFERENCES emergencies (id),
        tier INTEGER NOT NULL CHECK (tier >= 1),
        version INTEGER NOT NULL CHECK (version >= 1),
        number INTEGER NOT NULL CHECK (number >= 1),
        at INTEGER NOT NULL,
        attempt INTEGER NOT NULL CHECK (attempt >= 1),
        endedAt INTEGER,
        isSent INTEGER CHECK (isSent IN (0, 1)),
        PRIMARY KEY (emergency, tier),
        CHECK ((endedAt IS NULL) = (isSent IS NULL))
      ) STRICT, WITHOUT ROWID;
      """)
}
