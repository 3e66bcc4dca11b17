package import Foundation

/// An IANA time zone that this machine knows, such as `America/Edmonton`.
package struct Zone: Sendable, Hashable, Codable {
  /// Foundation's zone, for formatters.
  package let timeZone: TimeZone

  /// The IANA name.
  package var identifier: String { timeZone.identifier }

  /// Universal time.
  package static let utc = Zone(timeZone: .gmt)

  /// The zone of that IANA name; `nil` for abbreviations ("MST"), offsets ("GMT+7") and unknown names: they say
  /// nothing of when clocks change.
  package init?(_ identifier: String) {
    if identifier == "UTC" || identifier == "GMT" {
      self = .utc
      return
    }
    guard identifier.contains("/"), let timeZone = TimeZone(identifier: identifier) else { return nil }
    self.init(timeZone: timeZone)
  }

  private init(timeZone: TimeZone) {
    self.timeZone = timeZone
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let identifier = try container.decode(String.self)
    guard let zone = Zone(identifier) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no such time zone: \(identifier)")
    }
    self = zone
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(identifier)
  }

  /// Seconds that local clocks are ahead of UTC at that moment.
  package func offset(at instant: Instant) -> Int64 {
    Int64(timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)))
  }

  /// What the clock on the wall shows at that moment, to the second.
  package func local(_ instant: Instant) -> LocalTime {
    let seconds = instant.milliseconds.flooredDivision(by: 1000).quotient
    return LocalTime(wallSeconds: seconds + offset(at: instant))
  }

  /// The care day that holds that moment.
  package func day(of instant: Instant) -> CareDay { local(instant).day }

  /// What a local time means here.
  package enum Resolution: Sendable, Hashable {
    /// It happens once.
    case unique(Instant)
    /// The clock is turned back over it: it happens twice.
    case repeated(first: Instant, second: Instant)
    /// The clock is turned forward over it: it never happens. `next` is the first moment after the gap.
    case skipped(next: Instant)
  }

  /// Finds the moment at which clocks here show that local time.
  package func resolve(_ local: LocalTime) -> Resolution {
    let wall = local.wallSeconds
    // No zone is more than 24 hours from UTC and none changes twice within two days, so the offsets a day before
    // and a day after are the only two that can hold.
    let before = offset(at: Instant(milliseconds: (wall - 86_400) * 1000))
    let after = offset(at: Instant(milliseconds: (wall + 86_400) * 1000))
    let candidates = [wall - before, wall - after].map { Instant(milliseconds: $0 * 1000) }
    let first = offset(at: candidates[0]) == before
    let second = offset(at: candidates[1]) == after
    switch (first, second) {
    case (true, true) where candidates[0] != candidates[1]:
      return .repeated(first: min(candidates[0], candidates[1]), second: max(candidates[0], candidates[1]))
    case (true, _): return .unique(candidates[0])
    case (_, true): return .unique(candidates[1])
    case (false, false): return .skipped(next: change(between: candidates[1], and: candidates[0]))
    }
  }

  /// From local midnight to the next, half open: 23, 24 or 25 hours.
  package func bounds(of day: CareDay) -> Range<Instant> {
    start(of: day)..<start(of: day.adding(days: 1))
  }

  /// The first moment of a day: midnight, or, where the clock skips midnight, the moment after the gap.
  package func start(of day: CareDay) -> Instant { instant(of: LocalTime(day: day)) }

  /// When clocks here show that local time first; where they skip it, the moment after the gap.
  package func instant(of local: LocalTime) -> Instant {
    switch resolve(local) {
    case .unique(let instant), .repeated(let instant, _), .skipped(let instant): instant
    }
  }

  /// The moment at which the offset changes, known to lie between two moments.
  private func change(between early: Instant, and late: Instant) -> Instant {
    var low = min(early, late).milliseconds / 1000
    var high = max(early, late).milliseconds / 1000
    let old = offset(at: Instant(milliseconds: low * 1000))
    while high - low > 1 {
      let middle = (low + high) / 2
      if offset(at: Instant(milliseconds: middle * 1000)) == old { low = middle } else { high = middle }
    }
    return Instant(milliseconds: high * 1000)
  }
}
