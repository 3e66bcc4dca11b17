import GRDB
package import VisitsModel

/// What is kept of a change that was made, so that its repeat changes nothing and is answered the same.
struct RequestRecord {
  let method: String
  let fingerprint: Fingerprint
  /// When the request came, the first time.
  let receivedAt: Instant
  /// What came of it, as JSON: numbers of entries in the audit, which hold the things as they were then.
  let outcome: String

  /// The record of that caller's request.
  static func find(_ request: ChangeRequest, _ db: Database) throws -> RequestRecord? {
    try db.first(
      "SELECT method, size, digestHigh, digestLow, at, outcome FROM requests WHERE scope = ? AND id = ?",
      [.text(request.caller.scope), .text(request.requestId)]
    ) {
      RequestRecord(
        method: $0.text(0), fingerprint: Fingerprint(size: $0.integer(1), high: $0.integer(2), low: $0.integer(3)),
        receivedAt: $0.instant(4), outcome: $0.text(5))
    }
  }

  /// Keeps the record.
  func insert(for request: ChangeRequest, _ db: Database) throws {
    try db.run(
      """
      INSERT INTO requests (scope, id, method, size, digestHigh, digestLow, at, outcome)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(request.caller.scope), .text(request.requestId), .text(method), .integer(fingerprint.size),
        .integer(fingerprint.high), .integer(fingerprint.low), Bound(receivedAt), .text(outcome),
      ])
  }

  /// Deletes at most `limit` of the oldest records that are older than an instant, and returns how many. Stops at the
  /// first that is younger: records stand in the order in which they came.
  static func prune(before instant: Instant, limit: Int, _ db: Database) throws -> Int {
    let oldest = try db.all(
      "SELECT row, at FROM requests ORDER BY row LIMIT ?", [Bound(limit)], { (row: $0.integer(0), at: $0.instant(1)) })
    guard let last = oldest.prefix(while: { $0.at < instant }).last else { return 0 }
    try db.run("DELETE FROM requests WHERE row <= ?", [.integer(last.row)])
    return db.changesCount
  }
}

extension StoreReader {
  /// Whether this request has been made.
  package func hasMade(_ request: ChangeRequest) throws -> Bool {
    guard let record = try RequestRecord.find(request, db) else { return false }
    return record.method == request.method
      && record.fingerprint == Fingerprint(request.fingerprint, requestId: request.requestId)
  }
}
