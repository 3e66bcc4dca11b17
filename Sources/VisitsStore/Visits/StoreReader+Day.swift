package import VisitsModel

extension StoreReader {
  /// Returns the visits of a worker on one day, ordered by start. This query is executed more often than any other.
  ///
  /// - Parameters:
  ///   - worker: The worker.
  ///   - bounds: The day, from midnight to midnight. A visit that crosses midnight belongs to both days.
  ///   - isToday: Whether the day is today. Today also includes each visit that is under way, even if it was planned
  ///     for another day.
  package func day(worker: WorkerID, bounds: Range<Instant>, isToday: Bool) throws -> [DayVisit] {
    let start = bounds.lowerBound.milliseconds
    let end = bounds.upperBound.milliseconds
    var visits = try db.all(
      Self.planned,
      [.text(worker.rawValue), .integer(start - Visit.longest), .integer(end), .integer(start)]
    ) { try dayVisit($0, worker) }
    guard isToday else { return visits }
    let others = try db.all(Self.underWay, [.text(worker.rawValue), .integer(start), .integer(end)]) {
      try dayVisit($0, worker)
    }
    if !others.isEmpty {
      visits += others
      visits.sort { ($0.start, $0.id.rawValue) < ($1.start, $1.id.rawValue) }
    }
    return visits
  }

  static let dayColumns = """
    visits.id, client, clients.name, photo, isTimeCritical, zone, coalesce(visits.address, clients.address), startsAt, \
    endsAt, status, visits.version, virtualLink, CASE WHEN visits.address IS NULL THEN clients.later END
    """

  /// Selects a worker's visits on one day. No visit lasts longer than a day, so a visit that ends after midnight
  /// started less than a day before midnight.
  static let planned = """
    SELECT \(dayColumns) FROM visits INDEXED BY visitsByWorker CROSS JOIN clients ON clients.id = client
    WHERE worker = ? AND startsAt > ? AND startsAt < ? AND endsAt > ? AND isWithdrawn = 0
    ORDER BY startsAt, visits.id
    """

  static let underWay = """
    SELECT \(dayColumns) FROM visits INDEXED BY visitsUnderWay CROSS JOIN clients ON clients.id = client
    WHERE worker = ? AND status = 'inProgress' AND (endsAt <= ? OR startsAt >= ?) AND isWithdrawn = 0
    """

  func dayVisit(_ row: Columns, _ worker: WorkerID?) throws -> DayVisit {
    let start = row.instant(7)
    // Most clients have announced no move.
    let address = try row.textIfAny(12).map { try LaterText.homes(row.textIfAny(6), $0).home(at: start).address }
    return DayVisit(
      id: VisitID(rawValue: row.text(0)), worker: worker, client: try row.clientID(1), clientName: row.text(2),
      photo: row.textIfAny(3), isTimeCritical: row.truth(4), zone: try context.zones.zone(row.textIfAny(5)),
      address: address ?? row.textIfAny(6), virtual: VisitRow.virtual(row, 11), start: start, end: row.instant(8),
      status: try row.named(9, "status"),
      version: row.int(10))
  }
}
