import GRDB

/// Whether a database is whole.
enum Integrity {
  /// What is wrong with its pages and references, the first of it; none: it can be used.
  static func findings(_ db: Database) throws -> [String] {
    let structure = try String.fetchAll(db, sql: "PRAGMA quick_check(10)").filter { $0 != "ok" }
    let references = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").prefix(10).map { row in
      "a row of \(row[0] as String) refers to nothing in \(row[2] as String)"
    }
    return structure + references
  }

  /// The same, and what stands in the schema that no migration makes, such as a trigger that deletes visits, and what is missing of it.
  /// For a file that may come from anywhere: its triggers would run with every change. What an operator has added to the
  /// database in use, such as an index, keeps neither its daemon from starting nor its backups from being made.
  static func findingsOfForeign(_ db: Database) throws -> [String] {
    try findings(db) + schemaFindings(db).prefix(10)
  }

  private static func schemaFindings(_ db: Database) throws -> [String] {
    let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    // What a later version of the program makes is not known here.
    guard version <= Migration.latest else { return [] }
    let own = try DatabaseQueue().write { own in
      for migration in Migration.all where migration.version <= version { try own.execute(sql: migration.sql) }
      return try schema(own)
    }
    let found = try schema(db)
    let names = Set(own.keys).union(found.keys).sorted()
    return names.compactMap { name in
      if own[name] == nil { return "\(name) is not part of a schedule's database" }
      if found[name] == nil { return "\(name) is missing" }
      return own[name] == found[name] ? nil : "\(name) is not as it was made"
    }
  }

  /// The statement of each part, by its kind and name, however its lines are laid out: a tool that copies databases may
  /// lay them out anew. `migrations` is made before the first migration.
  private static func schema(_ db: Database) throws -> [String: String] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT type || ' ' || name, sql FROM sqlite_schema
        WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND NOT (type = 'table' AND name = 'migrations')
        """)
    let parts = rows.map { row in
      (row[0] as String, (row[1] as String).split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }
    return Dictionary(parts) { first, _ in first }
  }
}
