package import VisitsModel

/// Which sessions a list shows.
package struct SessionFilter: Sendable, Hashable {
  /// Where a page ended.
  package struct Mark: Sendable, Hashable {
    /// The start of its last session.
    package var start: Instant
    /// That session.
    package var id: SessionID

    /// The place behind a session.
    package init(start: Instant, id: SessionID) {
      self.start = start
      self.id = id
    }
  }

  /// Only this worker's.
  package var worker: WorkerID?
  /// Only this client's.
  package var client: ClientID?
  /// Only those of this goal.
  package var goal: GoalID?
  /// Only those of this visit.
  package var visit: VisitID?
  /// Only those that a person means who types this: the beginning or the end of an id, at least 4 characters, or a part of
  /// the client's name.
  package var match: String?
  /// Only those that have not ended.
  package var isRunning: Bool
  /// Only those that began then or later.
  package var from: Instant?
  /// Only those that began before.
  package var to: Instant?

  /// All sessions, or those.
  package init(
    worker: WorkerID? = nil, client: ClientID? = nil, goal: GoalID? = nil, visit: VisitID? = nil,
    match: String? = nil, isRunning: Bool = false, from: Instant? = nil, to: Instant? = nil
  ) {
    self.worker = worker
    self.client = client
    self.goal = goal
    self.visit = visit
    self.match = match
    self.isRunning = isRunning
    self.from = from
    self.to = to
  }
}

extension SessionFilter {
  /// The query for a page, newest first, and what is bound to it.
  func search(limit: Int, after: Mark?) -> (sql: String, bounds: [Bound]) {
    var tests: [String] = []
    var bounds: [Bound] = []
    func add(_ test: String, _ values: Bound...) {
      tests.append(test)
      bounds += values
    }
    if let goal { add("goal = ?", .text(goal.rawValue)) }
    if let client { add("client = ?", .text(client.rawValue)) }
    if let worker { add("worker = ?", .text(worker.rawValue)) }
    if let visit { add("visit = ?", .text(visit.rawValue)) }
    if isRunning { add("endedAt IS NULL") }
    if let from { add("startedAt >= ?", Bound(from)) }
    if let to { add("startedAt < ?", Bound(to)) }
    if let match {
      if let match = TypedMatch(match, in: "sessions") {
        tests.append(matchLeads ? "row IN (\(match.rows))" : match.comparison)
        bounds += match.values
      } else {
        tests.append("FALSE")
      }
    }
    if let after { add("(startedAt, id) < (?, ?)", Bound(after.start), .text(after.id.rawValue)) }
    let condition = tests.isEmpty ? "" : "WHERE \(tests.joined(separator: " AND "))"
    return (
      """
      SELECT \(GoalSession.table.columns) FROM sessions \(matchLeads ? "NOT INDEXED" : "INDEXED BY \(index)") \(condition)
      ORDER BY startedAt DESC, id DESC LIMIT ?
      """, bounds + [Bound(max(0, limit))]
    )
  }

  /// Whether what was typed is looked up first, and what it finds is sorted: nothing else narrows the list down.
  private var matchLeads: Bool {
    match != nil && worker == nil && client == nil && goal == nil && visit == nil && !isRunning
  }

  /// The narrowest that serves.
  private var index: String {
    if visit != nil { return "sessionsByVisit" }
    if isRunning { return "sessionsRunning" }
    if goal != nil { return "sessionsByGoal" }
    if client != nil { return "sessionsByClient" }
    return worker != nil ? "sessionsByWorker" : "sessionsByStart"
  }
}
