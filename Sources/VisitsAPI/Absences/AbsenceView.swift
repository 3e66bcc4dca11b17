/// A time in which a worker is away.
package struct AbsenceView: WireObject {
  /// Where it stands.
  package enum State: String, WireWord {
    case planned
    case current
    case over
    case takenBack
  }

  /// Finished texts in the caller's language.
  package struct Display: WireObject {
    /// The worker's name.
    package var title: String
    /// "sick", or the reason code where it has no words.
    package var reason: String
    /// "Nov 20 - Nov 22", "Nov 20, 1:00 PM - 5:00 PM".
    package var time: String
    /// "Planned".
    package var status: String
    /// All of it, as a screen reader says it.
    package var spoken: String

    package init(title: String, reason: String, time: String, status: String, spoken: String) {
      self.title = title
      self.reason = reason
      self.time = time
      self.status = status
      self.spoken = spoken
    }

    package static let members: [Member<Display>] = [
      Member("title", { $0.title }, "The worker's name."),
      Member("reason", { $0.reason }, "The reason in words; a code that has none stands as it is."),
      Member("time", { $0.time }, "From and to, as days where it begins and ends at midnight."),
      Member("status", { $0.status }, "The state in words."),
      Member("spoken", { $0.spoken }, "All of it, as a screen reader says it."),
    ]
  }

  /// Finished texts in the caller's language.
  package var display: Display
  /// The id.
  package var id: String
  /// Who is away.
  package var worker: String
  /// The first moment.
  package var from: Timestamp
  /// The moment that is no longer in it.
  package var to: Timestamp
  /// The zone in which its days begin and end.
  package var timeZone: String
  /// The reason code.
  package var reason: String
  /// More words of the office.
  package var note: String?
  /// Where it stands.
  package var state: State
  /// Grows by 1 with each change.
  package var version: Int
  /// The last change.
  package var updatedAt: Timestamp

  package init(
    display: Display, id: String, worker: String, from: Timestamp, to: Timestamp, timeZone: String, reason: String,
    note: String?, state: State, version: Int, updatedAt: Timestamp
  ) {
    self.display = display
    self.id = id
    self.worker = worker
    self.from = from
    self.to = to
    self.timeZone = timeZone
    self.reason = reason
    self.note = note
    self.state = state
    self.version = version
    self.updatedAt = updatedAt
  }

  package static let members: [Member<AbsenceView>] = [
    Member("display", { $0.display }, "Finished texts in the caller's language."),
    Member("id", { $0.id }, "The id."),
    Member("worker", { $0.worker }, "Who is away."),
    Member("from", { $0.from }, "The first moment."),
    Member("to", { $0.to }, "The moment that is no longer in it."),
    Member("timeZone", { $0.timeZone }, "The zone in which its days begin and end."),
    Member("reason", { $0.reason }, "The reason code."),
    Member(nullable: "note", { $0.note }, "More words of the office."),
    Member("state", { $0.state }, "Where it stands; takenBack: it never counted."),
    Member("version", { $0.version }, "Grows by 1 with each change."),
    Member("updatedAt", { $0.updatedAt }, "The last change."),
  ]
}
