import Synchronization
import VisitsModel

/// A clock that stands at 2026-11-20T15:00:00Z, 8:00 in Edmonton, until it is set; the daemon's own may be wrong.
final class SimulatedClock: Sendable {
  private let state = Mutex((now: Instant(milliseconds: 1_795_186_800_000), skew: Int64(0)))

  /// The true time.
  var now: Instant { state.withLock { $0.now } }

  /// What the daemon's wall clock says.
  var told: Instant { state.withLock { Instant(milliseconds: $0.now.milliseconds + $0.skew) } }

  func set(_ now: Instant) { state.withLock { $0.now = now } }

  /// Somebody sets the daemon's wall clock, so that it is wrong by this from then on, in milliseconds.
  func skew(by milliseconds: Int64) { state.withLock { $0.skew = milliseconds } }
}
