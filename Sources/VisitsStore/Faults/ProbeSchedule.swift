/// The times at which a store that accepts no changes is tried again: after a second, then after twice as long each
/// time, up to a minute. If a fault soon returns, the schedule continues with the last wait, so that a full disk does
/// not fill the journal.
package struct ProbeSchedule: Sendable, Hashable {
  private static let first = Duration.seconds(1)
  private static let longest = Duration.seconds(60)
  private var wait = first

  /// Creates the schedule of a store that has had no fault.
  package init() {}

  /// Returns the wait before the next attempt. The following wait is twice as long, up to a minute.
  package mutating func next() -> Duration {
    defer { wait = min(wait * 2, Self.longest) }
    return wait
  }

  /// Records a fault that came after the store had accepted changes for `span`. A span of a minute or more resets the
  /// wait.
  package mutating func fault(after span: Duration) {
    if span >= Self.longest { wait = Self.first }
  }
}
