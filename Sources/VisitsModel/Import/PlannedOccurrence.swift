/// What a calendar says of one day of an event beyond what a row of a table can say.
package struct PlannedOccurrence: Sendable, Hashable {
  /// The day of an event that is meant.
  package enum Original: Sendable, Hashable {
    /// The start that it has by its series (RFC 5545, 3.8.4.4).
    case start(PlannedEntry.Time)
    /// Only the date is told.
    case day(CareDay)
  }

  /// Which day of its event it is; `nil`: the event takes place once.
  package var original: Original?
  /// Whether the series is not in the text: only the moment tells which day is meant, however it is written.
  package var isAlone = false
  /// Whether it takes the place of a day of a series, whose versions are counted apart.
  package var isChange = false
  /// Starts that do not take place. Where the start has no zone, only the client's clocks tell whether it is one of them.
  package var excluded: Set<Instant> = []
  /// Starts whose place another entry takes.
  package var replaced: Set<Instant> = []
  /// Which version of its event tells it.
  package var version: EventVersion?
  /// Who is invited and has declined, by name or address.
  package var declined: [String] = []
  /// Whether all who were asked have declined.
  package var comesNobody = false

  /// A day of which no more is known.
  package init() {}
}

/// Which version of an event a text holds (RFC 5546, 2.1.5).
package struct EventVersion: Sendable, Hashable {
  /// SEQUENCE.
  package var sequence: Int
  /// When it was written (DTSTAMP), where that is told.
  package var stamp: Instant?
  /// When it was last changed (LAST-MODIFIED), where that is told.
  package var modified: Instant?

  /// A version of an event.
  package init(sequence: Int, stamp: Instant?, modified: Instant? = nil) {
    self.sequence = sequence
    self.stamp = stamp
    self.modified = modified
  }

  /// Whether it is certainly older than another version.
  package func isOlder(than other: EventVersion) -> Bool {
    guard sequence == other.sequence else { return sequence < other.sequence }
    if let stamp, let newer = other.stamp, stamp != newer { return stamp < newer }
    // Some programs write the same DTSTAMP ever after. The two times are never compared with each other: a mail may have
    // the one, and a calendar the other.
    guard let modified, let newer = other.modified else { return false }
    return modified < newer
  }
}

/// The cancellation of an event, or of one of its days, which the text identifies and does not describe (RFC 5546, 3.2.5).
package struct PlannedCancellation: Sendable, Hashable {
  /// Where it stands in the text.
  package var place: TextPlace
  /// The event's UID.
  package var event: String
  /// Which of its days; `nil`: all of them.
  package var original: PlannedOccurrence.Original?
  /// Which version of its event tells it.
  package var version: EventVersion
  /// When the event takes place now, where it was moved out of the window instead; `nil`: it does not take place.
  package var movedTo: PlannedEntry.Time?

  /// A day, or an event, to cancel.
  package init(place: TextPlace, event: String, original: PlannedOccurrence.Original?, version: EventVersion) {
    self.place = place
    self.event = event
    self.original = original
    self.version = version
  }
}
