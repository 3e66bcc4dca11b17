import GRDB
package import VisitsModel

/// The stored record of a request that the writer has carried out. With the record, a repeat of the request changes
/// nothing and gets the same answer.
struct RequestRecord {
  let method: String
  let fingerprint: Fingerprint
  /// The time at which the server first received the request.
  let receivedAt: Instant
  /// The outcome as JSON. It refers to each entity by the number of the audit entry that contains the entity as it was
  /// after the request.
  let outcome: String

  /// Returns the record of a request, found by its caller and its id; `nil` if the request is new.
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

  /// Returns the stored outcome if a request repeats an earlier request; `nil` if the request is new.
  ///
  /// - Throws: ``Refusal/requestIdReused(_:)`` if the earlier request with this id has another method or other
  ///   parameters.
  static func made(
    _ request: ChangeRequest, _ fingerprint: Fingerprint, _ db: Database, _ context: StoreContext
  ) throws -> MadeChange? {
    guard let record = try find(request, db) else { return nil }
    guard record.method == request.method, record.fingerprint == fingerprint else {
      throw Refusal.requestIdReused(request.requestId)
    }
    // `whole` is the digest of a request that came in parts. It is `nil` when the earlier parts are gone, and then only
    // the last part can be compared.
    if let whole = request.whole, try StoredOutcome.whole(of: record) != whole {
      throw Refusal.requestIdReused(request.requestId)
    }
    return try StoredOutcome.read(record, context.zones, db)
  }

  /// Stores the record of a request.
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

  /// Deletes the oldest records, at most `limit` of them. Keeps the records of the last `days` days on which the
  /// service ran.
  ///
  /// The function counts days of service instead of comparing times. If the clock were once months ahead at a start, a
  /// comparison would delete all records. If a device then repeated a request whose answer it had never received, the
  /// request would be carried out twice.
  ///
  /// - Returns: The number of deleted records.
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
    // Row numbers start again at 1 when the table is empty. An earlier day's number would then delete every new record.
    try db.run("UPDATE daysRun SET request = 0 WHERE NOT EXISTS (SELECT 1 FROM requests)", [])
    return count
  }
}

extension StoreReader {
  /// Returns the stored outcome if a request repeats an earlier request; `nil` if the request is new.
  ///
  /// - Throws: ``Refusal/requestIdReused(_:)`` if the earlier request with this id has another method or other
  ///   parameters.
  package func made(_ request: ChangeRequest) throws -> MadeChange? {
    try RequestRecord.made(
      meant(request), Fingerprint(request.fingerprint, requestId: request.requestId), db, context)
  }

  /// Returns the request with the worker to whom its device belongs now. If the office merged the device's worker into
  /// another worker, that worker also owns the device's earlier requests.
  func meant(_ request: ChangeRequest) throws -> ChangeRequest {
    guard let worker = request.caller.worker else { return request }
    let successor = try successor(of: worker)
    guard successor != worker else { return request }
    var meant = request
    meant.caller = Caller(deviceOf: successor)
    return meant
  }
}
