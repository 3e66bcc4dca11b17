import GRDB
import VisitsModel

/// A mark in a restored database, from which the next start reports the restoration to the operator. The command that
/// restores is not a service and cannot write to the service's journal.
enum RestorationMark {
  private static let name = "restoredAt"

  /// Stores the moment of the restoration.
  static func set(_ moment: Instant, _ db: Database) throws {
    try db.execute(
      sql: "INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", arguments: [name, moment.milliseconds])
  }

  /// Returns the moment of the restoration; `nil` if there was none, or if it has been reported.
  static func moment(_ db: Database) throws -> Instant? {
    try Int64.fetchOne(db, sql: "SELECT value FROM meta WHERE name = ?", arguments: [name])
      .map(Instant.init(milliseconds:))
  }

  /// Removes the mark after the restoration was reported.
  static func remove(_ db: Database) throws {
    try db.execute(sql: "DELETE FROM meta WHERE name = ?", arguments: [name])
  }
}
