package import VisitsModel

/// The conditions for a list of sessions. Unset conditions exclude no session.
package struct SessionFilter: Sendable, Hashable {
  /// The position of a page's last session in the list. The next page begins after it.
  package struct Mark: Sendable, Hashable {
    /// The start of the page's last session.
    package var start: Instant
    /// The id of the page's last session.
    package var id: SessionID

    /// Creates the position from the start and the id of a page's last session.
    package init(start: Instant, id: SessionID) {
      self.start = start
      self.id = id
    }
  }

  /// Only sessions of this worker.
  package var worker: WorkerID?
  /// Only sessions of this client.
  package var client: ClientID?
  /// Only sessions on this goal.
  package var goal: GoalID?
  /// Only sessions during this visit.
  package var visit: VisitID?
  /// Only sessions that match a typed text: the beginning or the end of an id, at least 4 characters, or a part of the
  /// client's name.
  package var match: String?
  /// Only sessions that have not ended.
  package var isRunning: Bool
  /// Only sessions that began at this instant or later.
  package var from: Instant?
  /// Only sessions that began before this instant.
  package var to: Instant?

  /// Creates a filter; by default for all sessions.
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
  /// Returns the query for one page of the list, newest sessions first, and the values of its parameters.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of sessions.
  ///   - after: The last session of the previous page; `nil` for the first page.
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

  /// Whether the query first finds the sessions that match the typed text and then sorts them. This is the best plan
  /// only if no other condition narrows the list.
  private var matchLeads: Bool {
    match != nil && worker == nil && client == nil && goal == nil && visit == nil && !isRunning
  }

  /// The index that leaves the fewest sessions to check.
  private var index: String {
    if visit != nil { return "sessionsByVisit" }
    if isRunning { return "sessionsRunning" }
    if goal != nil { return "sessionsByGoal" }
    if client != nil { return "sessionsByClient" }
    return worker != nil ? "sessionsByWorker" : "sessionsByStart"
  }
}
