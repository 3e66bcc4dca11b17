package import VisitsModel

extension StoreReader {
  /// The session of that id.
  package func session(_ id: SessionID) throws -> GoalSession? { try stored(id.rawValue)?.thing }

  /// Every trial of a session, those that were taken back too, in the order of their numbers.
  package func trials(of session: SessionID) throws -> [Trial] {
    try db.all(Self.trialsOfSession, [.text(session.rawValue)]) { try Trial($0) }
  }

  static let trialsOfSession = """
    SELECT \(Trial.columns) FROM trials INDEXED BY trialsBySession WHERE session = ? ORDER BY number
    """

  /// The last trial of a session that counts.
  ///
  /// - Parameter number: Only the one of this number.
  package func lastTrial(of session: SessionID, number: Int?) throws -> Trial? {
    try db.first(Self.lastTrial, [.text(session.rawValue), Bound(number.map(Int64.init))]) { try Trial($0) }
  }

  static let lastTrial = """
    SELECT \(Trial.columns) FROM trials INDEXED BY trialsBySession
    WHERE session = ?1 AND number = coalesce(?2, number) AND takenBackAt IS NULL ORDER BY number DESC LIMIT 1
    """

  /// The session of a worker that has not ended.
  package func runningSession(of worker: WorkerID) throws -> GoalSession? {
    try session(Self.running, worker)
  }

  static let running = """
    SELECT \(GoalSession.table.columns) FROM sessions INDEXED BY sessionsRunning WHERE worker = ? AND endedAt IS NULL
    """

  /// The session of a worker that began last, of those that have ended.
  package func lastSession(of worker: WorkerID) throws -> GoalSession? {
    try session(Self.lastOfWorker, worker)
  }

  /// The first session of a worker that began after a moment, and has ended.
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

  /// When the last session of a client began, whoever's it was; `nil`: there was none.
  package func lastSession(of client: ClientID) throws -> Instant? {
    try db.first(Self.lastOfClient, [.text(client.rawValue)]) { $0.instantIfAny(0) } ?? nil
  }

  static let lastOfClient = """
    SELECT startedAt FROM sessions INDEXED BY sessionsByClient WHERE client = ? ORDER BY startedAt DESC LIMIT 1
    """

  /// A page of sessions, newest first.
  ///
  /// - Parameters:
  ///   - filter: Which.
  ///   - limit: At most so many.
  ///   - after: Where the page before ended.
  package func sessions(
    _ filter: SessionFilter, limit: Int, after: SessionFilter.Mark? = nil
  ) throws -> [GoalSession] {
    let search = filter.search(limit: limit, after: after)
    return try all(search.sql, search.bounds)
  }

  /// The clients whom a worker visits, in the order of their ids.
  ///
  /// - Parameter window: When a visit must start for its client to be one of the worker's.
  package func clients(of worker: WorkerID, within window: Range<Instant>) throws -> [ClientID] {
    try db.all(
      Self.clientsOfWorker, [.text(worker.rawValue), Bound(window.lowerBound), Bound(window.upperBound)]
    ) { try $0.clientID(0) }
  }

  /// The same by name, those alone who receive care, each with how many goals are worked towards.
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
  /// A session with its people and its goal.
  ///
  /// - Parameter feed: People and the goal are called as they were called when the feed had come to that entry.
  package func placed(_ session: GoalSession, asOf feed: Int64 = .max) throws -> PlacedSession {
    guard let worker = try worker(session.worker, asOf: feed), let client = try client(session.client, asOf: feed),
      let goal = try goal(session.goal, asOf: feed)
    else { throw StoreFault.unreadable("people of a session") }
    return PlacedSession(session: session, worker: worker, client: client, goal: goal)
  }
}
