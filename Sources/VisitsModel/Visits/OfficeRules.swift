/// What is refused to the office alone: it can still do otherwise. What a caregiver's device did in the field is never
/// refused (`product.md`, A visit's life).
extension Visit {
  /// Whoever says "now" of a visit that starts later than this, in milliseconds, has taken the wrong visit.
  package static let farAhead: Int64 = 12 * 3600 * 1000

  /// Refuses to move a visit that nobody makes to where somebody must have come.
  func requireWorker(movingTo target: Status, by method: Check.Method) throws(Refusal) {
    guard method == .office, worker == nil else { return }
    throw .openVisit(id, from: status, to: target)
  }

  /// Refuses a check of a visit that is still far ahead, unless the time was told: then it is meant.
  func requireDue(_ check: Check, isTimeTold: Bool) throws(Refusal) {
    guard check.method == .office, !isTimeTold, check.receivedAt.milliseconds(to: start) > Self.farAhead else { return }
    throw .invalid(field: "at", .startsMuchLater(start))
  }

  /// Nobody comes earlier than this before a planned start, in milliseconds; the year or the day is a slip.
  package static let earliestCheck: Int64 = 24 * 3600 * 1000
  /// Nobody leaves later than this after a planned end, in milliseconds.
  package static let latestCheck: Int64 = 7 * 24 * 3600 * 1000

  /// Refuses a check that lies days from the plan: a check or the plan is wrong.
  ///
  /// - Parameter field: The parameter that tells it.
  func requireNearPlan(_ at: Instant, field: String, by method: Check.Method) throws(Refusal) {
    guard method == .office else { return }
    guard at.milliseconds(to: start) <= Self.earliestCheck else {
      throw .invalid(field: field, .longBeforePlan(at, start: start))
    }
    guard end.milliseconds(to: at) <= Self.latestCheck else {
      throw .invalid(field: field, .longAfterPlan(at, end: end))
    }
  }

  /// Refuses to say of a visit that is still to come that nobody came.
  func requireBegun(now: Instant) throws(Refusal) {
    guard start <= now else { throw .invalid(field: "visit", .notBegun(start)) }
  }
}
