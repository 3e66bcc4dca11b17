/// A time of a visit that may be a slip of the hand. It is taken all the same, with a warning.
package enum Slip: Sendable, Hashable {
  /// The worker came at this time, more than an hour from the planned start.
  case cameFarFromPlan(Instant)
  /// The worker left at this time, more than an hour from the planned end.
  case leftFarFromPlan(Instant)
  /// A new visit has started more than a day ago.
  case startsInThePast
}

extension Visit {
  /// A check that is at most this far from the plan, in milliseconds, is no slip.
  private static let nearPlan: Int64 = 3600 * 1000
  /// A new visit that has started at most this long ago, in milliseconds, is no slip: the office adds it afterwards.
  private static let lately: Int64 = 24 * 3600 * 1000

  /// What looks like a slip in the check that counts; `nil`: nothing does, or there is no such check.
  package func slip(of check: End) -> Slip? {
    guard let at = recorded(check)?.at else { return nil }
    switch check {
    case .checkIn: return abs(start.milliseconds(to: at)) > Self.nearPlan ? .cameFarFromPlan(at) : nil
    case .checkOut: return abs(end.milliseconds(to: at)) > Self.nearPlan ? .leftFarFromPlan(at) : nil
    }
  }

  /// What looks like a slip in the plan of a new visit; `nil`: nothing does.
  package func slip(plannedAt now: Instant) -> Slip? {
    start.milliseconds(to: now) > Self.lately ? .startsInThePast : nil
  }
}
