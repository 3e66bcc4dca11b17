package import VisitsModel

extension ChangeTransaction {
  /// Returns the session that the caller is about to change.
  ///
  /// - Parameter expectedVersion: The version that the caller saw; `nil` accepts any.
  /// - Throws: ``Refusal/notFound(_:id:)``, ``Refusal/versionConflict(expected:current:)``.
  package func session(_ id: SessionID, expectedVersion: Int?) throws -> GoalSession {
    try present(session(id), id.rawValue, expectedVersion: expectedVersion) { .session(try placed($0)) }
  }

  /// Stores a new or changed session, and sets its version and the time of the change.
  ///
  /// - Parameter isDecision: Whether to write an audit entry even if no value of the session differs, because a device
  ///   has reported something of it.
  /// - Returns: The session as stored. If no value differs from the stored session and this is no decision, nothing is
  ///   written.
  package func put(_ session: GoalSession, isDecision: Bool = false) throws -> GoalSession {
    try keep(session, inPlaceOf: stored(session.id.rawValue), isDecision: isDecision)
  }

  /// Stores what a device has reported of a session.
  ///
  /// - Parameter isHeardAgain: Whether the report changes nothing: the audit keeps it, and upstream gets nothing.
  package func put(_ session: GoalSession, isHeardAgain: Bool) throws -> GoalSession {
    guard isHeardAgain else { return try put(session) }
    return try unsent { try put(session, isDecision: true) }
  }

  /// Adds a trial to a session and stores both.
  ///
  /// - Parameters:
  ///   - isSuccess: Whether the client succeeded in the trial.
  ///   - mark: The time of the trial, and how and by whom it was recorded.
  ///   - isLate: Whether the session had already ended when the daemon received the trial.
  /// - Throws: ``Refusal/invalid(field:_:)`` with ``Refusal/Problem/tooManyTrials(limit:)`` if the session already has
  ///   the maximum number of trials.
  package func addTrial(
    _ isSuccess: Bool, _ mark: GoalSession.Mark, isLate: Bool, to session: GoalSession
  ) throws -> GoalSession {
    let last = try lastTrialNumber(of: session.id)
    guard last < GoalSession.mostTrials else {
      throw Refusal.invalid(field: "session", .tooManyTrials(limit: GoalSession.mostTrials))
    }
    let trial = Trial(
      id: TrialID(rawValue: context.identities.next()), session: session.id,
      number: last + 1, isSuccess: isSuccess, mark: mark, isLate: isLate)
    var session = session
    session.add(trial)
    let kept = try put(session)
    try db.run(Trial.insertion, trial.values)
    return kept
  }

  /// Takes back a trial, so that it no longer counts in its session. The trial's row stays in the table and gets a mark
  /// with the time and the caller.
  package func takeBack(_ trial: Trial, _ mark: GoalSession.Mark, of session: GoalSession) throws -> GoalSession {
    var session = session
    session.takeBack(trial)
    let kept = try put(session)
    try db.run(Trial.takingBack, GoalSession.Mark.values(mark) + [.text(trial.id.rawValue)])
    return kept
  }

  private func lastTrialNumber(of session: SessionID) throws -> Int {
    try db.first("SELECT max(number) FROM trials WHERE session = ?", [.text(session.rawValue)]) { $0.int(0) } ?? 0
  }

  /// Returns a new, unused id for a session.
  package func newSessionID() -> SessionID { SessionID(rawValue: context.identities.next()) }
}
