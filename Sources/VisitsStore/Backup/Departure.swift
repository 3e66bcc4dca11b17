import GRDB

/// A worker who has left the agency according to the database that a restoration replaces. The backup that replaces the
/// database may still list the worker as active.
struct Departure {
  /// The audit entry that made a worker inactive. If two databases both contain this entry, they have the same history
  /// up to it.
  private struct Entry {
    let sequence: Int64
    let at: Int64
    let thing: String
    let requestID: String
  }

  private let worker: String
  /// The audit entry that made the worker inactive; `nil` if an earlier restoration did so, because a restoration
  /// writes no audit entry.
  private let entry: Entry?

  /// Returns the workers who have left. Leaves out a worker whom the office merged into a worker who is still active.
  static func all(_ db: Database) throws -> [Departure] {
    // An old version's database has no merged workers.
    let isThere =
      try db.tableExists("mergedPeople")
      ? """
      EXISTS (
        SELECT 1 FROM mergedPeople JOIN workers AS successors ON successors.id = successor
        WHERE topic = 'worker' AND person = workers.id AND successors.isActive)
      """
      : "0"
    let rows = try Row.fetchAll(db, sql: "SELECT id, change FROM workers WHERE NOT isActive AND NOT \(isThere)")
    return try rows.map { Departure(worker: $0[0], entry: try entry(endingAt: $0[1], db)) }
  }

  /// Returns the audit entry that made the worker inactive. Each audit entry refers to the worker's previous entry. The
  /// query follows these references back from the last entry to the first entry of the present inactive period.
  ///
  /// - Parameter last: The number of the worker's last audit entry.
  /// - Returns: The entry; `nil` if the worker is active in the last entry, because an earlier restoration made the
  ///   worker inactive without an entry.
  private static func entry(endingAt last: Int64, _ db: Database) throws -> Entry? {
    let row = try Row.fetchOne(
      db,
      sql: """
        WITH RECURSIVE walk (sequence, previous, at, thing, requestId, isActive) AS (
          SELECT sequence, previous, at, thing, requestId, \(isActive) FROM audit WHERE sequence = ?
          UNION ALL
          SELECT audit.sequence, audit.previous, audit.at, audit.thing, audit.requestId, \(isActive)
          FROM walk JOIN audit ON audit.sequence = walk.previous WHERE NOT walk.isActive
        )
        SELECT sequence, at, thing, requestId FROM walk WHERE NOT isActive ORDER BY sequence LIMIT 1
        """, arguments: [last])
    return row.map { Entry(sequence: $0[0], at: $0[1], thing: $0[2], requestID: $0[3]) }
  }

  /// The SQL expression for whether the worker is active in the snapshot of an audit entry. An unreadable snapshot
  /// counts as active, which ends the search for the entry that made the worker inactive.
  private static let isActive = """
    CASE WHEN json_valid(snapshot) THEN coalesce(json_extract(snapshot, '$.active'), 0) ELSE 1 END
    """

  /// Deactivates the worker in the restored backup. Does nothing if the backup contains the audit entry that made the
  /// worker inactive. A worker who is active in such a backup came back after that entry.
  ///
  /// - Returns: `true` if this call deactivated the worker; `false` if it changed nothing.
  func keepAway(_ db: Database) throws -> Bool {
    guard try !isKnown(db) else { return false }
    try db.execute(
      sql: "UPDATE workers SET isActive = 0, version = version + 1 WHERE id = ? AND isActive = 1", arguments: [worker])
    return db.changesCount > 0
  }

  private func isKnown(_ db: Database) throws -> Bool {
    guard let entry else { return false }
    return try Bool.fetchOne(
      db, sql: "SELECT 1 FROM audit WHERE sequence = ? AND at = ? AND thing = ? AND requestId = ?",
      arguments: [entry.sequence, entry.at, entry.thing, entry.requestID]) ?? false
  }
}
