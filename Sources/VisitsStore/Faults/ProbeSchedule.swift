/// The waits between attempts to recover a store from a disk fault. The first attempt follows after one second, and
/// each further wait is twice as long, up to a minute. If another fault comes soon after a recovery, the schedule
/// continues with the last wait, so that a full disk does not fill the journal with messages.
package struct ProbeSchedule: Sendable, Hashable {
  private static let first = Duration.seconds(1)
  private static let longest = Duration.seconds(60)
  private var wait = first

  /// Creates the schedule of a store that has had no fault yet.
  package init() {}

  /// Returns the wait before the next attempt. The following wait is twice as long, up to a minute.
  package mutating func next() -> Duration {
    defer { wait = min(wait * 2, Self.longest) }
    return wait
  }

  /// Records that another fault came after the store had accepted changes for `span`. If `span` is a minute or more,
  /// the next wait is one second again.
  package mutating func fault(after span: Duration) {
    if span >= Self.longest { wait = Self.first }
  }
}
