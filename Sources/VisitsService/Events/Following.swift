import Synchronization

/// The event subscription of a connection. A connection has at most one: each accepted subscription replaces the
/// previous one.
package final class Following: Sendable {
  private struct State {
    var asked: UInt64 = 0
    var followed: UInt64 = 0
    var end: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Creates the state of a connection that has no subscription yet.
  package init() {}

  /// Returns a number for a call that subscribes to events. Later calls get higher numbers, so use it in the order in
  /// which the calls arrive.
  func ask() -> UInt64 {
    state.withLock { state in
      state.asked += 1
      return state.asked
    }
  }

  /// Makes the subscription of the call with this number the current one, and ends the previous subscription. Runs
  /// `end` when a later call replaces the subscription, or at once if a later call has already subscribed.
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

  /// Whether the subscription of the call with this number is the current one.
  func isFollowed(_ place: UInt64) -> Bool { state.withLock { $0.followed == place } }
}
