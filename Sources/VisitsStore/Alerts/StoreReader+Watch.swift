package import VisitsModel

/// The queries of the alert sweep, which raises alerts about late, missed, overrunning and open visits. The queries
/// read only the visits that may have passed a time limit since the last sweep, and the visits that may pass one next.
extension StoreReader {
  /// Returns the visits that may have passed a time limit of `rule` since the last sweep, and the visits that may pass
  /// one next. Skips visits that ended too long ago to raise an alert, see ``VisitsModel/LateRule/memory``.
  ///
  /// - Parameter since: The time of the last sweep; `nil` for the first sweep.
  package func watched(since: Instant?, now: Instant, _ rule: LateRule) throws -> [WatchedVisit] {
    let oldest = now.milliseconds - LateRule.memory
    let slowest = max(rule.minutes, rule.timeCriticalMinutes, rule.missedMinutes)
    let after = max(since?.adding(minutes: -slowest).milliseconds ?? .min, oldest - Visit.longest)
    var visits = try db.all(
      Self.awaited, [.integer(after), .integer(now.milliseconds), .integer(oldest)], watchedVisit)
    // The threshold differs for time-critical clients, so the visit that starts later may be late first.
    let slack = abs(rule.minutes - rule.timeCriticalMinutes) * 60_000
    visits += try db.all(Self.awaitedNext, [Bound(now), .integer(slack), Bound(now)], watchedVisit)
    let open = now.adding(minutes: rule.openMinutes)
    visits += try db.all(Self.openSoon, [Bound(now), Bound(open)], watchedVisit)
    if let next = try db.first(Self.openNext, [Bound(open)], watchedVisit) { visits.append(next) }
    visits += try db.all(Self.underWayNow, [.integer(oldest)], watchedVisit)
    let away = try absences(around: visits.filter { $0.worker != nil }.map { ($0.start, $0.end) })
    for index in visits.indices {
      visits[index].isWorkerAway = away.isAway(visits[index].worker, from: visits[index].start, to: visits[index].end)
    }
    return visits
  }

  /// Returns a visit with the facts that the alert rules use; `nil` if there is no such visit. Checks whether the visit
  /// overlaps another visit only if `alerts` contains an overlap alert.
  ///
  /// - Parameter alerts: The open alerts of the visit.
  package func watched(_ id: VisitID, open alerts: [Alert]) throws -> WatchedVisit? {
    guard var visit = try db.first(Self.watchedOne, [.text(id.rawValue)], watchedVisit) else { return nil }
    if let worker = visit.worker { visit.isWorkerAway = try isAway(worker, from: visit.start, to: visit.end) }
    guard alerts.contains(where: { $0.kind == .overlap }) else { return visit }
    visit.isOverlapping = try isOverlapping(visit)
    return visit
  }

  /// Returns whether the visit's worker has another visit at the same time.
  package func isOverlapping(_ visit: WatchedVisit) throws -> Bool {
    try visit.occupiesItsTime && !neighbours(of: visit).isEmpty
  }

  private static let watchedColumns =
    "visits.id, worker, client, isTimeCritical, startsAt, endsAt, status, isWithdrawn, isActive"

  static let watchedOne = """
    SELECT \(watchedColumns) FROM visits JOIN clients ON clients.id = client WHERE visits.id = ?
    """

  static let awaited = """
    SELECT \(watchedColumns) FROM visits INDEXED BY visitsAwaited CROSS JOIN clients ON clients.id = client
    WHERE status = 'scheduled' AND startsAt > ? AND startsAt <= ? AND endsAt > ? AND isWithdrawn = 0
    """

  static let awaitedNext = """
    SELECT \(watchedColumns) FROM visits INDEXED BY visitsAwaited CROSS JOIN clients ON clients.id = client
    WHERE status = 'scheduled' AND startsAt > ? AND startsAt <= ? + (
        SELECT startsAt FROM visits INDEXED BY visitsAwaited
        WHERE status = 'scheduled' AND startsAt > ? AND worker IS NOT NULL AND isWithdrawn = 0
        ORDER BY startsAt LIMIT 1)
      AND worker IS NOT NULL AND isWithdrawn = 0
    """

  static let openSoon = """
    SELECT \(watchedColumns) FROM visits INDEXED BY visitsOpen CROSS JOIN clients ON clients.id = client
    WHERE worker IS NULL AND startsAt > ? AND startsAt <= ? AND status = 'scheduled' AND isWithdrawn = 0
    """

  static let openNext = """
    SELECT \(watchedColumns) FROM visits INDEXED BY visitsOpen CROSS JOIN clients ON clients.id = client
    WHERE worker IS NULL AND startsAt > ? AND status = 'scheduled' AND isWithdrawn = 0 ORDER BY startsAt LIMIT 1
    """

  /// The SQL query for the visits that are in progress. There are few at any time, so each sweep reads all of them.
  static let underWayNow = """
    SELECT \(watchedColumns) FROM visits INDEXED BY visitsUnderWay CROSS JOIN clients ON clients.id = client
    WHERE status = 'inProgress' AND endsAt > ? AND isWithdrawn = 0
    """

  private func watchedVisit(_ row: Columns) throws -> WatchedVisit {
    WatchedVisit(
      id: VisitID(rawValue: row.text(0)), worker: row.isNull(1) ? nil : try row.workerID(1),
      client: try row.clientID(2), isTimeCritical: row.truth(3), start: row.instant(4), end: row.instant(5),
      status: try row.named(6, "status"), isWithdrawn: row.truth(7), isNotInCare: !row.truth(8))
  }
}
