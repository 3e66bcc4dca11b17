/// Whether a goal is worked towards.
package enum GoalStatus: String, WireWord {
  case active
  case achieved
  case retired
}

/// A goal of a client.
package struct GoalView: WireObject {
  /// Finished texts in the caller's language.
  package struct Display: WireObject {
    /// "Achieved".
    package var status: String
    /// Since when it has been in that status: "Nov 20".
    package var since: String
    /// All of it, as a screen reader says it.
    package var spoken: String

    package init(status: String, since: String, spoken: String) {
      self.status = status
      self.since = since
      self.spoken = spoken
    }

    package static let members: [Member<Display>] = [
      Member("status", { $0.status }, "Whether it is worked towards, in words."),
      Member("since", { $0.since }, "Since when."),
      Member("spoken", { $0.spoken }, "All of it, as a screen reader says it."),
    ]
  }

  /// Finished texts in the caller's language.
  package var display: Display
  /// The id.
  package var id: String
  /// Who works towards it.
  package var client: String
  /// What it is.
  package var title: String
  /// Whether it is worked towards.
  package var status: GoalStatus
  /// Whether a session can be begun.
  package var isAvailable: Bool
  /// When it was set.
  package var setAt: Timestamp
  /// Since when it has been in that status.
  package var statusSince: Timestamp
  /// Grows by 1 with each change.
  package var version: Int
  /// The last change.
  package var updatedAt: Timestamp

  package init(
    display: Display, id: String, client: String, title: String, status: GoalStatus, isAvailable: Bool,
    setAt: Timestamp,
    statusSince: Timestamp, version: Int, updatedAt: Timestamp
  ) {
    self.display = display
    self.id = id
    self.client = client
    self.title = title
    self.status = status
    self.isAvailable = isAvailable
    self.setAt = setAt
    self.statusSince = statusSince
    self.version = version
    self.updatedAt = updatedAt
  }

  package static let members: [Member<GoalView>] = [
    Member("display", { $0.display }, "Finished texts in the caller's language."),
    Member("id", { $0.id }, "The id."),
    Member("client", { $0.client }, "Who works towards it."),
    Member("title", { $0.title }, "What it is, as it was typed."),
    Member("status", { $0.status }, "Whether it is worked towards, was achieved, or was given up."),
    Member("available", { $0.isAvailable }, "Whether a session can be begun: one of the goal bank."),
    Member("setAt", { $0.setAt }, "When it was set."),
    Member("statusSince", { $0.statusSince }, "Since when it has been in that status."),
    Member("version", { $0.version }, "Grows by 1 with each change."),
    Member("updatedAt", { $0.updatedAt }, "The last change."),
  ]
}
