package import VisitsModel

/// What the sweep of alerts looks at: the few visits that can have passed a threshold since it looked last, and the one
/// that will be the next to do so.
extension StoreReader {
  /// The visits that can have passed a threshold since a moment, or are among the first that will.
  ///
  /// - Parameter since: When this was asked last; `nil`: what has ended so long ago that it raises nothing is left out.
  package func watched(since: Instant?, now: Instant, _ rule: LateRule) throws -> [WatchedVisit] {
    let oldest = now.milliseconds - LateRule.memory
    let slowest = max(rule.minutes, rule.timeCriticalMinutes, rule.missedMinutes)
    let after = max(since?.adding(minutes: -slowest).milliseconds ?? .min, oldest - Visit.longest)
    var visits = try db.all(
      Self.awaited, [.integer(after), .integer(now.milliseconds), .integer(oldest)], watchedVisit)
    // Of two thresholds the later start can come first where its client is time-critical.
    let slack = abs(rule.minutes - rule.timeCriticalMinutes) * 60_000
    visits += try db.all(Self.awaitedNext, [Bound(now), .integer(slack), Bound(now)], watchedVisit)
    let open = now.adding(minutes: rule.openMinutes)
    visits += try db.all(Self.openSoon, [Bound(now), Bound(open)], watchedVisit)
    if let next = try db.first(Self.openNext, [Bound(open)], watchedVisit) { visits.append(next) }
    visits += try db.all(Self.underWayNow, [.integer(oldest)], watchedVisit)
    return visits
  }

  /// The visit, as the rules see it; with whether it overlaps another where an alert says so.
  package func watched(_ id: VisitID, open alerts: [Alert]) throws -> WatchedVisit? {
    guard var visit = try db.first(Self.watchedOne, [.text(id.rawValue)], watchedVisit) else { return nil }
    guard alerts.contains(where: { $0.kind == .overlap }) else { return visit }
    visit.isOverlapping = try isOverlapping(visit)
    return visit
  }

  /// Whether the worker has another visit at the same time.
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

  /// Few visits are under way at once, so all of them can be looked at.
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
