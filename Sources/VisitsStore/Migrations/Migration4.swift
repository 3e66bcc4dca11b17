extension Migration {
  /// Devices, when each was heard from last, and what they reported of visits that have no room for it.
  static let devices = Migration(
    version: 4, name: "devices",
    sql: """
      CREATE TABLE devices (
        row INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
        worker TEXT NOT NULL REFERENCES workers (id),
        name TEXT,
        invitedAt INTEGER NOT NULL,
        expiresAt INTEGER NOT NULL,
        enrolledAt INTEGER,
        revokedAt INTEGER,
        revokedReason TEXT,
        codeDigest TEXT UNIQUE CHECK (length(codeDigest) = 64),
        tokenDigest TEXT UNIQUE CHECK (length(tokenDigest) = 64),
        version INTEGER NOT NULL CHECK (version >= 1),
        updatedAt INTEGER NOT NULL,
        change INTEGER NOT NULL REFERENCES audit (sequence),
        CHECK ((revokedAt IS NULL) = (revokedReason IS NULL)),
        CHECK (codeDigest IS NULL OR (enrolledAt IS NULL AND revokedAt IS NULL)),
        CHECK ((tokenDigest IS NOT NULL) = (enrolledAt IS NOT NULL AND revokedAt IS NULL))
      ) STRICT;

      CREATE INDEX devicesByWorker ON devices (worker);

      -- Written every minute, and so no part of the device, whose every change stands in the audit.
      CREATE TABLE deviceContacts (
        device TEXT PRIMARY KEY REFERENCES devices (id),
        at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      ALTER TABLE visits ADD COLUMN attendances TEXT;
      """)
}
