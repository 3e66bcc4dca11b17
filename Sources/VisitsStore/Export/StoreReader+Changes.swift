package import VisitsModel

extension StoreReader {
  /// Returns every change of a visit, the oldest first; an empty array if there is no such visit.
  package func changes(of id: VisitID) throws -> [VisitStep] {
    guard let stored = try storedVisit(id) else { return [] }
    return try db.all(Self.changes, [.integer(stored.change)]) { row in
      VisitStep(
        version: row.int(0), at: row.instant(1), by: row.text(2), from: try row.named(3, "origin"), method: row.text(4),
        reason: row.textIfAny(5))
    }
  }

  /// The SQL query for a visit's history. Each audit entry refers to the visit's previous entry, so the query reads no
  /// other entries.
  static let changes = """
    WITH RECURSIVE walk (sequence, previous) AS (
      SELECT sequence, previous FROM audit WHERE sequence = ?
      UNION ALL
      SELECT audit.sequence, audit.previous FROM walk JOIN audit ON audit.sequence = walk.previous
    )
    SELECT version, at, caller, origin, method, reason FROM walk JOIN audit ON audit.sequence = walk.sequence
    ORDER BY version
    """
}
