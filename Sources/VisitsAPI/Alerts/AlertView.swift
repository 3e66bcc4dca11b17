import JSON

/// An alert as the API shows it.
package struct AlertView: WireObject {
  /// Where it stands in its life.
  package enum State: String, WireWord {
    case open
    case acknowledged
    case resolved
  }

  /// Texts for clients that know no zones and languages.
  package struct Display: WireObject {
    /// The client's name.
    package var title: String
    /// The worker's name, or that the visit is open.
    package var worker: String
    /// "Today", or the date on which the visit is planned.
    package var date: String
    /// "8:00 AM - 9:00 AM".
    package var time: String
    /// "Late since 8:15 AM".
    package var text: String
    /// "Acknowledged by anna"; nothing while nobody has taken note of it.
    package var status: String?
    /// All of it as a screen reader says it.
    package var spoken: String

    package init(
      title: String, worker: String, date: String, time: String, text: String, status: String?, spoken: String
    ) {
      self.title = title
      self.worker = worker
      self.date = date
      self.time = time
      self.text = text
      self.status = status
      self.spoken = spoken
    }

    package static let members: [Member<Display>] = [
      Member("title", { $0.title }, "The client's name."),
      Member("worker", { $0.worker }, "The worker's name, or that the visit is open."),
      Member("date", { $0.date }, "\"Today\", or the date on which the visit is planned."),
      Member("time", { $0.time }, "Planned from and to, in the visit's zone."),
      Member("text", { $0.text }, "What is wrong, in words."),
      Member(nullable: "status", { $0.status }, "Who has taken note of it, or that it is over."),
      Member("spoken", { $0.spoken }, "All of it as a screen reader says it."),
    ]
  }

  /// Texts in the caller's language.
  package var display: Display
  /// The id.
  package var id: String
  /// What is wrong.
  package var kind: AlertKind
  /// With which visit.
  package var visit: String
  /// Who was to make it.
  package var worker: String?
  /// Who receives it.
  package var client: String
  /// Since when: the threshold that was passed.
  package var since: Timestamp
  /// When it was noticed.
  package var raisedAt: Timestamp
  /// Where it stands.
  package var state: State
  /// Who has taken note of it.
  package var by: String?
  /// When they did.
  package var at: Timestamp?
  /// In their words.
  package var note: String?
  /// Since when it holds no more.
  package var resolvedAt: Timestamp?
  /// Grows by 1 with each change.
  package var version: Int
  /// The last change.
  package var updatedAt: Timestamp

  package init(
    display: Display, id: String, kind: AlertKind, visit: String, worker: String?, client: String, since: Timestamp,
    raisedAt: Timestamp, state: State, by: String?, at: Timestamp?, note: String?, resolvedAt: Timestamp?,
    version: Int, updatedAt: Timestamp
  ) {
    self.display = display
    self.id = id
    self.kind = kind
    self.visit = visit
    self.worker = worker
    self.client = client
    self.since = since
    self.raisedAt = raisedAt
    self.state = state
    self.by = by
    self.at = at
    self.note = note
    self.resolvedAt = resolvedAt
    self.version = version
    self.updatedAt = updatedAt
  }

  package static let members: [Member<AlertView>] = [
    Member("display", { $0.display }, "Texts in the caller's language."),
    Member("id", { $0.id }, "The id."),
    Member("kind", { $0.kind }, "What is wrong."),
    Member("visit", { $0.visit }, "With which visit."),
    Member(nullable: "worker", { $0.worker }, "Who was to make it; null: nobody."),
    Member("client", { $0.client }, "Who receives it."),
    Member("since", { $0.since }, "Since when: the threshold that was passed."),
    Member("raisedAt", { $0.raisedAt }, "When it was noticed."),
    Member("state", { $0.state }, "Where it stands."),
    Member(nullable: "by", { $0.by }, "Who has taken note of it."),
    Member(nullable: "at", { $0.at }, "When they did."),
    Member(nullable: "note", { $0.note }, "In their words."),
    Member(nullable: "resolvedAt", { $0.resolvedAt }, "Since when it holds no more."),
    Member("version", { $0.version }, "Grows by 1 with each change."),
    Member("updatedAt", { $0.updatedAt }, "The last change."),
  ]
}
