import GRDB
import VisitsModel

/// Stands in a database that was a backup until it was put in its place, so that the next start can tell the operator: who
/// restores it is no service, and has no place in the service's journal.
enum RestorationMark {
  private static let name = "restoredAt"

  /// It was put in its place at that moment.
  static func set(_ moment: Instant, _ db: Database) throws {
    try db.execute(
      sql: "INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", arguments: [name, moment.milliseconds])
  }

  /// When that was; `nil`: it was not, or has been told.
  static func moment(_ db: Database) throws -> Instant? {
    try Int64.fetchOne(db, sql: "SELECT value FROM meta WHERE name = ?", arguments: [name])
      .map(Instant.init(milliseconds:))
  }

  /// It has been told.
  static func remove(_ db: Database) throws {
    try db.execute(sql: "DELETE FROM meta WHERE name = ?", arguments: [name])
  }
}
