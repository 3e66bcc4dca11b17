import JSON

/// An emergency as the API shows it.
package struct EmergencyView: WireObject {
  /// Where it stands in its life.
  package enum State: String, WireWord {
    case raised
    case acknowledged
    case resolved
  }

  /// That it was acknowledged, or resolved.
  package struct Handling: WireObject {
    /// When.
    package var at: Timestamp
    /// Who.
    package var by: String
    /// In their words.
    package var note: String?

    package init(at: Timestamp, by: String, note: String?) {
      self.at = at
      self.by = by
      self.note = note
    }

    package static let members: [Member<Handling>] = [
      Member("at", { $0.at }, "When."),
      Member("by", { $0.by }, "Who."),
      Member(nullable: "note", { $0.note }, "In their words."),
    ]
  }

  /// How the client's household is reached.
  package struct Contact: WireObject {
    /// The client's name.
    package var name: String
    /// The client's own number.
    package var phone: String?
    /// Whom to call beside, in the office's words: a name and a number.
    package var emergencyContact: String?

    package init(name: String, phone: String?, emergencyContact: String?) {
      self.name = name
      self.phone = phone
      self.emergencyContact = emergencyContact
    }

    package static let members: [Member<Contact>] = [
      Member("name", { $0.name }, "The client's name."),
      Member(nullable: "phone", { $0.phone }, "The client's own number."),
      Member(
        nullable: "emergencyContact", { $0.emergencyContact },
        "Whom to call beside, in the office's words: a name and a number."),
    ]
  }

  /// Texts for clients that know no zones and languages.
  package struct Display: WireObject {
    /// The worker's name.
    package var title: String
    /// "Emergency: Sarah Miller, since 8:02 AM", and who has acknowledged it.
    package var text: String
    /// "8:02 AM", of another day with the date.
    package var since: String
    /// "Raised".
    package var status: String
    /// The client's name, where a visit is known.
    package var client: String?
    /// Where, as an address.
    package var address: String?
    /// All of it as a screen reader says it.
    package var spoken: String

    package init(
      title: String, text: String, since: String, status: String, client: String?, address: String?, spoken: String
    ) {
      self.title = title
      self.text = text
      self.since = since
      self.status = status
      self.client = client
      self.address = address
      self.spoken = spoken
    }

    package static let members: [Member<Display>] = [
      Member("title", { $0.title }, "The worker's name."),
      Member("text", { $0.text }, "Who needs help, since when, and who has acknowledged it."),
      Member("since", { $0.since }, "\"8:02 AM\", of another day with the date."),
      Member("status", { $0.status }, "\"Raised\"."),
      Member(nullable: "client", { $0.client }, "The client's name, where a visit is known."),
      Member(nullable: "address", { $0.address }, "Where, as an address, where a visit is known."),
      Member("spoken", { $0.spoken }, "All of it as a screen reader says it."),
    ]
  }

  /// Texts in the caller's language.
  package var display: Display
  /// The id.
  package var id: String
  /// Who needs help.
  package var worker: String
  /// The worker's number, for the office.
  package var workerPhone: String?
  /// During which visit.
  package var visit: String?
  /// How the client of the visit is reached, for the office.
  package var clientContact: Contact?
  /// What was said.
  package var note: String?
  /// Where, when it was raised last.
  package var location: Place?
  /// When it was raised first.
  package var at: Timestamp
  /// When we heard of it.
  package var receivedAt: Timestamp
  /// Whether the clock that told `at` was plainly wrong.
  package var isClockSuspect: Bool
  /// Who raised it.
  package var raisedBy: String
  /// How often it was raised while open.
  package var raises: Int
  /// Where it stands.
  package var state: State
  /// Who has acknowledged it.
  package var acknowledged: Handling?
  /// Who has ended it.
  package var resolved: Handling?
  /// Whether it is on disk, with what this call said of it.
  package var isStored: Bool
  /// Grows by 1 with each change; 0 until it is in the database.
  package var version: Int
  /// The last change.
  package var updatedAt: Timestamp

  package init(
    display: Display, id: String, worker: String, workerPhone: String? = nil, visit: String?,
    clientContact: Contact? = nil, note: String?, location: Place?, at: Timestamp,
    receivedAt: Timestamp, isClockSuspect: Bool, raisedBy: String, raises: Int, state: State, acknowledged: Handling?,
    resolved: Handling?, isStored: Bool, version: Int, updatedAt: Timestamp
  ) {
    self.display = display
    self.id = id
    self.worker = worker
    self.workerPhone = workerPhone
    self.visit = visit
    self.clientContact = clientContact
    self.note = note
    self.location = location
    self.at = at
    self.receivedAt = receivedAt
    self.isClockSuspect = isClockSuspect
    self.raisedBy = raisedBy
    self.raises = raises
    self.state = state
    self.acknowledged = acknowledged
    self.resolved = resolved
    self.isStored = isStored
    self.version = version
    self.updatedAt = updatedAt
  }

  package static let members: [Member<EmergencyView>] = [
    Member("display", { $0.display }, "Texts in the caller's language."),
    Member("id", { $0.id }, "The id."),
    Member("worker", { $0.worker }, "Who needs help."),
    Member(optional: "workerPhone", { $0.workerPhone }, "The worker's number, for the office, where it is known."),
    Member(nullable: "visit", { $0.visit }, "During which visit."),
    Member(
      optional: "clientContact", { $0.clientContact },
      "How the client of the visit is reached, for the office, where the visit is known."),
    Member(nullable: "note", { $0.note }, "What was said."),
    Member(nullable: "location", { $0.location }, "Where, when it was raised last."),
    Member("at", { $0.at }, "When it was raised first."),
    Member("receivedAt", { $0.receivedAt }, "When we heard of it."),
    Member("clockSuspect", { $0.isClockSuspect }, "Whether the clock that told \"at\" was plainly wrong."),
    Member("raisedBy", { $0.raisedBy }, "Who raised it."),
    Member("raises", { $0.raises }, "How often it was raised while open."),
    Member("state", { $0.state }, "Where it stands."),
    Member(nullable: "acknowledged", { $0.acknowledged }, "Who has acknowledged it."),
    Member(nullable: "resolved", { $0.resolved }, "Who has ended it."),
    Member("stored", { $0.isStored }, "Whether it is on disk, with what this call said of it."),
    Member("version", { $0.version }, "Grows by 1 with each change."),
    Member("updatedAt", { $0.updatedAt }, "The last change."),
  ]
}

/// `{"emergency":…}`
package struct EmergencyAnswer: WireObject {
  /// The emergency.
  package var emergency: EmergencyView

  package init(emergency: EmergencyView) {
    self.emergency = emergency
  }

  package static let members: [Member<EmergencyAnswer>] = [Member("emergency", { $0.emergency }, "The emergency.")]
}
