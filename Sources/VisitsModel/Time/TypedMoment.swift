/// A moment as a person types it: `now`, or a time that stands for itself or beside a day.
package enum TypedMoment: Sendable, Hashable {
  /// This very moment.
  case now
  /// A time, which the clocks and dates of a place make a moment.
  case time(TypedTime)

  /// Reads a moment; capitals and white space do not count. `nil` for anything else.
  package static func parse(_ text: String) -> TypedMoment? {
    if isNow(text) { return .now }
    return TypedTime.parse(text).map(TypedMoment.time)
  }

  /// Whether it is the word for this very moment.
  package static func isNow(_ text: String) -> Bool {
    text.utf8.count <= 64 && text.lowercased().trimmingWhitespace() == "now"
  }

  /// The moment that it means. Now is now in every zone, whatever day is meant otherwise, and clocks never show it
  /// twice.
  ///
  /// - Parameters: Those of ``TypedTime/resolve(now:zone:on:after:offset:field:)``.
  /// - Throws: That the clock skips this time, or that clocks there never have that offset at that time.
  package func resolve(
    now: Instant, zone: Zone, on base: CareDay? = nil, after start: Instant? = nil, offset: String? = nil,
    field: String
  ) throws(Refusal) -> Instant {
    switch self {
    case .now: now
    case .time(let time): try time.resolve(now: now, zone: zone, on: base, after: start, offset: offset, field: field)
    }
  }
}
