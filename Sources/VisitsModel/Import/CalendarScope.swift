/// How far a calendar was read: what it says no more is known only there.
package struct CalendarScope: Sendable, Hashable {
  /// Visits that start in it were planned; the others were counted.
  package var window: Range<Instant>
  /// The events that were read in whole, by UID, and whether each recurs. One of which a part was refused, or of which
  /// only single days were told, is none of them.
  package var events: [String: Bool]

  /// What was read, and in which window.
  package init(window: Range<Instant>, events: [String: Bool] = [:]) {
    self.window = window
    self.events = events
  }
}

/// What a day of an event that recurs is known by: `UID/20261120T080000`, its original start.
package struct OccurrenceIdentity: Sendable, Hashable {
  /// The event's.
  package let uid: String
  /// As the calendar writes it; with `Z` behind it in UTC.
  package let original: String

  /// A day of an event.
  package init(uid: String, original: String) {
    self.uid = uid
    self.original = original
  }

  /// Reads the identity of a day of that event; `nil` for any other.
  package init?(_ text: String, of uid: String) {
    guard text.hasPrefix("\(uid)/") else { return nil }
    let original = text.dropFirst(uid.count + 1)
    guard LocalTime(basic: original.last == "Z" ? original.dropLast() : original) != nil else { return nil }
    self.init(uid: uid, original: String(original))
  }

  /// `UID/20261120T080000`.
  package var text: String { "\(uid)/\(original)" }

  /// The original start, on the clocks of a zone where it is not in UTC.
  package func start(in zone: Zone) -> Instant? {
    if original.last == "Z" {
      return LocalTime(basic: original.dropLast()).map { Zone.utc.moment(of: $0).instant }
    }
    return LocalTime(basic: original[...]).map { zone.moment(of: $0).instant }
  }
}
