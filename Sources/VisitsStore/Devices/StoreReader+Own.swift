package import VisitsModel

/// What is a worker's own, as far as it is asked for behind the worker's device.
extension StoreReader {
  /// Whether a worker had a visit before it was given to somebody else.
  package func had(_ visit: VisitID, _ worker: WorkerID) throws -> Bool {
    try db.first(
      """
      SELECT 1 FROM formerVisits
      WHERE topic = 'worker' AND person = ? AND visit = (SELECT row FROM visits WHERE id = ?)
      """, [.text(worker.rawValue), .text(visit.rawValue)]
    ) { _ in true } ?? false
  }

  /// Whether a worker has a visit with a client that starts within a time.
  package func visits(_ worker: WorkerID, _ client: ClientID, within window: Range<Instant>) throws -> Bool {
    try db.first(
      "SELECT 1 WHERE EXISTS (\(Self.clients) AND client = ?4)",
      [
        .text(worker.rawValue), Bound(window.lowerBound), Bound(window.upperBound), .text(client.rawValue),
      ]
    ) { _ in true } ?? false
  }

  /// The entries behind a place that concern a worker, in order: the worker's own, and those of their visits, clients
  /// with their tasks and goals, emergencies, devices and sessions.
  ///
  /// - Parameters:
  ///   - window: When a visit must start for its client to be one of the worker's.
  ///   - after, topics, limit: as of ``events(after:topics:limit:)``. Every entry behind the place is looked at.
  /// - Throws: What ``events(after:topics:limit:)`` does.
  package func events(
    of worker: WorkerID, clientsWithin window: Range<Instant>, after: VisitsModel.Cursor, topics: Set<Refusal.Thing>,
    limit: Int
  ) throws -> [FeedEvent] {
    // Refuses a place that cannot be read from.
    _ = try events(after: after, limit: 0)
    let names = (topics.isEmpty ? Set(Refusal.Thing.allCases) : topics).map(\.rawValue).sorted()
    let numbers = names.indices.map { "?\($0 + 6)" }.joined(separator: ", ")
    return try db.all(
      """
      SELECT \(AuditRow.eventColumns)
      FROM audit LEFT JOIN audit AS earlier ON earlier.sequence = audit.previous
      WHERE audit.sequence > ?4 AND audit.topic IN (\(numbers)) AND (
        json_extract(audit.snapshot, '$.worker') = ?1 OR json_extract(earlier.snapshot, '$.worker') = ?1
        OR audit.topic = 'worker' AND json_extract(audit.snapshot, '$.id') = ?1
        OR audit.topic = 'client' AND json_extract(audit.snapshot, '$.id') IN (\(Self.clients))
        OR audit.topic IN ('task', 'taskRecord', 'goal') AND json_extract(audit.snapshot, '$.client') IN (\(Self.clients)))
      ORDER BY audit.sequence LIMIT ?5
      """,
      [
        .text(worker.rawValue), Bound(window.lowerBound), Bound(window.upperBound), .integer(after.sequence),
        Bound(max(0, limit)),
      ] + names.map(Bound.text), AuditRow.event)
  }

  /// The clients of a worker's visits in the window. Refers to no row around it, so that a look at thousands of entries
  /// reads these visits once.
  private static let clients = """
    SELECT client FROM visits INDEXED BY visitsByWorker
    WHERE worker = ?1 AND startsAt >= ?2 AND startsAt < ?3 AND isWithdrawn = 0
    """
}
