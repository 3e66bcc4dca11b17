/// A day of a series on which its visit is not as the series plans it.
package struct SeriesException: WireObject {
  /// The difference.
  package enum Kind: String, WireWord {
    /// The visit of the day was skipped or cancelled.
    case skipped
    /// The visit of the day has another time.
    case moved
  }

  /// The day in the series.
  package var date: Day?
  /// The difference.
  package var kind: Kind
  /// The visit of the day.
  package var visit: String
  /// The planned start of the visit.
  package var start: Timestamp
  /// The planned end of the visit.
  package var end: Timestamp
  /// Why it was skipped.
  package var reason: String?
  /// All of it in words.
  package var words: String

  package init(
    date: Day?, kind: Kind, visit: String, start: Timestamp, end: Timestamp, reason: String?, words: String
  ) {
    self.date = date
    self.kind = kind
    self.visit = visit
    self.start = start
    self.end = end
    self.reason = reason
    self.words = words
  }

  package static let members: [Member<SeriesException>] = [
    Member(nullable: "date", { $0.date }, "The day in the series."),
    Member("kind", { $0.kind }, "What is different: the visit was skipped or cancelled, or it was moved."),
    Member("visit", { $0.visit }, "The visit of the day."),
    Member("start", { $0.start }, "The planned start of the visit."),
    Member("end", { $0.end }, "The planned end of the visit."),
    Member(nullable: "reason", { $0.reason }, "Why it was skipped."),
    Member("words", { $0.words }, "All of it in words."),
  ]
}
