package import VisitsModel

/// A change that is on disk, with all that its answer is composed from: a repeat gets the same, and so answers the same.
package struct MadeChange: Sendable, Hashable {
  /// What it left behind.
  package var outcome: ChangeOutcome
  /// When its request came, the first time.
  package var receivedAt: Instant
  /// The last entry of the feed when it was made: people are called as they were called then.
  package var feed: Int64
}
