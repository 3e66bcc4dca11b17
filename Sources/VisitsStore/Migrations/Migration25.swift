extension Migration {
  /// The token of a device that was revoked and may still report.
  static let formerTokens = Migration(
    version: 25, name: "formerTokens",
    sql: """
      ALTER TABLE devices ADD COLUMN formerTokenDigest TEXT CHECK (
        formerTokenDigest IS NULL
        OR (length(formerTokenDigest) = 64 AND enrolledAt IS NOT NULL AND revokedAt IS NOT NULL));

      CREATE UNIQUE INDEX devicesByFormerToken ON devices (formerTokenDigest) WHERE formerTokenDigest IS NOT NULL;
      """)
}
