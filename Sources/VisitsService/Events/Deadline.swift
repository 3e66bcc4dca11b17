import Synchronization

/// A moment on a clock that is handed in, until which something is waited for.
struct Deadline: Sendable {
  private let remaining: @Sendable () -> Duration
  private let sleep: @Sendable () async -> Void

  /// - Parameter duration: Asked for when the clock has been read: what it is computed from may only be later than that,
  ///   so that nobody waits too long.
  init<C: Clock>(after duration: @autoclosure () -> Duration, on clock: C) where C.Duration == Duration {
    let start = clock.now
    let end = start.advanced(by: duration())
    remaining = { clock.now.duration(to: end) }
    // The sleep ends early when its task is cancelled; whoever waits looks again either way.
    sleep = { try? await clock.sleep(until: end, tolerance: nil) }
  }

  /// Whether nothing is waited for any more.
  func hasPassed() -> Bool { remaining() <= .zero }

  /// Returns when the work is done or the deadline has passed, whichever is first; the other is cancelled.
  func first(of work: @escaping @Sendable () async -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await work() }
      group.addTask { [sleep] in await sleep() }
      await group.next()
      group.cancelAll()
    }
  }
}
