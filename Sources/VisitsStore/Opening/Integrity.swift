import GRDB

/// Whether a database is whole.
enum Integrity {
  /// The first findings; none when it is whole.
  static func findings(_ db: Database) throws -> [String] {
    let structure = try String.fetchAll(db, sql: "PRAGMA quick_check(10)").filter { $0 != "ok" }
    let references = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").prefix(10).map { row in
      "a row of \(row[0] as String) refers to nothing in \(row[2] as String)"
    }
    return structure + references
  }
}
