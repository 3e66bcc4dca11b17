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

  /// Returns the last trial of a session that was not taken back; `nil` if there is none.
  ///
  /// - Parameter number: If set, only the trial with this number is considered.
  package func lastTrial(of session: SessionID, number: Int?) throws -> Trial? {
    try db.first(Self.lastTrial, [.text(session.rawValue), Bound(number.map(Int64.init))]) { try Trial($0) }
  }

  static let lastTrial = """
    SELECT \(Trial.columns) FROM trials INDEXED BY trialsBySession
    WHERE session = ?1 AND number = coalesce(?2, number) AND takenBackAt IS NULL ORDER BY number DESC LIMIT 1
    """

  /// Returns the session of a worker that has not ended; `nil` if there is none.
  package func runningSession(of worker: WorkerID) throws -> GoalSession? {
    try session(Self.running, worker)
  }

  static let running = """
    SELECT \(GoalSession.table.columns) FROM sessions INDEXED BY sessionsRunning WHERE worker = ? AND endedAt IS NULL
    """

  /// Returns the session of a worker that began last among those that have ended; `nil` if there is none.
  package func lastSession(of worker: WorkerID) throws -> GoalSession? {
    try session(Self.lastOfWorker, worker)
  }

  /// Returns the session of a worker that began first after a moment and has ended; `nil` if there is none.
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

  /// Returns the start of a client's last session, regardless of the worker; `nil` if the client had no session.
  package func lastSession(of client: ClientID) throws -> Instant? {
    try db.first(Self.lastOfClient, [.text(client.rawValue)]) { $0.instantIfAny(0) } ?? nil
  }

  static let lastOfClient = """
    SELECT startedAt FROM sessions INDEXED BY sessionsByClient WHERE client = ? ORDER BY startedAt DESC LIMIT 1
    """

  /// Returns one page of a list of sessions, newest first.
  ///
  /// - Parameters:
  ///   - filter: The conditions for the sessions to list.
  ///   - limit: The maximum number of sessions.
  ///   - after: The position of the previous page's last session; `nil` for the first page.
  package func sessions(
    _ filter: SessionFilter, limit: Int, after: SessionFilter.Mark? = nil
  ) throws -> [GoalSession] {
    let search = filter.search(limit: limit, after: after)
    return try all(search.sql, search.bounds)
  }

  /// Returns the clients to whom a worker has visits in a period, ordered by id.
  ///
  /// - Parameter window: The half-open period in which the visits are planned to start.
  package func clients(of worker: WorkerID, within window: Range<Instant>) throws -> [ClientID] {
    try db.all(
      Self.clientsOfWorker, [.text(worker.rawValue), Bound(window.lowerBound), Bound(window.upperBound)]
    ) { try $0.clientID(0) }
  }

  /// Returns the clients to whom a worker has visits in a period and who still receive care, each with the number of
  /// the client's active goals. They are ordered by the client's name.
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
  /// Returns a session together with its worker, its client and its goal.
  ///
  /// - Parameter feed: The number of a feed entry. The worker, the client and the goal have the values that they had at
  ///   this entry; by default, their present values.
  package func placed(_ session: GoalSession, asOf feed: Int64 = .max) throws -> PlacedSession {
    guard let worker = try worker(session.worker, asOf: feed), let client = try client(session.client, asOf: feed),
      let goal = try goal(session.goal, asOf: feed)
    else { throw StoreFault.unreadable("people of a session") }
    return PlacedSession(session: session, worker: worker, client: client, goal: goal)
  }
}
