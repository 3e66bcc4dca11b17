/// What can become of a session.
extension GoalSession {
  /// A trial more.
  package mutating func add(_ trial: Trial) {
    trials += 1
    if trial.isSuccess { successes += 1 }
    lastTrial = LastTrial(number: trial.number, isSuccess: trial.isSuccess, isTakenBack: false, at: trial.mark.at)
  }

  /// A trial that is taken back counts no more.
  package mutating func takeBack(_ trial: Trial) {
    trials -= 1
    if trial.isSuccess { successes -= 1 }
    lastTrial = LastTrial(number: trial.number, isSuccess: trial.isSuccess, isTakenBack: true, at: trial.mark.at)
  }

  /// The office enters a trial: of one that has ended, with the time at which it was.
  ///
  /// - Parameter isTimeTold: Whether somebody said when it was.
  /// - Throws: ``Refusal/sessionOver(_:)``, ``Refusal/invalid(field:_:)``.
  package func checkTrial(at instant: Instant, isTimeTold: Bool) throws(Refusal) {
    if let end {
      guard isTimeTold else { throw .sessionOver(self) }
      guard instant <= end.mark.at else { throw .invalid(field: "at", .afterSession(instant, end: end.mark.at)) }
    }
    guard instant >= start.at else { throw .invalid(field: "at", .beforeSession(instant, start: start.at)) }
  }

  /// Whether it had ended for a trial that is heard of now. An end that nobody told is no end for what came before it.
  package func isOver(for instant: Instant) -> Bool {
    end.map { !$0.isDerived || instant > $0.mark.at } ?? false
  }

  /// The office ends it. Once it has ended, only a time that is given mends that.
  ///
  /// - Parameter isTimeTold: Whether somebody said when it was.
  /// - Throws: ``Refusal/sessionOver(_:)``, ``Refusal/invalid(field:_:)``.
  package mutating func finish(_ mark: Mark, isTimeTold: Bool) throws(Refusal) {
    guard isRunning || isTimeTold else { throw .sessionOver(self) }
    // What a clock that runs ahead began could not be ended for years.
    guard mark.at >= start.at || start.isClockSuspect else {
      throw .invalid(field: "at", .beforeSession(mark.at, start: start.at))
    }
    end = End(clamped(mark))
  }

  /// The worker's device tells once more when it began. The earlier start counts, unless its clock was wrong.
  package mutating func reportStart(_ mark: Mark) {
    if mark.counts(over: start, isEarlier: true) { start = mark }
  }

  /// The worker's device tells when it ended. That is never refused: it takes the place of an end that the office told or
  /// that followed from the next session. Of two ends that devices told the later one counts, unless its clock was wrong.
  package mutating func reportEnd(_ mark: Mark) {
    let mark = clamped(mark)
    if let end, end.mark.method == .device, !end.isDerived, !mark.counts(over: end.mark, isEarlier: false) { return }
    end = End(mark)
  }

  /// It ends since another of the worker's began then.
  package mutating func giveWay(_ mark: Mark) {
    end = End(clamped(mark), isDerived: true)
  }

  /// A clock that tells an end before the start is wrong; the session lasted no time that we know.
  private func clamped(_ mark: Mark) -> Mark {
    guard mark.at < start.at else { return mark }
    var mark = mark
    mark.at = start.at
    mark.isClockSuspect = true
    return mark
  }
}

extension GoalSession.Mark {
  /// Whether it counts instead of another one: a right clock before a wrong one, else the earlier or the later of the two.
  fileprivate func counts(over other: GoalSession.Mark, isEarlier: Bool) -> Bool {
    if isClockSuspect != other.isClockSuspect { return other.isClockSuspect }
    return isEarlier ? at < other.at : at > other.at
  }
}
