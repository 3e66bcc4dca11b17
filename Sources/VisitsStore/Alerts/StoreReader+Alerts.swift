package import VisitsModel

extension StoreReader {
  /// Returns the alert with an id; `nil` if there is none.
  package func alert(_ id: AlertID) throws -> Alert? { try stored(id.rawValue)?.thing }

  /// Returns the open alerts of a visit.
  package func openAlerts(of visit: VisitID) throws -> [Alert] {
    try all(Self.openAlertsOfVisit, [.text(visit.rawValue)])
  }

  static let openAlertsOfVisit = """
    SELECT \(Alert.table.columns) FROM alerts INDEXED BY alertsOfVisit WHERE visit = ? AND resolvedAt IS NULL
    """

  /// Returns all open alerts in the order in which they were raised.
  package func openAlerts() throws -> [Alert] {
    try all(Self.allOpenAlerts)
  }

  static let allOpenAlerts = """
    SELECT \(Alert.table.columns) FROM alerts INDEXED BY alertsOpen WHERE resolvedAt IS NULL ORDER BY raisedAt, id
    """

  /// Returns the open alerts that were raised most recently, the newest first.
  ///
  /// - Parameter limit: The maximum number of alerts.
  package func openAlerts(newest limit: Int) throws -> [Alert] {
    try all(Self.newestOpenAlerts, [Bound(limit)])
  }

  static let newestOpenAlerts = """
    SELECT \(Alert.table.columns) FROM alerts INDEXED BY alertsOpen WHERE resolvedAt IS NULL
    ORDER BY raisedAt DESC, id DESC LIMIT ?
    """

  /// Returns the open alerts that were raised at an instant or later. Also returns every older open alert that was
  /// caused by a change and not by the passing of time: a conflict, an overlap, a withdrawn visit, or a client not in
  /// care.
  package func openAlerts(since instant: Instant) throws -> [Alert] {
    let standing = try standingAlerts(and: [])
    let known = Set(standing.map(\.id))
    let recent: [Alert] = try all(Self.recentOpenAlerts, [Bound(instant)])
    return standing + recent.filter { !known.contains($0.id) }
  }

  static let recentOpenAlerts = """
    SELECT \(Alert.table.columns) FROM alerts INDEXED BY alertsOpen WHERE resolvedAt IS NULL AND raisedAt >= ?
    """

  /// Returns the open alerts of these visits. Also returns every open alert of any other visit that was caused by a
  /// change and not by the passing of time: a conflict, an overlap, a withdrawn visit, or a client not in care.
  package func standingAlerts(and visits: [VisitID]) throws -> [Alert] {
    var alerts: [Alert] = try all(Self.standingAlerts)
    let known = Set(alerts.map(\.id))
    for visit in visits { alerts += try openAlerts(of: visit).filter { !known.contains($0.id) } }
    return alerts
  }

  static let standingAlerts = """
    SELECT \(Alert.table.columns) FROM alerts INDEXED BY alertsStanding
    WHERE resolvedAt IS NULL AND (kind = 'conflict' OR kind = 'overlap' OR kind = 'withdrawn' OR kind = 'notInCare')
    """

  /// Returns the visits with an open conflict alert, each with the time at which its conflict began.
  package func conflicts() throws -> [VisitID: Instant] {
    let found = try db.all(Self.allConflicts) { (VisitID(rawValue: $0.text(0)), $0.instant(1)) }
    return Dictionary(uniqueKeysWithValues: found)
  }

  static let allConflicts = """
    SELECT visit, since FROM alerts INDEXED BY alertsStanding
    WHERE kind = 'conflict' AND resolvedAt IS NULL AND (kind = 'conflict' OR kind = 'overlap' OR kind = 'withdrawn' OR kind = 'notInCare')
    """

  /// Returns the number of open alerts of each kind.
  package func openAlertCounts() throws -> [Alert.Kind: Int] {
    let counts = try db.all(Self.countedAlerts) { (try $0.named(0, "kind") as Alert.Kind, $0.int(1)) }
    return Dictionary(uniqueKeysWithValues: counts)
  }

  static let countedAlerts = """
    SELECT kind, count(*) FROM alerts INDEXED BY alertsOpen WHERE resolvedAt IS NULL GROUP BY kind
    """

  /// Returns a page of alerts, the newest first.
  ///
  /// - Parameters:
  ///   - isOpen: `true` for open alerts only, `false` for resolved alerts only; `nil` for both.
  ///   - worker: The worker whose alerts are returned; `nil` for all.
  ///   - since: The earliest time of raising; `nil` for no bound.
  ///   - limit: The maximum number of alerts.
  ///   - after: The last alert of the previous page; `nil` for the first page.
  package func alerts(
    isOpen: Bool? = nil, worker: WorkerID? = nil, since: Instant? = nil, limit: Int, after: AlertID? = nil
  ) throws -> [Alert] {
    var conditions = ["raisedAt >= ?"]
    var values: [Bound] = [.integer(since?.milliseconds ?? .min)]
    if let isOpen { conditions.append("resolvedAt IS \(isOpen ? "" : "NOT ")NULL") }
    if let worker {
      conditions.append("worker = ?")
      values.append(.text(worker.rawValue))
    }
    if let after {
      conditions.append("(raisedAt, id) < (SELECT raisedAt, id FROM alerts WHERE id = ?)")
      values.append(.text(after.rawValue))
    }
    return try allOnce(
      """
      SELECT \(Alert.table.columns) FROM alerts WHERE \(conditions.joined(separator: " AND "))
      ORDER BY raisedAt DESC, id DESC LIMIT ?
      """, values + [Bound(max(0, limit))])
  }

  /// Returns an alert together with its visit and worker, both as they were at a point of the feed, the numbered list
  /// of all changes.
  ///
  /// - Parameter feed: The number of the last change that counts; by default all changes count.
  package func placed(_ alert: Alert, asOf feed: Int64 = .max) throws -> PlacedAlert {
    let visit = try visit(alert.visit, asOf: feed).map { try placed([$0], asOf: feed) }?.first
    return PlacedAlert(alert: alert, visit: visit, worker: try alert.worker.flatMap { try worker($0, asOf: feed) })
  }
}
