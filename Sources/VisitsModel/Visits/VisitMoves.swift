/// The moves of the office from state to state. Every other is refused, naming both states.
extension Visit {
  /// The worker came: scheduled → inProgress.
  ///
  /// - Parameter isTimeTold: Whether the caller said when; else it is now.
  package mutating func start(_ checkIn: Check, isTimeTold: Bool) throws(Refusal) {
    guard case .scheduled = life else { throw refused(.inProgress) }
    try requireWorker(movingTo: .inProgress, by: checkIn.method)
    try requireDue(checkIn, isTimeTold: isTimeTold)
    try requireNearPlan(checkIn.at, field: "at", by: checkIn.method)
    life = .inProgress(checkIn: checkIn)
  }

  /// The worker left: inProgress → completed; scheduled → completed where the worker forgot to check in.
  ///
  /// - Parameter isTimeTold: Whether the caller said when; else it is now.
  package mutating func complete(_ checkOut: Check, isTimeTold: Bool) throws(Refusal) {
    switch life {
    case .scheduled:
      try requireWorker(movingTo: .completed, by: checkOut.method)
      try requireDue(checkOut, isTimeTold: isTimeTold)
      try requireNearPlan(checkOut.at, field: "at", by: checkOut.method)
      life = .completed(checkIn: nil, checkOut: checkOut)
    case .inProgress(let checkIn):
      try requireWorker(movingTo: .completed, by: checkOut.method)
      try requireNearPlan(checkOut.at, field: "at", by: checkOut.method)
      var checkOut = checkOut
      if let checkIn, checkOut.at < checkIn.at {
        guard checkOut.method != .office else {
          throw .invalid(field: "at", .checkOutBeforeCheckIn(checkIn: checkIn.at, checkOut: checkOut.at))
        }
        // One of the two clocks was wrong; which, a person must settle.
        checkOut.isClockSuspect = true
      }
      life = .completed(checkIn: checkIn, checkOut: checkOut)
    default: throw refused(.completed)
    }
  }

  /// Called off: scheduled or inProgress → cancelled.
  package mutating func cancel(reason: String) throws(Refusal) {
    switch life {
    case .scheduled, .inProgress: life = .cancelled(reason: reason, checkIn: life.checkIn)
    default: throw refused(.cancelled)
    }
  }

  /// Nobody came: scheduled → missed, once the planned start has passed.
  package mutating func miss(by: MissedBy, reason: String, now: Instant) throws(Refusal) {
    guard case .scheduled = life else { throw refused(.missed) }
    try requireBegun(now: now)
    guard worker != nil || by != .worker else { throw .invalid(field: "by", .noWorkerToFail) }
    life = .missed(by: by, reason: reason)
  }

  /// Where a visit can be taken back to.
  package enum ReopenedTo: String, Sendable, Hashable, Codable, CaseIterable {
    case scheduled
    case inProgress
  }

  /// Taken back: completed, missed or cancelled → scheduled or inProgress; and inProgress → scheduled, where the check-in
  /// was a slip. What is known of the check-in stays when the visit goes on; the audit keeps the rest.
  package mutating func reopen(to target: ReopenedTo) throws(Refusal) {
    switch (life, target) {
    case (.scheduled, .scheduled): throw refused(.scheduled)
    case (.scheduled, .inProgress), (.inProgress, .inProgress): throw refused(.inProgress)
    case (_, .scheduled): life = .scheduled
    case (_, .inProgress):
      try requireWorker(movingTo: .inProgress, by: .office)
      life = .inProgress(checkIn: life.checkIn)
    }
  }

  /// Mends check-in and check-out afterwards, with a reason code; the first values stay beside the new ones.
  ///
  /// A check-in can be set while the visit is under way or after it; a check-out only once it is completed.
  package mutating func correct(
    checkIn: Instant?, checkOut: Instant?, reason: String, receivedAt: Instant, method: Check.Method
  ) throws(Refusal) {
    if let checkIn { try requireNearPlan(checkIn, field: "checkIn", by: method) }
    if let checkOut { try requireNearPlan(checkOut, field: "checkOut", by: method) }
    func mended(_ check: Check?, _ at: Instant?) -> Check? {
      guard let at else { return check }
      var mended = check ?? Check(at: at, receivedAt: receivedAt, method: method)
      let first = check.flatMap { $0.correction == nil ? $0.at : $0.correction?.first }
      mended.correction = Check.Correction(first: first, reason: reason)
      mended.at = at
      // Whoever mends it vouches for the time; that the first came from a wrong clock is told by the reason.
      mended.isClockSuspect = false
      return mended
    }
    let arrived = mended(life.checkIn, checkIn)
    switch life {
    case .completed(_, let left):
      let left = mended(left, checkOut)
      if let arrived, let left, left.at < arrived.at {
        throw .invalid(
          field: checkOut == nil ? "checkIn" : "checkOut",
          .checkOutBeforeCheckIn(checkIn: arrived.at, checkOut: left.at))
      }
      life = .completed(checkIn: arrived, checkOut: left)
    case .inProgress where checkOut == nil: life = .inProgress(checkIn: arrived)
    case .cancelled(let why, _) where checkOut == nil: life = .cancelled(reason: why, checkIn: arrived)
    default: throw .invalid(field: checkOut == nil ? "checkIn" : "checkOut", .notYet(status))
    }
  }

  private func refused(_ to: Status) -> Refusal {
    .invalidTransition(visit: id, from: status, to: to)
  }
}
