import GRDB

/// A worker who has left, as the database tells that a backup is put in the place of.
struct Departure {
  /// The entry of the audit by which a worker left. Two databases that have it share the history up to it.
  private struct Entry {
    let sequence: Int64
    let at: Int64
    let thing: String
    let requestID: String
  }

  private let worker: String
  /// `nil`: no entry tells of it, since a restoration has kept the worker away.
  private let entry: Entry?

  /// Those who have left. A worker whom the office merged into another is there still, as the other.
  static func all(_ db: Database) throws -> [Departure] {
    // Old versions merged nobody.
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

  /// The first of the last entries in a row that have a worker as gone. Back from the last, each names the one before.
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

  /// Whether an entry has a worker as working here. One that cannot be read ends the way back.
  private static let isActive = """
    CASE WHEN json_valid(snapshot) THEN coalesce(json_extract(snapshot, '$.active'), 0) ELSE 1 END
    """

  /// Lets the worker work here no more, unless the backup knows of the departure: then the worker has come back since.
  ///
  /// - Returns: Whether the backup has the worker as working here.
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
