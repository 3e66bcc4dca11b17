/// The indicator in the navigation bar, and where the sync stands.
package struct SyncIndicator: WireObject, Hashable {
  /// Where the sync stands.
  package enum State: String, WireWord {
    case synced
    case syncing
    case savedLocally
    case failed
  }

  /// Where the sync stands.
  package var state: State
  /// "Synced", "Syncing...", "Saved locally", "Sync failed".
  package var label: String
  /// A symbol's token.
  package var symbol: String
  /// Changes that upstream has not confirmed.
  package var pendingChanges: Int
  /// The last time that all was confirmed.
  package var lastSyncedAt: Timestamp?
  /// The next attempt.
  package var retryAt: Timestamp?
  /// Seconds until then, counted when the view was composed.
  package var retryInSeconds: Int?

  package init(
    state: State, label: String, symbol: String, pendingChanges: Int, lastSyncedAt: Timestamp?, retryAt: Timestamp?,
    retryInSeconds: Int?
  ) {
    self.state = state
    self.label = label
    self.symbol = symbol
    self.pendingChanges = pendingChanges
    self.lastSyncedAt = lastSyncedAt
    self.retryAt = retryAt
    self.retryInSeconds = retryInSeconds
  }

  package static let members: [Member<SyncIndicator>] = [
    Member("state", { $0.state }, "Where the sync stands."),
    Member("label", { $0.label }, "What the indicator says."),
    Member("symbol", { $0.symbol }, "A symbol's token."),
    Member("pendingChanges", { $0.pendingChanges }, "Changes that upstream has not confirmed."),
    Member(optional: "lastSyncedAt", { $0.lastSyncedAt }, "The last time that all was confirmed."),
    Member(optional: "retryAt", { $0.retryAt }, "The next attempt."),
    Member(optional: "retryInSeconds", { $0.retryInSeconds }, "Seconds until then."),
  ]
}

/// What stands above the heading.
package struct Banner: WireObject {
  /// What it is about. An emergency outranks the rest.
  package enum Kind: String, WireWord {
    case emergency
    case error
    case offline
  }

  /// What it is about.
  package var kind: Kind
  /// The words.
  package var message: String
  /// Why changes are not saved, if that is what it says.
  package var reason: SystemStatus.ReadOnlyReason?
  /// What a tap does: `retry`, or `emergency`, which shows it.
  package var action: String?
  /// Whether it can be put away.
  package var isDismissible: Bool
  /// The words with `{seconds}` for a client that counts down.
  package var template: String?
  /// Until when.
  package var retryAt: Timestamp?
  /// The words for a client that has nothing to tap.
  package var statement: String?
  /// The same to count down with.
  package var countdown: Countdown?

  package init(
    kind: Kind, message: String, reason: SystemStatus.ReadOnlyReason? = nil, action: String?, isDismissible: Bool,
    template: String?, retryAt: Timestamp?, statement: String? = nil, countdown: Countdown? = nil
  ) {
    self.kind = kind
    self.message = message
    self.reason = reason
    self.action = action
    self.isDismissible = isDismissible
    self.template = template
    self.retryAt = retryAt
    self.statement = statement
    self.countdown = countdown
  }

  package static let members: [Member<Banner>] = [
    Member("kind", { $0.kind }, "What it is about."),
    Member("message", { $0.message }, "The words."),
    Member(optional: "reason", { $0.reason }, "Why changes are not saved at the moment."),
    Member(optional: "action", { $0.action }, "What a tap does."),
    Member("dismissible", { $0.isDismissible }, "Whether it can be put away."),
    Member(optional: "template", { $0.template }, "The words with {seconds}, to count down."),
    Member(optional: "retryAt", { $0.retryAt }, "Until when to count."),
    Member(optional: "statement", { $0.statement }, "The words for a client that has nothing to tap."),
    Member(optional: "countdown", { $0.countdown }, "The same to count down with."),
  ]
}

/// The ⚠ that stands on every state.
package struct EmergencyControl: WireObject {
  /// An emergency that is open.
  package struct Open: WireObject {
    /// Its id.
    package var id: String
    /// Who needs help.
    package var worker: String
    /// Their name.
    package var name: String
    /// Since when.
    package var since: Timestamp
    /// Where it stands.
    package var state: EmergencyView.State

    package init(id: String, worker: String, name: String, since: Timestamp, state: EmergencyView.State) {
      self.id = id
      self.worker = worker
      self.name = name
      self.since = since
      self.state = state
    }

    package static let members: [Member<Open>] = [
      Member("id", { $0.id }, "Its id."),
      Member("worker", { $0.worker }, "Who needs help."),
      Member("name", { $0.name }, "Their name."),
      Member("since", { $0.since }, "Since when."),
      Member("state", { $0.state }, "Where it stands."),
    ]
  }

  /// Whether this caller may raise one.
  package var canRaise: Bool
  /// The emergency, if one is open.
  package var open: Open?
  /// What a screen reader calls the button.
  package var label: String
  /// What the button does.
  package var hint: String

  package init(canRaise: Bool, open: Open?, label: String, hint: String) {
    self.canRaise = canRaise
    self.open = open
    self.label = label
    self.hint = hint
  }

  package static let members: [Member<EmergencyControl>] = [
    Member("canRaise", { $0.canRaise }, "Whether this caller may raise one."),
    Member(optional: "open", { $0.open }, "The emergency that is open."),
    Member("label", { $0.label }, "What a screen reader calls the button."),
    Member("hint", { $0.hint }, "What the button does."),
  ]
}
