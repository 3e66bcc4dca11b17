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

  /// What a request came to that was made before; `nil`: it was not.
  ///
  /// - Throws: ``Refusal/requestIdReused(_:)``.
  static func made(
    _ request: ChangeRequest, _ fingerprint: Fingerprint, _ db: Database, _ context: StoreContext
  ) throws -> MadeChange? {
    guard let record = try find(request, db) else { return nil }
    guard record.method == request.method, record.fingerprint == fingerprint else {
      throw Refusal.requestIdReused(request.requestId)
    }
    // Where the parts are gone, the last of them alone has to do.
    if let whole = request.whole, try StoredOutcome.whole(of: record) != whole {
      throw Refusal.requestIdReused(request.requestId)
    }
    return try StoredOutcome.read(record, context.zones, db)
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

  /// Deletes at most `limit` of the oldest records that came before the last `days` days on which the service ran.
  ///
  /// Not before an instant: after one start with a clock that is months ahead, no record would be left, and whatever a
  /// device had sent without hearing of it would be done twice.
  ///
  /// - Returns: How many were deleted.
  static func prune(keeping days: Int, now: Instant, limit: Int, _ db: Database) throws -> Int {
    try db.run(
      "INSERT INTO daysRun (day, request) SELECT ?, coalesce(max(row), 0) FROM requests WHERE true ON CONFLICT DO NOTHING",
      [.integer(now.milliseconds / 86_400_000)])
    let first = try db.first(
      "SELECT row, request FROM daysRun ORDER BY row DESC LIMIT 1 OFFSET ?", [Bound(days - 1)]
    ) { (row: $0.integer(0), request: $0.integer(1)) }
    guard let first else { return 0 }
    try db.run("DELETE FROM daysRun WHERE row < ?", [.integer(first.row)])
    try db.run(
      "DELETE FROM requests WHERE row IN (SELECT row FROM requests WHERE row <= ? ORDER BY row LIMIT ?)",
      [.integer(first.request), Bound(limit)])
    let count = db.changesCount
    // Numbers of rows begin again at 1 once the table is empty: a day from before would take every new record with it.
    try db.run("UPDATE daysRun SET request = 0 WHERE NOT EXISTS (SELECT 1 FROM requests)", [])
    return count
  }
}

extension StoreReader {
  /// What a request came to that was made before; `nil`: it was not.
  ///
  /// - Throws: ``Refusal/requestIdReused(_:)``.
  package func made(_ request: ChangeRequest) throws -> MadeChange? {
    try RequestRecord.made(
      meant(request), Fingerprint(request.fingerprint, requestId: request.requestId), db, context)
  }

  /// A request as its worker's who is there now: the office may have merged the worker whose device asks into another,
  /// and the requests that were made are the other's since.
  func meant(_ request: ChangeRequest) throws -> ChangeRequest {
    guard let worker = request.caller.worker else { return request }
    let successor = try successor(of: worker)
    guard successor != worker else { return request }
    var meant = request
    meant.caller = Caller(deviceOf: successor)
    return meant
  }
}
