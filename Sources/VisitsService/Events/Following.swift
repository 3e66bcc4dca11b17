import Synchronization

/// The subscription of a connection. A connection has one at a time: its latest that was not refused.
package final class Following: Sendable {
  private struct State {
    var asked: UInt64 = 0
    var followed: UInt64 = 0
    var end: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Creates a connection's state without a subscription.
  package init() {}

  /// Returns the place of a call among those that subscribe. Calls must take it in the order in which they arrived.
  func ask() -> UInt64 {
    state.withLock { state in
      state.asked += 1
      return state.asked
    }
  }

  /// Makes this call's subscription the current one, and ends the previous one. Runs `end` when a later call replaces
  /// it, or at once if a later call has already done so.
  func begin(_ place: UInt64, until end: @escaping @Sendable () -> Void) {
    let over: (@Sendable () -> Void)? = state.withLock { state in
      guard place > state.followed else { return end }
      let over = state.end
      state.followed = place
      state.end = end
      return over
    }
    over?()
  }

  /// Whether this call's subscription is the current one.
  func isFollowed(_ place: UInt64) -> Bool { state.withLock { $0.followed == place } }
}
