/// A moment as R4's `instant` gives it: date, time to at least the second, and offset.
package struct FHIRInstant: Sendable, Hashable, Comparable {
  /// Milliseconds since 1970-01-01T00:00:00Z; what is finer is cut off.
  package let milliseconds: Int64

  /// A moment known by number.
  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Reads "2026-11-20T08:00:00-07:00", with or without a fraction of the second.
  package init(_ text: String) throws(TimeFault) {
    guard case .instant(let instant) = try FHIRDateTime(text) else { throw .timeMissing }
    self = instant
  }

  /// The earlier one first.
  package static func < (first: FHIRInstant, second: FHIRInstant) -> Bool {
    first.milliseconds < second.milliseconds
  }
}

/// What R4's `dateTime` gives: a date, perhaps only a part of one, or a moment. A date is not taken for its midnight.
package enum FHIRDateTime: Sendable, Hashable {
  /// A year, a month or a day.
  case date(FHIRDate)
  /// A moment.
  case instant(FHIRInstant)

  /// Reads what ``FHIRDate`` and ``FHIRInstant`` read.
  package init(_ text: String) throws(TimeFault) {
    var cursor = TimeCursor(text)
    let date = try cursor.date()
    if cursor.isAtEnd {
      self = .date(date)
    } else {
      guard date.day != nil else { throw .malformed }
      self = .instant(FHIRInstant(milliseconds: date.start + (try cursor.timeAndOffset())))
      guard cursor.isAtEnd else { throw .malformed }
    }
  }

  /// The first moment that is meant; a date is counted in UTC.
  package var start: Int64 {
    switch self {
    case .date(let date): date.start
    case .instant(let instant): instant.milliseconds
    }
  }

  /// The moment after the last that is meant; a date is counted in UTC.
  package var end: Int64 {
    switch self {
    case .date(let date): date.end
    case .instant(let instant): instant.milliseconds + 1
    }
  }
}
