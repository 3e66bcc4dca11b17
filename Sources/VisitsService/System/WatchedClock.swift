import Synchronization
import VisitsModel

/// The wall clock, which tells when it was set back. What was computed while it was ahead holds for a time that has not
/// come, and must be computed again.
final class WatchedClock: Sendable {
  /// Differences up to this many milliseconds are no set-back: two threads may report their readings out of order.
  private static let leeway: Int64 = 2_000

  private let wall: @Sendable () -> Instant
  private let latest: Atomic<Int64>
  private let onSetBack = Mutex<(@Sendable (Instant) -> Void)?>(nil)

  init(_ wall: @escaping @Sendable () -> Instant) {
    self.wall = wall
    latest = Atomic(wall().milliseconds)
  }

  /// Calls an action when the clock is found to be set back, with what it shows then. Whoever asks for the time waits for
  /// the action.
  func whenSetBack(_ action: @escaping @Sendable (Instant) -> Void) { onSetBack.withLock { $0 = action } }

  /// The time.
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
