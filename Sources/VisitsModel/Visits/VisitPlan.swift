/// The rules of planned times.
extension Visit {
  /// The longest visit, in milliseconds, that an end can mean which is only a time of day, and of the next day; a longer
  /// one is a slip of the hand.
  package static let longestNight: Int64 = 16 * 3_600_000

  /// Refuses a plan that has no date, ends before it starts, or lasts longer than a day.
  package static func checkPlan(start: Instant, end: Instant) throws(Refusal) {
    for (field, instant) in [("start", start), ("end", end)] where !Instant.writable.contains(instant) {
      throw .invalid(field: field, .undatable)
    }
    guard start < end else { throw .invalid(field: "end", .endNotAfterStart(start: start, end: end)) }
    guard start.milliseconds(to: end) <= longest else {
      throw .invalid(field: "end", .longerThanADay(start: start, end: end))
    }
  }

  /// A plan that is further from now than this many years is a slip of the hand.
  package static let horizonYears: Int64 = 10

  /// The same for what a person plans now: the year of a time that lies far away is a slip of the hand.
  package static func checkPlan(start: Instant, end: Instant, now: Instant) throws(Refusal) {
    try checkPlan(start: start, end: end)
    let horizon = horizonYears * 31_557_600_000
    guard abs(now.milliseconds(to: start)) <= horizon else { throw .invalid(field: "start", .farAway(start)) }
  }
}

/// What the worker's device, or the office, says of when something happened, made good for wrong clocks (`api.md`,
/// `sentAt` and `at`).
package struct FieldTime: Sendable, Hashable {
  /// A clock that differs by more than this, in milliseconds, is marked. A clock that seems to be behind by less is
  /// taken as right: a slow network makes every message look old.
  package static let tolerance: Int64 = 2 * 60 * 1000

  /// The instant that counts.
  package let at: Instant
  /// Whether the clock that told it was plainly wrong.
  package let isClockSuspect: Bool

  /// - Parameters:
  ///   - at: When it happened by the sender's clock; `nil`: now.
  ///   - sentAt: The sender's clock when it sent this; `nil`: not told.
  ///   - now: Our clock on receipt.
  package init(at: Instant?, sentAt: Instant?, now: Instant) {
    let difference = sentAt.map { now.milliseconds(to: $0) } ?? 0
    let ahead = difference > -Self.tolerance ? max(0, difference) : difference
    let told = at.map { Instant(milliseconds: $0.milliseconds - ahead) } ?? now
    // A moment that has no date tells nothing; that the worker came is true all the same.
    let isDatable = Instant.writable.contains(told)
    self.at = isDatable ? told : now
    isClockSuspect = !isDatable || abs(ahead) > Self.tolerance || now.milliseconds(to: told) > Self.tolerance
  }
}
