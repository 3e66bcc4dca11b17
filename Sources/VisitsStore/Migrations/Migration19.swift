extension Migration {
  /// The parts of people's names and of addresses, why a visit is made, what its client should know before, where it is
  /// held by video or telephone, whether its address is the client's home, and who has died. And an alert about the
  /// visits of a client who receives no care any more.
  ///
  /// Given names and the lines of a street are kept in one text each, a line each.
  static let facts = Migration(
    version: 19, name: "facts",
    sql: """
      ALTER TABLE workers ADD COLUMN namePrefix TEXT;
      ALTER TABLE workers ADD COLUMN givenNames TEXT;
      ALTER TABLE workers ADD COLUMN familyName TEXT;
      ALTER TABLE workers ADD COLUMN nameSuffix TEXT;
      ALTER TABLE clients ADD COLUMN namePrefix TEXT;
      ALTER TABLE clients ADD COLUMN givenNames TEXT;
      ALTER TABLE clients ADD COLUMN familyName TEXT;
      ALTER TABLE clients ADD COLUMN nameSuffix TEXT;
      ALTER TABLE clients ADD COLUMN street TEXT;
      ALTER TABLE clients ADD COLUMN city TEXT;
      ALTER TABLE clients ADD COLUMN district TEXT;
      ALTER TABLE clients ADD COLUMN region TEXT;
      ALTER TABLE clients ADD COLUMN postalCode TEXT;
      ALTER TABLE clients ADD COLUMN country TEXT;
      ALTER TABLE clients ADD COLUMN isDeceased INTEGER NOT NULL DEFAULT 0 CHECK (isDeceased = 0 OR isDeceased = 1);
      ALTER TABLE visits ADD COLUMN purpose TEXT;
      ALTER TABLE visits ADD COLUMN instruction TEXT;
      -- The address of the call; empty: it is not known. NULL: somebody comes.
      ALTER TABLE visits ADD COLUMN virtualLink TEXT;
      -- The parts of its address as JSON: few visits have one of their own, and nothing is searched by them.
      ALTER TABLE visits ADD COLUMN addressParts TEXT;
      -- The client's home was written down as its address when somebody came: it has none of its own.
      ALTER TABLE visits ADD COLUMN isAtHome INTEGER NOT NULL DEFAULT 0 CHECK (isAtHome = 0 OR isAtHome = 1);
      -- What ended before has been sent with that address already.
      UPDATE visits SET isAtHome = 1 WHERE status = 'inProgress' AND isWithdrawn = 0
        AND address = (SELECT clients.address FROM clients WHERE clients.id = visits.client);

      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, ' OR kind = ''withdrawn'')',
        ' OR kind = ''withdrawn'' OR kind = ''notInCare'')')
        WHERE type = 'table' AND name = 'alerts';
      PRAGMA writable_schema = RESET;
      DROP INDEX alertsStanding;
      CREATE INDEX alertsStanding ON alerts (kind, visit)
        WHERE resolvedAt IS NULL
          AND (kind = 'conflict' OR kind = 'overlap' OR kind = 'withdrawn' OR kind = 'notInCare');
      """)
}
