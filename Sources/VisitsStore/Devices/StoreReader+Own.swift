package import VisitsModel

/// Finds the visits, clients and feed entries that a worker's device may read.
extension StoreReader {
  /// Returns whether a visit once belonged to a worker and was then taken from that worker.
  package func had(_ visit: VisitID, _ worker: WorkerID) throws -> Bool {
    try db.first(
      """
      SELECT 1 FROM formerVisits
      WHERE topic = 'worker' AND person = ? AND visit = (SELECT row FROM visits WHERE id = ?)
      """, [.text(worker.rawValue), .text(visit.rawValue)]
    ) { _ in true } ?? false
  }

  /// Returns whether a worker has a visit with a client that starts in `window`.
  package func visits(_ worker: WorkerID, _ client: ClientID, within window: Range<Instant>) throws -> Bool {
    try db.first(
      "SELECT 1 WHERE EXISTS (\(Self.clients) AND client = ?4)",
      [
        .text(worker.rawValue), Bound(window.lowerBound), Bound(window.upperBound), .text(client.rawValue),
      ]
    ) { _ in true } ?? false
  }

  /// Returns the entries of the feed after a cursor that concern a worker, in order. These are the entries of the
  /// worker, of the worker's visits, series, alerts, emergencies, devices, sessions and absences, and of the worker's
  /// clients with their tasks, task records and goals.
  ///
  /// - Parameters:
  ///   - window: The period that determines the worker's clients: the worker must have a visit with the client that
  ///     starts in it.
  ///   - after, topics, limit: As for ``events(after:topics:limit:)``. The query examines every entry after the cursor.
  /// - Throws: The errors of ``events(after:topics:limit:)``.
  package func events(
    of worker: WorkerID, clientsWithin window: Range<Instant>, after: VisitsModel.Cursor, topics: Set<Refusal.Thing>,
    limit: Int
  ) throws -> [FeedEvent] {
    // Refuses a cursor from which the feed cannot be read.
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

  /// The SQL query for the clients whom a worker visits in the window. As a subquery it does not refer to the outer
  /// row, so SQLite runs it only once and not for each of thousands of entries.
  private static let clients = """
    SELECT client FROM visits INDEXED BY visitsByWorker
    WHERE worker = ?1 AND startsAt >= ?2 AND startsAt < ?3 AND isWithdrawn = 0
    """
}
