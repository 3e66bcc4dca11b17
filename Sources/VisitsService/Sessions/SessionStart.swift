import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension SessionStart: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    try call.requireOwn(parameters.worker, in: transaction)
    let worker = try call.own ?? transaction.assignableWorker(parameters.worker)
    let client = try transaction.recordedClient(parameters.client, by: call)
    guard let goal = try transaction.goal(GoalID(rawValue: parameters.goal.lowercased())), goal.client == client.id
    else {
      throw Refusal.notFound(.goal, id: parameters.goal)
    }
    // A session from a device is stored, whatever the office has decided about the goal since.
    guard goal.isAvailable || call.own != nil else { throw Refusal.invalid(field: "goal", .goalOver(goal)) }
    let start = try call.mark(parameters.at, sentAt: parameters.sentAt, parameters.typed, at: client, in: transaction)
    let id = try id(parameters, in: transaction)
    if var told = try transaction.session(id) {
      guard told.worker == call.own, told.client == client.id, told.goal == goal.id else {
        throw Refusal.invalid(field: "session", .taken(id.rawValue))
      }
      if try transaction.isSentAgain(of: id) { return .session(told) }
      let before = told
      told.reportStart(start)
      return .session(try transaction.put(told, isHeardAgain: told == before))
    }
    var session = GoalSession(id: id, worker: worker, client: client.id, goal: goal.id, start: start)
    session.visit = try visit(parameters, of: worker, client, at: start.at, in: transaction, call)
    let ended = try makeRoom(for: &session, in: transaction, call)
    return .session(try transaction.put(session), ended: ended)
  }

  /// Ensures that the worker has only one running session, since a worker can practise with one client at a time. The
  /// office gets a refusal if another session is running. For a device, the earlier of the two sessions ends when the
  /// later one began, unless the device reports another end later.
  ///
  /// - Returns: The other session, if it has ended because this one began.
  private static func makeRoom(
    for session: inout GoalSession, in transaction: ChangeTransaction, _ call: Call
  ) throws -> GoalSession? {
    if call.own != nil, let mark = try whatEnded(session, in: transaction, call) { session.giveWay(mark) }
    guard session.end == nil, var running = try transaction.runningSession(of: session.worker) else { return nil }
    guard call.own != nil else { throw Refusal.sessionRunning(try transaction.placed(running)) }
    guard running.start.reckoned <= session.start.reckoned else {
      session.giveWay(running.start)
      return nil
    }
    running.giveWay(session.start)
    return try transaction.put(running)
  }

  /// Returns the end of a session whose start is reported late, if something has ended it already: the end of its
  /// visit, or the start of the worker's next session. Returns `nil` if the session is still running.
  private static func whatEnded(
    _ session: GoalSession, in transaction: ChangeTransaction, _ call: Call
  ) throws -> GoalSession.Mark? {
    let next = try transaction.firstSession(of: session.worker, after: session.start.reckoned)?.start
    let visit = try session.visit.flatMap(transaction.visit)
    let left = visit?.life.checkOut.map { left in
      GoalSession.Mark(
        at: left.at, receivedAt: call.now, method: left.method, by: call.session.caller.by,
        isClockSuspect: left.isClockSuspect)
    }
    return [next, visit?.status == .completed ? left : nil].compactMap(\.self)
      .filter { $0.reckoned > session.start.reckoned }.min { $0.reckoned < $1.reckoned }
  }

  private static func id(_ parameters: Parameters, in transaction: ChangeTransaction) throws -> SessionID {
    guard let text = parameters.session?.lowercased() else { return transaction.newSessionID() }
    let digits = text.split(separator: "-", omittingEmptySubsequences: false)
    guard digits.map(\.utf8.count) == [8, 4, 4, 4, 12],
      digits.joined().utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
    else { throw Refusal.invalid(field: "session", .notOneOf(value: text, allowed: ["UUID"])) }
    return SessionID(rawValue: text)
  }

  /// Returns the visit during which the session began: the visit that the caller names, or else the worker's visit to
  /// the client at the time of the start.
  private static func visit(
    _ parameters: Parameters, of worker: WorkerID, _ client: Client, at start: Instant,
    in transaction: ChangeTransaction, _ call: Call
  ) throws -> VisitID? {
    guard let text = parameters.visit else {
      return try transaction.visit(of: worker, at: client.id, during: start)?.visit
    }
    guard let visit = try transaction.visit(VisitID(rawValue: text.lowercased())),
      // A device was there, so it may name even a withdrawn visit.
      call.own != nil || !visit.isWithdrawn, visit.client == client.id, try call.hasHad(visit, transaction)
    else { throw Refusal.notFound(.visit, id: text) }
    return try transaction.heir(of: visit)?.id ?? visit.id
  }

  static func answer(_ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call) async throws -> Answer {
    let (session, ended) = try await call.placedSession(outcome)
    return .started(session, ending: ended, in: call.view)
  }
}
