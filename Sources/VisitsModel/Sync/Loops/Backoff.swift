/// How long a loop waits after a run that failed (`sync.md`, Loops).
package struct Backoff: Sendable, Hashable {
  /// Between two runs, and after one that could not reach the network, in milliseconds.
  package static let interval: Int64 = 30_000
  /// However often it failed, in milliseconds.
  package static let cap: Int64 = 15 * 60_000
  /// A server that wants to be left alone for longer than this is asked again all the same, in milliseconds.
  package static let longestRetryAfter: Int64 = 24 * 3_600_000

  /// Failures since a success, or since a person asked for a run.
  package private(set) var failures = 0

  /// No failure yet.
  package init() {}

  /// A run failed.
  package mutating func fail() { failures += 1 }

  /// A run succeeded, or a person does not want to wait.
  package mutating func reset() { failures = 0 }

  /// Milliseconds until the next run.
  ///
  /// - Parameters:
  ///   - jitter: 0 ..< 1, at random: clients that failed together shall not come back together.
  ///   - retryAfter: What the server asked for, in milliseconds.
  package func delay(jitter: Double, retryAfter: Int64? = nil) -> Int64 {
    // The first three come within the 30 seconds that the banner speaks of; the shift stays far from overflow.
    let doublings = min(max(0, failures - 3), 10)
    let delay = min(Self.cap, Self.interval << Int64(doublings))
    let jittered = delay / 2 + Int64(Double(delay / 2) * min(max(jitter, 0), 1))
    return max(jittered, Self.bounded(retryAfter))
  }

  /// What a server asked for, as far as it is heeded.
  static func bounded(_ retryAfter: Int64?) -> Int64 { min(max(0, retryAfter ?? 0), longestRetryAfter) }
}
