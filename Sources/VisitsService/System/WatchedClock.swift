import Synchronization
import VisitsModel

/// The wall clock. It runs an action when it finds that the clock was set back. Results that were computed before are
/// then valid only for a time in the future, and must be computed again.
final class WatchedClock: Sendable {
  /// The largest step back, in milliseconds, that is ignored. Two threads may report their readings out of order, which
  /// looks like a small step back.
  private static let leeway: Int64 = 2_000

  private let wall: @Sendable () -> Instant
  private let latest: Atomic<Int64>
  private let onSetBack = Mutex<(@Sendable (Instant) -> Void)?>(nil)

  init(_ wall: @escaping @Sendable () -> Instant) {
    self.wall = wall
    latest = Atomic(wall().milliseconds)
  }

  /// Registers the action to run when the clock was set back. The action receives the time that the clock shows then.
  /// It runs within a call of ``now()``, whose caller waits for it.
  func whenSetBack(_ action: @escaping @Sendable (Instant) -> Void) { onSetBack.withLock { $0 = action } }

  /// Returns the present time. Runs the registered action if the clock was set back.
  func now() -> Instant {
    let now = wall()
    let latest = latest.load(ordering: .relaxed)
    if now.milliseconds > latest {
      self.latest.max(now.milliseconds, ordering: .relaxed)
    } else if now.milliseconds < latest - Self.leeway,
      self.latest.compareExchange(expected: latest, desired: now.milliseconds, ordering: .relaxed).exchanged
    {
      onSetBack.withLock(\.self)?(now)
    }
    return now
  }
}
