package import VisitsModel

/// Where the sync with the agency's system of record stands, in plain values.
package struct SyncFacts: Sendable, Hashable {
  /// An attempt that is under way.
  package enum Attempt: Sendable, Hashable {
    /// One that nobody asked for: an etag does not change with it.
    case background
    /// One that somebody asked for, or that carries a change.
    case asked
  }

  /// How the last attempt ended.
  package enum Outcome: Sendable, Hashable {
    /// None has ended yet.
    case none
    case succeeded
    /// The network cannot be reached.
    case unreachable
    /// So many failures in a row.
    case failed(times: Int)
  }

  /// So many failures in a row are said to be a failure.
  package static let failuresUntilSaid = 3

  /// Whether there is such a system at all.
  package var isConfigured: Bool
  /// Whether a schedule was ever taken from it.
  package var wasEverPulled: Bool
  /// The attempt that is under way.
  package var attempt: Attempt?
  /// How the last one ended.
  package var outcome: Outcome
  /// Changes that it has not confirmed.
  package var pendingChanges: Int
  /// The last time that all was confirmed.
  package var lastSyncedAt: Instant?
  /// The next attempt.
  package var retryAt: Instant?
  /// Why nothing is saved here at the moment; `nil`: it is.
  package var unsaved: Refusal.Unavailability?

  /// Facts.
  package init(
    isConfigured: Bool, wasEverPulled: Bool, attempt: Attempt? = nil, outcome: Outcome = .none,
    pendingChanges: Int = 0, lastSyncedAt: Instant? = nil, retryAt: Instant? = nil,
    unsaved: Refusal.Unavailability? = nil
  ) {
    self.isConfigured = isConfigured
    self.wasEverPulled = wasEverPulled
    self.attempt = attempt
    self.outcome = outcome
    self.pendingChanges = pendingChanges
    self.lastSyncedAt = lastSyncedAt
    self.retryAt = retryAt
    self.unsaved = unsaved
  }

  /// No such system: what stands here is all there is.
  ///
  /// - Parameter unsaved: Why nothing is saved here at the moment; `nil`: it is.
  package static func noUpstream(unsaved: Refusal.Unavailability?) -> SyncFacts {
    SyncFacts(isConfigured: false, wasEverPulled: false, unsaved: unsaved)
  }

  /// The same while everything is saved.
  package static let noUpstream = noUpstream(unsaved: nil)

  /// The first attempt is under way, and there is nothing to show before it ends.
  var isLoading: Bool { isConfigured && !wasEverPulled && attempt != nil && outcome == .none }

  /// Whether several attempts failed in a row.
  var isFailing: Bool {
    if case .failed(let times) = outcome { isConfigured && times >= Self.failuresUntilSaid } else { false }
  }

  /// Whether the network cannot be reached.
  var isOffline: Bool { isConfigured && outcome == .unreachable }
}
