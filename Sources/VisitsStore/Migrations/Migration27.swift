extension Migration {
  /// The facts of workers and clients that upstream has announced, and when the first of them take effect.
  static let laterFacts = Migration(
    version: 27, name: "laterFacts",
    sql: """
      ALTER TABLE clients ADD COLUMN later TEXT;
      ALTER TABLE clients ADD COLUMN laterFrom INTEGER;
      ALTER TABLE workers ADD COLUMN later TEXT;
      ALTER TABLE workers ADD COLUMN laterFrom INTEGER;

      CREATE INDEX clientsDue ON clients (laterFrom) WHERE laterFrom IS NOT NULL;
      CREATE INDEX workersDue ON workers (laterFrom) WHERE laterFrom IS NOT NULL;
      """)
}
