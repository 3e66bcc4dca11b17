import Synchronization

/// The time at which a wait ends, on a given clock.
struct Deadline: Sendable {
  private let remaining: @Sendable () -> Duration
  private let sleep: @Sendable () async -> Void

  /// Creates a deadline after a duration.
  ///
  /// - Parameter duration: The time to wait. It is computed after the clock is read, so that the time for computing it
  ///   does not delay the deadline.
  init<C: Clock>(after duration: @autoclosure () -> Duration, on clock: C) where C.Duration == Duration {
    let start = clock.now
    let end = start.advanced(by: duration())
    remaining = { clock.now.duration(to: end) }
    // A cancelled task ends the sleep early. That does no harm: the waiting caller checks its condition again in any
    // case.
    sleep = { try? await clock.sleep(until: end, tolerance: nil) }
  }

  /// Whether the deadline has passed.
  func hasPassed() -> Bool { remaining() <= .zero }

  /// Runs the work until it is done or the deadline has passed. At the deadline it cancels the work, and returns once
  /// the work has ended.
  func first(of work: @escaping @Sendable () async -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await work() }
      group.addTask { [sleep] in await sleep() }
      await group.next()
      group.cancelAll()
    }
  }
}
