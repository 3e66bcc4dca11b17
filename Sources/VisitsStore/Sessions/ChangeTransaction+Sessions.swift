package import VisitsModel

extension ChangeTransaction {
  /// Returns the session that is to be changed.
  ///
  /// - Throws: ``Refusal/notFound(_:id:)``, ``Refusal/versionConflict(expected:current:)``.
  package func session(_ id: SessionID, expectedVersion: Int?) throws -> GoalSession {
    try present(session(id), id.rawValue, expectedVersion: expectedVersion) { .session(try placed($0)) }
  }

  /// Stores a new or changed session. This function sets the version and the time of the change.
  ///
  /// - Returns: The session as stored. If no value differs, the stored session stays as it is.
  package func put(_ session: GoalSession) throws -> GoalSession {
    try keep(session, inPlaceOf: stored(session.id.rawValue))
  }

  /// Adds a trial to a session and stores both.
  ///
  /// - Parameter isLate: Whether the session had ended when the daemon received the trial.
  /// - Throws: ``Refusal/Problem/tooManyTrials(limit:)``.
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

  /// Takes back a trial that counted. The trial's row stays, and gets a mark of the time and the caller.
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

  /// Returns an id for a new session.
  package func newSessionID() -> SessionID { SessionID(rawValue: context.identities.next()) }
}
