import Synchronization

/// A time on a given clock at which a wait ends.
struct Deadline: Sendable {
  private let remaining: @Sendable () -> Duration
  private let sleep: @Sendable () async -> Void

  /// - Parameter duration: The time to wait. It is evaluated after the clock is read: if computing it takes time, the
  ///   deadline passes earlier, never later.
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

  /// Returns when the work is done or the deadline has passed, whichever comes first, and cancels the other.
  func first(of work: @escaping @Sendable () async -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await work() }
      group.addTask { [sleep] in await sleep() }
      await group.next()
      group.cancelAll()
    }
  }
}
