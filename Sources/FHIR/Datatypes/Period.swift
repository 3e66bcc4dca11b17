/// A span of time with open or closed ends.
package struct Period: Sendable, Hashable, JSONReadable {
  /// The beginning, open if absent.
  package let start: FHIRDateTime?
  /// The end, inclusive, open if absent.
  package let end: FHIRDateTime?

  init(_ json: JSONView) throws(FHIRProblem) {
    start = try json.dateTime("start")
    end = try json.dateTime("end")
  }

  /// Whether a moment lies in it. A bound that is a date holds from midnight to midnight on the clocks of the place.
  package func contains(_ moment: PlacedMoment) -> Bool {
    if let start, moment.milliseconds(besides: start) < start.start { return false }
    if let end, moment.milliseconds(besides: end) >= end.end { return false }
    return true
  }
}

/// A moment and what the clocks of a place show then.
package struct PlacedMoment: Sendable, Hashable {
  /// Since 1970-01-01T00:00:00Z.
  package let milliseconds: Int64
  /// Since 1970-01-01T00:00:00 on the clocks of the place.
  package let wallMilliseconds: Int64

  /// A moment at a place.
  package init(milliseconds: Int64, wallMilliseconds: Int64) {
    self.milliseconds = milliseconds
    self.wallMilliseconds = wallMilliseconds
  }

  /// The milliseconds to compare with a bound: dates count on the clocks of the place.
  fileprivate func milliseconds(besides bound: FHIRDateTime) -> Int64 {
    if case .date = bound { wallMilliseconds } else { milliseconds }
  }
}
