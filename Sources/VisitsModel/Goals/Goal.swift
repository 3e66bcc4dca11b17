/// Something that a client works towards (seed 004). It is never taken away: what was practised stays.
package struct Goal: Sendable, Hashable {
  /// Whether it is worked towards.
  package enum Status: String, Sendable, Hashable, CaseIterable {
    /// It is: sessions can be begun.
    case active
    /// The client has reached it.
    case achieved
    /// It was given up.
    case retired
  }

  /// The id.
  package var id: GoalID
  /// Who works towards it.
  package var client: ClientID
  /// What it is, in the words of whoever set it.
  package var title: String
  /// Whether it is worked towards.
  package var status: Status
  /// When it was set.
  package var setAt: Instant
  /// Since when it has been in that status.
  package var statusAt: Instant
  /// Starts at 1 and grows by 1 with each change.
  package var version: Int
  /// The last change.
  package var updatedAt: Instant

  /// A goal; version and instant are set by the store when it is kept.
  package init(
    id: GoalID, client: ClientID, title: String, status: Status = .active, setAt: Instant, statusAt: Instant,
    version: Int = 0, updatedAt: Instant = Instant(milliseconds: 0)
  ) {
    self.id = id
    self.client = client
    self.title = title
    self.status = status
    self.setAt = setAt
    self.statusAt = statusAt
    self.version = version
    self.updatedAt = updatedAt
  }

  /// Whether a session can be begun: one of the goal bank.
  package var isAvailable: Bool { status == .active }
}
