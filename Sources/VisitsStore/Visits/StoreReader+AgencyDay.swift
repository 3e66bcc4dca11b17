package import VisitsModel

extension StoreReader {
  /// Returns the visits of all workers on one day, ordered by start. Open visits, which have no worker yet, are
  /// included.
  ///
  /// - Parameters:
  ///   - bounds: The day, from midnight to midnight. A visit that crosses midnight belongs to both days.
  ///   - isToday: Whether the day is today. Today also includes each visit that is under way, even if it was planned
  ///     for another day.
  package func agencyDay(bounds: Range<Instant>, isToday: Bool) throws -> [AssignedVisit] {
    let start = bounds.lowerBound.milliseconds
    let end = bounds.upperBound.milliseconds
    var visits = try db.all(
      Self.agencyPlanned, [.integer(start - Visit.longest), .integer(end), .integer(start)], assignedVisit)
    guard isToday else { return visits }
    let others = try db.all(Self.agencyUnderWay, [.integer(start), .integer(end)], assignedVisit)
    if !others.isEmpty {
      visits += others
      visits.sort { ($0.visit.start, $0.visit.id.rawValue) < ($1.visit.start, $1.visit.id.rawValue) }
    }
    return visits
  }

  /// Returns the workers to show on the agency's board: every active worker, and the workers with these ids, who may
  /// have left.
  package func workers(onBoardWith named: Set<WorkerID>) throws -> [Worker] {
    var workers = try workers(limit: .max)
    let missing = named.subtracting(workers.map(\.id))
    for id in missing.sorted(by: { $0.rawValue < $1.rawValue }) { workers += [try worker(id)].compactMap { $0 } }
    return workers
  }

  static let agencyPlanned = """
    SELECT \(dayColumns), worker FROM visits INDEXED BY visitsByStart CROSS JOIN clients ON clients.id = client
    WHERE startsAt > ? AND startsAt < ? AND endsAt > ? AND isWithdrawn = 0
    ORDER BY startsAt, visits.id
    """

  /// Selects the visits under way that were planned for another day. Few visits are under way at once, so the query
  /// reads all of them.
  static let agencyUnderWay = """
    SELECT \(dayColumns), worker FROM visits INDEXED BY visitsUnderWay CROSS JOIN clients ON clients.id = client
    WHERE status = 'inProgress' AND (endsAt <= ? OR startsAt >= ?) AND isWithdrawn = 0
    """

  private func assignedVisit(_ row: Columns) throws -> AssignedVisit {
    let worker = row.isNull(13) ? nil : try row.workerID(13)
    return AssignedVisit(worker: worker, visit: try dayVisit(row, worker))
  }
}
