/// What the indicator says (`sync.md`, Loops): of a worker's Today from the loops and that worker's own rows, of the
/// whole agency from the loops and all rows.
package struct SyncStanding: Sendable, Hashable {
  /// The four states of seed 002.
  package enum State: String, Sendable, Hashable, CaseIterable {
    case synced
    case syncing
    case savedLocally
    case failed
  }

  /// Rows of the outbox.
  package struct Rows: Sendable, Hashable {
    /// Upstream has not confirmed them yet.
    package var pending: Int
    /// Upstream refused them for good: a person must see to them.
    package var parked: Int

    /// So many of each.
    package init(pending: Int = 0, parked: Int = 0) {
      self.pending = pending
      self.parked = parked
    }
  }

  /// What the indicator says.
  package let state: State
  /// Nothing was ever pulled, and the first attempt is under way.
  package let isLoading: Bool
  /// Several attempts failed in a row, or one that no further try will mend. It stays while another is under way.
  package let isFailing: Bool
  /// The network cannot be reached. It stays while another attempt is under way.
  package let isUnreachable: Bool
  /// Why attempts fail, where that is said.
  package let failure: RunFailure?
  /// The rows that this speaks of.
  package let rows: Rows
  /// The last moment at which both loops had succeeded.
  package let lastSyncedAt: Instant?
  /// The nearer next attempt, where one came to nothing. What is parked does not wait for it, but all the rest does.
  package let retryAt: Instant?

  /// Whether the same is said, whenever all was confirmed last.
  package func looks(like other: SyncStanding) -> Bool {
    (state, isLoading, isFailing, isUnreachable, failure) == (
      other.state, other.isLoading, other.isFailing, other.isUnreachable, other.failure
    ) && rows == other.rows && retryAt == other.retryAt
  }

  /// What the loops and the rows come to.
  ///
  /// - Parameters:
  ///   - wasEverPulled: Whether a schedule was ever taken from upstream, as the store remembers it.
  ///   - isAsked: Whether a person wants it done now, and the loops have not heard of it.
  ///   - isLocalWaiting: Whether what was made here without upstream is still to be queued for it.
  ///   - before: When both had succeeded before the process started.
  ///   - own: The rows that this shall speak of.
  package init(
    pull: SyncLoop, push: SyncLoop, wasEverPulled: Bool, isAsked: Bool = false, isLocalWaiting: Bool = false,
    before: Instant? = nil, own: Rows
  ) {
    rows = own
    isLoading = !wasEverPulled && pull.isRunning && pull.last == nil
    isFailing = pull.isFailing || push.isFailing
    isUnreachable = pull.isUnreachable || push.isUnreachable
    failure = [push, pull].compactMap(\.failure).first
    lastSyncedAt = pull.succeededAt.flatMap { pulled in push.succeededAt.map { min(pulled, $0) } } ?? before
    retryAt = [pull, push].compactMap(\.retryAt).min()

    let isShown = isAsked || pull.isAsked || push.isAsked || pull.isCarrying
    let isCarried = own.pending > 0 && (push.isCarrying || push.isAttemptNear)
    // Before all was in step once, nobody knows what upstream lacks.
    let isUntold = lastSyncedAt == nil || isLocalWaiting
    let isQueueing = isLocalWaiting && pull.last == .succeeded
    let isBegun = isUntold && !isFailing && !isUnreachable && (pull.isRunning || push.isRunning || isQueueing)
    state =
      if isLoading || isShown || isCarried || isBegun {
        .syncing
      } else if isFailing || own.parked > 0 {
        .failed
      } else if isUnreachable || own.pending > 0 || !wasEverPulled || isUntold {
        .savedLocally
      } else {
        .synced
      }
  }
}

extension SyncLoop {
  /// Why it is failing, where that is said.
  package var failure: RunFailure? {
    guard isFailing, case .failed(let failure, _) = last else { return nil }
    return failure
  }
}
