/// A moment in time: whole milliseconds since 1970-01-01T00:00:00Z, without a zone.
///
/// What the store keeps and what rules compare. What a person agreed to ("8:00") is a ``LocalTime`` in a ``Zone``.
package struct Instant: Sendable, Hashable, Comparable, Codable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  package var milliseconds: Int64

  /// What has a date that can be written: the years 1 to 9999.
  package static let writable =
    Instant(milliseconds: -62_135_596_800_000)...Instant(milliseconds: 253_402_300_799_999)

  /// The moment so many milliseconds after 1970-01-01T00:00:00Z.
  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// The moment, or the nearest that has a date, of a number that another program may have written: what is computed
  /// with it cannot overflow.
  package init(nearest milliseconds: Int64) {
    self = min(max(Instant(milliseconds: milliseconds), Self.writable.lowerBound), Self.writable.upperBound)
  }

  /// The second that it lies in, where it begins.
  package var toTheSecond: Instant {
    let past = milliseconds % 1000
    return Instant(milliseconds: milliseconds - (past < 0 ? past + 1000 : past))
  }

  package init(from decoder: any Decoder) throws {
    milliseconds = try decoder.singleValueContainer().decode(Int64.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(milliseconds)
  }

  package static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }

  /// The moment so many seconds later; earlier when negative.
  package func adding(seconds: Int64) -> Instant { Instant(milliseconds: milliseconds + seconds * 1000) }

  /// The moment so many minutes later; earlier when negative.
  package func adding(minutes: Int64) -> Instant { adding(seconds: minutes * 60) }

  /// Whole milliseconds from this moment to a later one; negative when it is earlier.
  package func milliseconds(to other: Instant) -> Int64 { other.milliseconds - milliseconds }

  /// Whether this moment was less than so many milliseconds ago. One that is yet to come was not: a clock that was set
  /// back says nothing of how long ago it was.
  package func isWithin(_ milliseconds: Int64, before now: Instant) -> Bool {
    (0..<milliseconds).contains(self.milliseconds(to: now))
  }
}
