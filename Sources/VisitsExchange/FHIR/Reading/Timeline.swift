import FHIR
import VisitsModel

/// The moments at which some of a record's facts begin or cease to hold, by their periods.
struct Timeline {
  /// The latest moments up to now.
  let past: [Instant]
  /// The moments after now, the first one first.
  let future: [Instant]

  /// The most changes that a record may announce. Records announce one or two.
  private static let most = 20
  /// How many past changes are kept. An import recognizes a record that it read before one of them.
  private static let remembered = 3

  /// - Parameters:
  ///   - periods: When each fact holds; `nil`: always.
  ///   - zone: On whose clocks a date begins.
  init(_ periods: [Period?], on zone: Zone, around now: Instant) {
    let bounds = periods.compactMap(\.self).flatMap { period in
      [period.start.map { ($0, $0.start) }, period.end.map { ($0, $0.end) }].compactMap(\.self)
    }
    let instants = Set(
      bounds.map { time, milliseconds in
        guard case .date = time else { return Instant(milliseconds: milliseconds) }
        return zone.start(of: CareDay(daysSince1970: Int(milliseconds / 86_400_000)))
      }
    ).sorted()
    future = Array(instants.filter { $0 > now }.prefix(Self.most))
    past = Array(instants.filter { $0 <= now }.suffix(Self.remembered))
  }
}

extension PlacedMoment {
  /// A moment on the clocks of a zone.
  init(_ instant: Instant, on zone: Zone) {
    self.init(
      milliseconds: instant.milliseconds, wallMilliseconds: instant.milliseconds + zone.offset(at: instant) * 1000)
  }
}
