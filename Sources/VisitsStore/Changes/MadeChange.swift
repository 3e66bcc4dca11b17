package import VisitsModel

/// A change that is on disk, with everything for its answer. A repeat of the request gets the same answer.
package struct MadeChange: Sendable, Hashable {
  /// The result of the change.
  package var outcome: ChangeOutcome
  /// The time at which the server first received the request.
  package var receivedAt: Instant
  /// The last entry of the feed at the time of the change. The answer shows people as of this entry.
  package var feed: Int64
}
