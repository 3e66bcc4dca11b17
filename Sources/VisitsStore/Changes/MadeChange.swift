package import VisitsModel

/// A committed change, with everything that its answer needs. A repeat of the request gets the same answer.
package struct MadeChange: Sendable, Hashable {
  /// The result of the change.
  package var outcome: ChangeOutcome
  /// The time at which the server first received the request.
  package var receivedAt: Instant
  /// The number of the last entry of the feed when the change was made. The answer shows workers and clients as they
  /// were at that entry, even if the request is repeated later.
  package var feed: Int64
}
