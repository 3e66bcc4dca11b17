import GRDB

/// Checks that a database is intact.
enum Integrity {
  /// Returns up to ten errors in the structure of a database, or if there are none, up to ten references to missing
  /// rows. The list is empty if the database is intact.
  ///
  /// - Parameter isThorough: Whether each row is also looked up in each index. A lookup finds an index that hides rows
  ///   although its structure is intact. It takes several times as long, so only the check of the night does it.
  /// - Throws: A `DatabaseError` if the damage keeps SQLite from continuing.
  static func findings(_ db: Database, isThorough: Bool = false) throws -> [String] {
    let check = isThorough ? "integrity_check" : "quick_check"
    // SQLite lists errors of the pages in one text of several lines, below the database's name.
    let structure = try String.fetchAll(db, sql: "PRAGMA \(check)(10)")
      .flatMap { $0.split(separator: "\n").map(String.init) }
      .filter { $0 != "ok" && !$0.hasPrefix("*** in database ") }
    // In a broken structure this check would throw, and the findings would be lost.
    guard structure.isEmpty else { return structure }
    return try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").prefix(10).map { row in
      "a row of \(row[0] as String) refers to nothing in \(row[2] as String)"
    }
  }

  /// Returns the errors of ``findings(_:)``, and up to ten differences between the database's schema and the schema
  /// that the migrations create.
  ///
  /// This check is for a file of unknown origin: a foreign trigger, such as a trigger that deletes visits, would run
  /// with every change. The daemon does not check its own database this way, so an index that the operator added
  /// prevents neither the start nor a backup.
  static func findingsOfForeign(_ db: Database) throws -> [String] {
    try findings(db) + schemaFindings(db).prefix(10)
  }

  private static func schemaFindings(_ db: Database) throws -> [String] {
    let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    // The schema of a later version is not known here.
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

  /// Returns the SQL of each table, index and trigger, by its type and name. Runs of white space in the SQL become one
  /// space, because a tool that copies databases may change the layout. The table `migrations` is left out, because no
  /// migration creates it.
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
