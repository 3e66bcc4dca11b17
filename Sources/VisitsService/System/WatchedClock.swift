import Synchronization
import VisitsModel

/// The wall clock, with a notification when it was set back. Results that were computed while it was ahead are valid
/// for a future time, and must be computed again.
final class WatchedClock: Sendable {
  /// The largest difference, in milliseconds, that does not count as set back: two threads may report their readings
  /// out of order.
  private static let leeway: Int64 = 2_000

  private let wall: @Sendable () -> Instant
  private let latest: Atomic<Int64>
  private let onSetBack = Mutex<(@Sendable (Instant) -> Void)?>(nil)

  init(_ wall: @escaping @Sendable () -> Instant) {
    self.wall = wall
    latest = Atomic(wall().milliseconds)
  }

  /// Registers an action to run when the clock was set back, with the time that it then shows. The caller of ``now()``
  /// waits for the action.
  func whenSetBack(_ action: @escaping @Sendable (Instant) -> Void) { onSetBack.withLock { $0 = action } }

  /// Returns the present time.
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
