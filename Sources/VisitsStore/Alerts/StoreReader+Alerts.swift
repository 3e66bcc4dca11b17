package import VisitsModel

extension StoreReader {
  /// The alert of that id.
  package func alert(_ id: AlertID) throws -> Alert? { try stored(id.rawValue)?.thing }

  /// The alerts of a visit that hold.
  package func openAlerts(of visit: VisitID) throws -> [Alert] {
    try all(Self.openAlertsOfVisit, [.text(visit.rawValue)])
  }

  static let openAlertsOfVisit = """
    SELECT \(Alert.table.columns) FROM alerts INDEXED BY alertsOfVisit WHERE visit = ? AND resolvedAt IS NULL
    """

  /// Every alert that holds, in the order in which they were raised.
  package func openAlerts() throws -> [Alert] {
    try all(Self.allOpenAlerts)
  }

  static let allOpenAlerts = """
    SELECT \(Alert.table.columns) FROM alerts INDEXED BY alertsOpen WHERE resolvedAt IS NULL ORDER BY raisedAt, id
    """

  /// Of the alerts that hold those that were raised last, the newest first.
  package func openAlerts(newest limit: Int) throws -> [Alert] {
    try all(Self.newestOpenAlerts, [Bound(limit)])
  }

  static let newestOpenAlerts = """
    SELECT \(Alert.table.columns) FROM alerts INDEXED BY alertsOpen WHERE resolvedAt IS NULL
    ORDER BY raisedAt DESC, id DESC LIMIT ?
    """

  /// The alerts that hold and were raised since a moment, and those of which the clock tells nothing.
  package func openAlerts(since instant: Instant) throws -> [Alert] {
    let standing = try standingAlerts(and: [])
    let known = Set(standing.map(\.id))
    let recent: [Alert] = try all(Self.recentOpenAlerts, [Bound(instant)])
    return standing + recent.filter { !known.contains($0.id) }
  }

  static let recentOpenAlerts = """
    SELECT \(Alert.table.columns) FROM alerts INDEXED BY alertsOpen WHERE resolvedAt IS NULL AND raisedAt >= ?
    """

  /// The alerts that hold of these visits, and those of all visits of which the clock tells nothing.
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

  /// The conflicts that nobody has settled: since when each visit has one.
  package func conflicts() throws -> [VisitID: Instant] {
    let found = try db.all(Self.allConflicts) { (VisitID(rawValue: $0.text(0)), $0.instant(1)) }
    return Dictionary(uniqueKeysWithValues: found)
  }

  static let allConflicts = """
    SELECT visit, since FROM alerts INDEXED BY alertsStanding
    WHERE kind = 'conflict' AND resolvedAt IS NULL AND (kind = 'conflict' OR kind = 'overlap' OR kind = 'withdrawn' OR kind = 'notInCare')
    """

  /// How many alerts of each kind hold.
  package func openAlertCounts() throws -> [Alert.Kind: Int] {
    let counts = try db.all(Self.countedAlerts) { (try $0.named(0, "kind") as Alert.Kind, $0.int(1)) }
    return Dictionary(uniqueKeysWithValues: counts)
  }

  static let countedAlerts = """
    SELECT kind, count(*) FROM alerts INDEXED BY alertsOpen WHERE resolvedAt IS NULL GROUP BY kind
    """

  /// Alerts, the newest first.
  ///
  /// - Parameters:
  ///   - isOpen: Only those that hold, or only those that hold no more; `nil`: all.
  ///   - worker: Only of this worker's visits.
  ///   - since: Only those that were raised then or later.
  ///   - limit: At most so many.
  ///   - after: The last one of the page before.
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

  /// An alert with its visit and its worker as they were when the feed had come to an entry; by default as they are now.
  package func placed(_ alert: Alert, asOf feed: Int64 = .max) throws -> PlacedAlert {
    let visit = try visit(alert.visit, asOf: feed).map { try placed([$0], asOf: feed) }?.first
    return PlacedAlert(alert: alert, visit: visit, worker: try alert.worker.flatMap { try worker($0, asOf: feed) })
  }
}
