/// When a store that takes no changes is to be tried again: after a second, then after twice as long each time, up to
/// a minute. A fault that comes back soon goes on where the last one ended, so that a disk that is full to the brim
/// does not fill the journal.
package struct ProbeSchedule: Sendable, Hashable {
  private static let first = Duration.seconds(1)
  private static let longest = Duration.seconds(60)
  private var wait = first

  /// The schedule of a store that has had no fault.
  package init() {}

  /// How long to wait before the next attempt.
  package mutating func next() -> Duration {
    defer { wait = min(wait * 2, Self.longest) }
    return wait
  }

  /// A fault has come after changes were taken for that long.
  package mutating func fault(after span: Duration) {
    if span >= Self.longest { wait = Self.first }
  }
}
