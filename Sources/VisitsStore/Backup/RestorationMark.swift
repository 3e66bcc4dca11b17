import GRDB
import VisitsModel

/// A mark in a restored database. When the daemon starts next, it reads the mark and reports the restoration in the
/// service's journal. The command that restores is not a service and cannot write to that journal itself.
enum RestorationMark {
  private static let name = "restoredAt"

  /// Stores the time of the restoration.
  static func set(_ moment: Instant, _ db: Database) throws {
    try db.execute(
      sql: "INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", arguments: [name, moment.milliseconds])
  }

  /// Returns the time of the restoration; `nil` if the database was not restored, or if the restoration was already
  /// reported.
  static func moment(_ db: Database) throws -> Instant? {
    try Int64.fetchOne(db, sql: "SELECT value FROM meta WHERE name = ?", arguments: [name])
      .map(Instant.init(milliseconds:))
  }

  /// Removes the mark after the restoration was reported.
  static func remove(_ db: Database) throws {
    try db.execute(sql: "DELETE FROM meta WHERE name = ?", arguments: [name])
  }
}
