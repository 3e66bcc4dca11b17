package import VisitsModel

extension StoreReader {
  /// Returns the session with an id; `nil` if there is none.
  package func session(_ id: SessionID) throws -> GoalSession? { try stored(id.rawValue)?.thing }

  /// Returns all trials of a session, including those that were taken back, ordered by number.
  package func trials(of session: SessionID) throws -> [Trial] {
    try db.all(Self.trialsOfSession, [.text(session.rawValue)]) { try Trial($0) }
  }

  static let trialsOfSession = """
    SELECT \(Trial.columns) FROM trials INDEXED BY trialsBySession WHERE session = ? ORDER BY number
    """

  /// Returns a session's last trial that counts.
  ///
  /// - Parameter number: Only the trial with this number.
  package func lastTrial(of session: SessionID, number: Int?) throws -> Trial? {
    try db.first(Self.lastTrial, [.text(session.rawValue), Bound(number.map(Int64.init))]) { try Trial($0) }
  }

  static let lastTrial = """
    SELECT \(Trial.columns) FROM trials INDEXED BY trialsBySession
    WHERE session = ?1 AND number = coalesce(?2, number) AND takenBackAt IS NULL ORDER BY number DESC LIMIT 1
    """

  /// Returns a worker's running session; `nil` if there is none.
  package func runningSession(of worker: WorkerID) throws -> GoalSession? {
    try session(Self.running, worker)
  }

  static let running = """
    SELECT \(GoalSession.table.columns) FROM sessions INDEXED BY sessionsRunning WHERE worker = ? AND endedAt IS NULL
    """

  /// Returns a worker's latest ended session.
  package func lastSession(of worker: WorkerID) throws -> GoalSession? {
    try session(Self.lastOfWorker, worker)
  }

  /// Returns a worker's first ended session that began after a moment.
  package func firstSession(of worker: WorkerID, after moment: Instant) throws -> GoalSession? {
    try session(Self.firstAfter, worker, [Bound(moment)])
  }

  private func session(_ sql: String, _ worker: WorkerID, _ more: [Bound] = []) throws -> GoalSession? {
    let found: [GoalSession] = try all(sql, [.text(worker.rawValue)] + more)
    return found.first
  }

  static let firstAfter = """
    SELECT \(GoalSession.table.columns) FROM sessions INDEXED BY sessionsByWorker
    WHERE worker = ? AND startedAt > ? AND endedAt IS NOT NULL ORDER BY startedAt, id LIMIT 1
    """

  static let lastOfWorker = """
    SELECT \(GoalSession.table.columns) FROM sessions INDEXED BY sessionsByWorker
    WHERE worker = ? AND endedAt IS NOT NULL ORDER BY startedAt DESC, id DESC LIMIT 1
    """

  /// Returns the start of a client's last session, with any worker; `nil` if there was none.
  package func lastSession(of client: ClientID) throws -> Instant? {
    try db.first(Self.lastOfClient, [.text(client.rawValue)]) { $0.instantIfAny(0) } ?? nil
  }

  static let lastOfClient = """
    SELECT startedAt FROM sessions INDEXED BY sessionsByClient WHERE client = ? ORDER BY startedAt DESC LIMIT 1
    """

  /// Returns a page of sessions, newest first.
  ///
  /// - Parameters:
  ///   - filter: The sessions to list.
  ///   - limit: The maximum number of sessions.
  ///   - after: The end of the previous page.
  package func sessions(
    _ filter: SessionFilter, limit: Int, after: SessionFilter.Mark? = nil
  ) throws -> [GoalSession] {
    let search = filter.search(limit: limit, after: after)
    return try all(search.sql, search.bounds)
  }

  /// Returns the clients whom a worker visits, ordered by id.
  ///
  /// - Parameter window: The period in which a visit must start to count.
  package func clients(of worker: WorkerID, within window: Range<Instant>) throws -> [ClientID] {
    try db.all(
      Self.clientsOfWorker, [.text(worker.rawValue), Bound(window.lowerBound), Bound(window.upperBound)]
    ) { try $0.clientID(0) }
  }

  /// Returns the clients whom a worker visits and who still receive care, ordered by name, each with the number of the
  /// client's active goals.
  package func goalBank(of worker: WorkerID, within window: Range<Instant>) throws -> [(client: ClientID, goals: Int)] {
    try db.all(
      Self.goalBankOfWorker, [.text(worker.rawValue), Bound(window.lowerBound), Bound(window.upperBound)]
    ) { (try $0.clientID(0), $0.int(1)) }
  }

  static let goalBankOfWorker = """
    SELECT id, (
      SELECT count(*) FROM goals INDEXED BY goalsByStatus WHERE goals.client = clients.id AND status = 'active')
    FROM (
      SELECT DISTINCT client FROM visits INDEXED BY visitsByWorker
      WHERE worker = ? AND startsAt >= ? AND startsAt < ? AND isWithdrawn = 0)
    CROSS JOIN clients ON id = client WHERE isActive = 1 ORDER BY foldedName, id
    """

  static let clientsOfWorker = """
    SELECT DISTINCT client FROM visits INDEXED BY visitsByWorker
    WHERE worker = ? AND startsAt >= ? AND startsAt < ? AND isWithdrawn = 0
    ORDER BY client
    """
}

extension StoreReader {
  /// Returns a session with its people and its goal.
  ///
  /// - Parameter feed: An entry of the feed. The people and the goal are returned as they were at this entry.
  package func placed(_ session: GoalSession, asOf feed: Int64 = .max) throws -> PlacedSession {
    guard let worker = try worker(session.worker, asOf: feed), let client = try client(session.client, asOf: feed),
      let goal = try goal(session.goal, asOf: feed)
    else { throw StoreFault.unreadable("people of a session") }
    return PlacedSession(session: session, worker: worker, client: client, goal: goal)
  }
}
