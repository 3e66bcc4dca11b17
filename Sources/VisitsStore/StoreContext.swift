import Synchronization
import VisitsModel

/// What readers and changes need besides their connection.
struct StoreContext: Sendable {
  /// Which life of the database this is; a restore begins another while nothing is open.
  let epoch: Int64
  let zones: ZoneCache
  let identities: IdentitySource
  let now: @Sendable () -> Instant
  /// The time since any moment, by a clock that nobody sets.
  let elapsed: @Sendable () -> Duration
  /// Whether what changes here is to be sent to the agency's system of record.
  let hasUpstream: Bool
  let quota = ChangeQuota()
  let commits = CommitCounter()
}

/// Counts commits, so that a comparison with the store knows whether it still holds.
final class CommitCounter: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .acquiring) }

  /// Counts a commit; to be called on the writer before it goes on.
  func add() { count.add(1, ordering: .acquiringAndReleasing) }
}

extension StoreReader {
  /// How many commits there were. If it is read before anything else, and is the same later, nothing that changes or sync
  /// wrote was committed in between.
  package var commits: Int { context.commits.value }
}
