/// Local times without an offset that a reader can misread: the clocks change during the visit, or show one of its hours
/// twice.
package struct ClockReading: Sendable, Hashable {
  /// The field of the start, by the aggregator's name.
  package let field: String
  /// As the record has them: `2026-11-01 01:45 - 2026-11-01 01:15`.
  package let written: String
  /// When it was, and how long in hours and minutes: `01:45-06:00 - 01:15-07:00 (0:30)`.
  package let actual: String
  /// How else it can be read: `01:45-06:00 - 01:15-06:00 (-0:30)`.
  package let other: String

  /// The times in whole minutes by the clocks of a zone; `nil`: they can be read in one way only.
  ///
  /// - Parameter isMarked: Whether the record has the offset beside the second of two equal times.
  package init?(field: String, from start: Instant, to end: Instant, on zone: Zone, isMarked: Bool = false) {
    func wholeMinute(_ instant: Instant) -> Instant {
      Instant(milliseconds: instant.milliseconds - (instant.milliseconds % 60_000 + 60_000) % 60_000)
    }
    let actual = [start, end].map(wholeMinute)
    let locals = actual.map(zone.local)
    let lengthOnClock = locals[0].seconds(to: locals[1]) / 60
    let (firsts, seconds) = (locals.map { zone.readings(of: $0).first }, locals.map { zone.readings(of: $0).second })
    if isMarked, actual != firsts { return nil }
    let isRepeated = firsts != seconds && !isMarked
    guard isRepeated || lengthOnClock != Self.minutes(from: actual[0], to: actual[1]) else { return nil }
    self.field = field
    written = locals.map { "\($0.day.text) \($0.paddedTime)" }.joined(separator: " - ")
    self.actual = Self.text(actual, on: zone)
    // A reader who ignores the change of the clocks subtracts one time from the other.
    other =
      isRepeated
      ? Self.text(actual == firsts ? seconds : firsts, on: zone)
      : "\(locals.map(\.paddedTime).joined(separator: " - ")) (\(Self.length(lengthOnClock)))"
  }

  private static func minutes(from start: Instant, to end: Instant) -> Int64 { start.milliseconds(to: end) / 60_000 }

  private static func text(_ times: [Instant], on zone: Zone) -> String {
    let words = times.map { "\(zone.local($0).paddedTime)\(UTCOffset.text(zone.offset(at: $0)))" }
    return "\(words.joined(separator: " - ")) (\(length(minutes(from: times[0], to: times[1]))))"
  }

  /// `9:00`, `-0:30`.
  private static func length(_ minutes: Int64) -> String {
    let rest = minutes.magnitude % 60
    return "\(minutes < 0 ? "-" : "")\(minutes.magnitude / 60):\(rest < 10 ? "0" : "")\(rest)"
  }
}

extension Zone {
  /// The two moments at which clocks here show a local time; both are the same where they show it once.
  fileprivate func readings(of local: LocalTime) -> (first: Instant, second: Instant) {
    switch resolve(local) {
    case .unique(let instant), .skipped(let instant): (instant, instant)
    case .repeated(let first, let second): (first, second)
    }
  }
}

extension LocalTime {
  /// `08:00`.
  fileprivate var paddedTime: String {
    [hour, minute].map { $0 < 10 ? "0\($0)" : String($0) }.joined(separator: ":")
  }
}
