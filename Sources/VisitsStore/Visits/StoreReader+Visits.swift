import JSON
package import VisitsModel

extension StoreReader {
  /// Returns the visit with an id, even if it is withdrawn; `nil` if there is none.
  package func visit(_ id: VisitID) throws -> Visit? { try storedVisit(id)?.visit }

  /// Returns the visits of a client that were planned to start at a moment, ordered by id, without withdrawn visits.
  package func visits(of client: ClientID, at start: Instant) throws -> [Visit] {
    try db.all(Self.starting, [.text(client.rawValue), Bound(start)], VisitRow.visit)
      .sorted { $0.id.rawValue < $1.id.rawValue }
  }

  static let starting = """
    SELECT \(VisitRow.columns) FROM visits INDEXED BY visitsByClient
    WHERE client = ? AND startsAt = ? AND isWithdrawn = 0
    """

  /// Returns the visits with these ids, each together with its client and worker, in the given order. Withdrawn visits
  /// are included. Unknown ids are left out.
  package func placed(_ ids: [VisitID]) throws -> [PlacedVisit] {
    try placed(ids.compactMap { try visit($0) })
  }

  /// Returns visits, each together with its client, its worker and its sync state.
  ///
  /// - Parameter feed: The number of a feed entry. The clients and the workers have the values that they had at this
  ///   entry; by default, their present values.
  package func placed(_ visits: [Visit], asOf feed: Int64 = .max) throws -> [PlacedVisit] {
    var clients: [ClientID: Client] = [:]
    var workers: [WorkerID: Worker] = [:]
    let isFollowingMerges = try context.hasUpstream && mergesDue() != nil
    let away = try absences(around: visits.filter { $0.worker != nil }.map { ($0.start, $0.end) })
    return try visits.map { visit in
      let client = try clients[visit.client] ?? client(visit.client, asOf: feed)
      guard let client else { throw StoreFault.unreadable("client of a visit") }
      clients[visit.client] = client
      var placed = PlacedVisit(visit: visit, client: client, worker: nil)
      placed.isWorkerAway = away.isAway(visit.worker, from: visit.start, to: visit.end)
      if context.hasUpstream { placed.sync = try syncState(of: SyncThing(.visit, visit.id.rawValue)) }
      // Upstream has the visit under another client, so it does not count as synced yet.
      if isFollowingMerges, placed.sync == .synced, try self.client(of: visit) != visit.client {
        placed.sync = .pending
      }
      if let id = visit.worker {
        placed.worker = try workers[id] ?? worker(id, asOf: feed)
        workers[id] = placed.worker
      }
      return placed
    }
  }

  /// Returns the visit that a worker was making at an instant, according to its check-in and check-out. If there are
  /// several, returns the visit that began last.
  package func visitUnderWay(of worker: WorkerID, at instant: Instant) throws -> Visit? {
    // A check-in or check-out is at most a week from the planned start.
    let span = [instant.adding(minutes: -7 * 1440), instant.adding(minutes: 7 * 1440)]
    return try db.all(Self.begun, [.text(worker.rawValue)] + span.map(Bound.init), VisitRow.visit)
      .filter { visit in
        let hasCome = (visit.life.checkIn?.at ?? visit.start) <= instant
        return hasCome && (visit.status == .inProgress || visit.life.checkOut.map { instant < $0.at } == true)
      }
      .max { ($0.life.checkIn?.at ?? $0.start, $0.id.rawValue) < ($1.life.checkIn?.at ?? $1.start, $1.id.rawValue) }
  }

  static let begun = """
    SELECT \(VisitRow.columns) FROM visits INDEXED BY visitsByWorker
    WHERE worker = ? AND startsAt > ? AND startsAt < ? AND status IN ('inProgress', 'completed') AND isWithdrawn = 0
    """

  /// Returns the visits of a worker that overlap a half-open period, ordered by start. Cancelled, missed and withdrawn
  /// visits are left out.
  ///
  /// - Parameter except: A visit to leave out.
  package func overlapping(
    worker: WorkerID, start: Instant, end: Instant, except: VisitID? = nil
  ) throws -> [Visit] {
    try db.all(
      Self.overlapping,
      [
        .text(worker.rawValue), .integer(start.milliseconds - Visit.longest), Bound(end), Bound(start),
        .text(except?.rawValue ?? ""),
      ],
      VisitRow.visit)
  }

  /// Returns the open visits that series of a worker have in a half-open period, ordered by start.
  package func openOccurrences(of worker: WorkerID, from start: Instant, to end: Instant) throws -> [Visit] {
    try db.all(
      Self.openOccurrences,
      [.integer(start.milliseconds - Visit.longest), Bound(end), Bound(start), .text(worker.rawValue)], VisitRow.visit)
  }

  static let openOccurrences = """
    SELECT \(VisitRow.columns) FROM visits INDEXED BY visitsOpen
    WHERE worker IS NULL AND startsAt > ? AND startsAt < ? AND endsAt > ? AND status = 'scheduled' AND isWithdrawn = 0
      AND EXISTS (
        SELECT 1 FROM occurrences JOIN series ON series.row = occurrences.series
        WHERE occurrences.visit = visits.row AND series.worker = ?)
    ORDER BY startsAt, id
    """

  static let overlapping = """
    SELECT \(VisitRow.columns) FROM visits INDEXED BY visitsByWorker
    WHERE worker = ? AND startsAt > ? AND startsAt < ? AND endsAt > ? AND id <> ?
      AND status IN ('scheduled', 'inProgress', 'completed') AND isWithdrawn = 0
    ORDER BY startsAt, id
    """
}
