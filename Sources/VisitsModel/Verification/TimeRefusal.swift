/// Why an aggregator refuses the times at which a visit was made.
package enum TimeRefusal: Sendable, Hashable {
  /// The visit lasted so many minutes, which are less than one unit.
  case noUnits(minutes: Int)
  /// The visit lasted longer than 24 hours.
  case longerThanADay
  /// The worker was at another visit during so many minutes of it.
  case overlap(VisitID, minutes: Int)
}

extension Visit {
  /// From check-in to check-out, empty if both are the same; `nil`: one of them is not known, or they are out of order.
  package var made: Range<Instant>? {
    guard let came = life.checkIn?.at, let left = life.checkOut?.at, came <= left else { return nil }
    return came..<left
  }
}
