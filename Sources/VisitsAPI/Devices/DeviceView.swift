import JSON

/// A worker's device as the API shows it: never with a code or a token.
package struct DeviceView: WireObject {
  /// Where it stands in its life.
  package enum State: String, WireWord {
    case invited
    case expired
    case enrolled
    case revoked
  }

  /// Texts for clients that know no zones and languages.
  package struct Display: WireObject {
    /// The worker's name.
    package var title: String
    /// "Enrolled".
    package var status: String
    /// Until when its code can be used: "8:02 AM", of another day with the date.
    package var expires: String?
    /// When it was heard from last.
    package var lastHeard: String?

    package init(title: String, status: String, expires: String?, lastHeard: String?) {
      self.title = title
      self.status = status
      self.expires = expires
      self.lastHeard = lastHeard
    }

    package static let members: [Member<Display>] = [
      Member("title", { $0.title }, "The worker's name."),
      Member("status", { $0.status }, "\"Enrolled\"."),
      Member(optional: "expires", { $0.expires }, "Until when its code can be used, while it can."),
      Member(optional: "lastHeard", { $0.lastHeard }, "When it was heard from last: \"8:02 AM\"."),
    ]
  }

  /// Texts in the caller's language.
  package var display: Display
  /// The id.
  package var id: String
  /// Whose it is.
  package var worker: String
  /// What its owner calls it.
  package var name: String?
  /// Where it stands.
  package var state: State
  /// When the office invited it.
  package var invitedAt: Timestamp
  /// Until when its code can be used.
  package var expiresAt: Timestamp
  /// When its owner enrolled it.
  package var enrolledAt: Timestamp?
  /// When it was heard from last.
  package var lastHeardAt: Timestamp?
  /// When the office took it away.
  package var revokedAt: Timestamp?
  /// Why the office took it away.
  package var reason: String?
  /// Grows by 1 with each change.
  package var version: Int
  /// The last change.
  package var updatedAt: Timestamp

  package init(
    display: Display, id: String, worker: String, name: String?, state: State, invitedAt: Timestamp,
    expiresAt: Timestamp, enrolledAt: Timestamp?, lastHeardAt: Timestamp?, revokedAt: Timestamp?, reason: String?,
    version: Int, updatedAt: Timestamp
  ) {
    self.display = display
    self.id = id
    self.worker = worker
    self.name = name
    self.state = state
    self.invitedAt = invitedAt
    self.expiresAt = expiresAt
    self.enrolledAt = enrolledAt
    self.lastHeardAt = lastHeardAt
    self.revokedAt = revokedAt
    self.reason = reason
    self.version = version
    self.updatedAt = updatedAt
  }

  package static let members: [Member<DeviceView>] = [
    Member("display", { $0.display }, "Texts in the caller's language."),
    Member("id", { $0.id }, "The id."),
    Member("worker", { $0.worker }, "Whose it is."),
    Member(nullable: "name", { $0.name }, "What its owner calls it."),
    Member("state", { $0.state }, "Where it stands."),
    Member("invitedAt", { $0.invitedAt }, "When the office invited it."),
    Member("expiresAt", { $0.expiresAt }, "Until when its code can be used."),
    Member(nullable: "enrolledAt", { $0.enrolledAt }, "When its owner enrolled it."),
    Member(nullable: "lastHeardAt", { $0.lastHeardAt }, "When it was heard from last."),
    Member(nullable: "revokedAt", { $0.revokedAt }, "When the office took it away."),
    Member(nullable: "reason", { $0.reason }, "Why the office took it away."),
    Member("version", { $0.version }, "Grows by 1 with each change."),
    Member("updatedAt", { $0.updatedAt }, "The last change."),
  ]
}

/// `{"device":…}`
package struct DeviceAnswer: WireObject {
  /// The device.
  package var device: DeviceView

  package init(device: DeviceView) {
    self.device = device
  }

  package static let members: [Member<DeviceAnswer>] = [Member("device", { $0.device }, "The device.")]
}
