import GRDB
import VisitsModel

/// Reads and writes rows of the table `audit`, which has one entry for each change of an entity.
enum AuditRow {
  /// The columns that ``event(_:)`` reads, in the order in which it reads them. They must be the first columns of the
  /// query.
  static let eventColumns = """
    audit.sequence, audit.at, audit.topic, audit.method, audit.thing, audit.version, \
    audit.topic = 'visit' AND json_extract(audit.snapshot, '$.withdrawn') IS 1
    """

  static func event(_ row: Columns) throws -> FeedEvent {
    FeedEvent(
      sequence: row.integer(0), at: row.instant(1), topic: try row.named(2, "topic"), method: row.text(3),
      thing: row.text(4), version: row.int(5), isWithdrawn: row.truth(6))
  }

  /// Appends an entry to the audit and returns its number.
  ///
  /// - Parameter toldAt: The time of the change as the device sent it; `nil` if the device sent none.
  static func append(
    topic: Refusal.Thing, thing: String, version: Int, previous: Int64?, snapshot: String, at: Instant,
    by request: ChangeRequest, toldAt: Instant?, because reason: String?, _ db: Database
  ) throws -> Int64 {
    try db.run(
      """
      INSERT INTO audit (at, topic, method, thing, version, previous, caller, origin, requestId, reason, snapshot, device,
        toldAt)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        Bound(at), .text(topic.rawValue), .text(request.method), .text(thing), Bound(version), Bound(previous),
        .text(request.caller.by), .text(request.caller.origin.rawValue), .text(request.requestId), Bound(reason),
        .text(snapshot), Bound(request.device?.rawValue), Bound(toldAt),
      ])
    return db.lastInsertedRowID
  }

  /// Decodes the entity from the snapshot of an audit entry.
  static func thing(
    _ fields: SnapshotFields, topic: Refusal.Thing, _ zones: ZoneCache
  ) throws -> AuditEntry.Snapshot {
    switch topic {
    case .visit: .visit(try Visit(snapshot: fields))
    case .worker: .worker(try Worker(snapshot: fields, zones: zones))
    case .client: .client(try Client(snapshot: fields, zones: zones))
    case .emergency: .emergency(try Emergency(snapshot: fields))
    case .device: .device(try Device(snapshot: fields))
    case .series: .series(try Series(snapshot: fields, zones: zones))
    case .alert: .alert(try Alert(snapshot: fields))
    case .task: .task(try CareTask(snapshot: fields))
    case .taskRecord: .taskRecord(try CareTaskRecord(snapshot: fields))
    case .goal: .goal(try Goal(snapshot: fields))
    case .session: .session(try GoalSession(snapshot: fields))
    case .absence: .absence(try Absence(snapshot: fields, zones: zones))
    }
  }
}
