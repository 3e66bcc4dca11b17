/// One visit on the Today screen (seed 002, schedule card).
package struct Card: WireObject {
  /// What is wrong with a visit.
  package struct Alert: WireObject {
    /// The kind.
    package var kind: AlertKind
    /// "Late since 10:15 AM".
    package var text: String
    /// Since when.
    package var since: Timestamp

    package init(kind: AlertKind, text: String, since: Timestamp) {
      self.kind = kind
      self.text = text
      self.since = since
    }

    package static let members: [Member<Alert>] = [
      Member("kind", { $0.kind }, "The kind."),
      Member("text", { $0.text }, "In words."),
      Member("since", { $0.since }, "Since when."),
    ]
  }

  /// A call that a visit is held by.
  package struct Call: WireObject {
    /// "By video or phone".
    package var text: String
    /// The address of the call, such as `https:` or `tel:`.
    package var link: String?

    package init(text: String, link: String?) {
      self.text = text
      self.link = link
    }

    package static let members: [Member<Call>] = [
      Member("text", { $0.text }, "In words: By video or phone."),
      Member(optional: "link", { $0.link }, "The address of the call, such as https: or tel:, where it is known."),
    ]
  }

  /// Another visit of the same worker that is planned at the same time.
  package struct Overlap: WireObject {
    /// The other visit's id.
    package var visit: String
    /// Its client's name.
    package var title: String
    /// Its planned start: "11:30 AM".
    package var time: String
    /// "Overlaps Agnes Kowalchuk 11:30 AM".
    package var text: String

    package init(visit: String, title: String, time: String, text: String) {
      self.visit = visit
      self.title = title
      self.time = time
      self.text = text
    }

    package static let members: [Member<Overlap>] = [
      Member("visit", { $0.visit }, "The other visit's id."),
      Member("title", { $0.title }, "Its client's name."),
      Member("time", { $0.time }, "Its planned start."),
      Member("text", { $0.text }, "In words: Overlaps Agnes Kowalchuk 11:30 AM."),
    ]
  }

  /// The visit's id.
  package var visit: String
  /// The client's id.
  package var client: String
  /// "Margaret Chen".
  package var title: String
  /// "8:00 AM - 9:00 AM".
  package var time: String
  /// "123 Oak St, Edmonton".
  package var address: String?
  /// The call that it is held by; `nil`: somebody comes.
  package var virtual: Call?
  /// The state's name.
  package var status: VisitStatus
  /// The state in a sign: ✓ ○ ◐ – ✗, so that it is never told by colour alone.
  package var mark: String
  /// The state in words: "Completed".
  package var statusLabel: String
  /// What is wrong, if anything.
  package var alert: Alert?
  /// The worker's other visits at the same time; `nil`: there are none.
  package var overlaps: [Overlap]?
  /// A reference to a photo.
  package var photo: String?
  /// "MC", where there is no photo.
  package var initials: String
  /// The planned start.
  package var start: Timestamp
  /// The planned end.
  package var end: Timestamp
  /// The visit's version.
  package var version: Int
  /// "Button", in the caller's language.
  package var role: String
  /// The whole card as a sentence, its role at the end.
  package var accessibilityLabel: String
  /// The same without the role.
  package var spoken: String
  /// The same with `{status}` in place of the state and without an alert that a change settles, for a client that shows
  /// a change which it has not sent yet.
  package var spokenTemplate: String
  /// What a tap does.
  package var accessibilityHint: String

  package init(
    visit: String, client: String, title: String, time: String, address: String?, virtual: Call? = nil,
    status: VisitStatus, mark: String,
    statusLabel: String,
    alert: Alert?, overlaps: [Overlap]? = nil, photo: String?, initials: String, start: Timestamp, end: Timestamp,
    version: Int, role: String,
    accessibilityLabel: String, spoken: String, spokenTemplate: String, accessibilityHint: String
  ) {
    self.visit = visit
    self.client = client
    self.title = title
    self.time = time
    self.address = address
    self.virtual = virtual
    self.status = status
    self.mark = mark
    self.statusLabel = statusLabel
    self.alert = alert
    self.overlaps = overlaps
    self.photo = photo
    self.initials = initials
    self.start = start
    self.end = end
    self.version = version
    self.role = role
    self.accessibilityLabel = accessibilityLabel
    self.spoken = spoken
    self.spokenTemplate = spokenTemplate
    self.accessibilityHint = accessibilityHint
  }

  package static let members: [Member<Card>] = [
    Member("visit", { $0.visit }, "The visit's id."),
    Member("client", { $0.client }, "The client's id."),
    Member("title", { $0.title }, "The client's name."),
    Member("time", { $0.time }, "Planned from and to, in the visit's zone."),
    Member(optional: "address", { $0.address }, "Where; of a visit by video or phone just that."),
    Member(optional: "virtual", { $0.virtual }, "The call that it is held by; left out where somebody comes."),
    Member("status", { $0.status }, "The state's name."),
    Member("mark", { $0.mark }, "The state in a sign: ✓ ○ ◐ – ✗."),
    Member("statusLabel", { $0.statusLabel }, "The state in words."),
    Member(optional: "alert", { $0.alert }, "What is wrong, if anything."),
    Member(
      optional: "overlaps", { $0.overlaps },
      "On a day: up to three visits of the worker at the same time that are to be made or under way."),
    Member(nullable: "photo", { $0.photo }, "A reference to a photo."),
    Member("initials", { $0.initials }, "Where there is no photo."),
    Member("start", { $0.start }, "The planned start."),
    Member("end", { $0.end }, "The planned end."),
    Member("version", { $0.version }, "The visit's version."),
    Member("role", { $0.role }, "\"Button\", in the caller's language."),
    Member("accessibilityLabel", { $0.accessibilityLabel }, "The card as a sentence, its role at the end."),
    Member("spoken", { $0.spoken }, "The same without the role."),
    Member(
      "spokenTemplate", { $0.spokenTemplate },
      "The same with {status} in place of the state, and without an alert that a start or a completion settles."),
    Member("accessibilityHint", { $0.accessibilityHint }, "What a tap does."),
  ]
}
