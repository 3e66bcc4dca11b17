import Synchronization
import VisitsModel

/// The values that readers and changes use in addition to their connection.
struct StoreContext: Sendable {
  /// The epoch of the database. A restoration starts a new epoch while no connection is open.
  let epoch: Int64
  let zones: ZoneCache
  let identities: IdentitySource
  let now: @Sendable () -> Instant
  /// The time since an arbitrary moment, by a monotonic clock.
  let elapsed: @Sendable () -> Duration
  /// Whether local changes are sent to the agency's system of record.
  let hasUpstream: Bool
  let quota = ChangeQuota()
  let commits = CommitCounter()
}

/// Counts commits, so that a caller can find out whether an earlier comparison with the store is still valid.
final class CommitCounter: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .acquiring) }

  /// Counts a commit. Must be called on the writer, before its next change.
  func add() { count.add(1, ordering: .acquiringAndReleasing) }
}

extension StoreReader {
  /// The number of commits so far. If a caller reads this number before any row and finds the same number later, no
  /// change and no write of sync was committed in between.
  package var commits: Int { context.commits.value }
}
