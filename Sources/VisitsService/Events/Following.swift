import Synchronization

/// What the caller at the other end of a connection follows: one thing at a time, that which it asked for last and was
/// not refused.
package final class Following: Sendable {
  private struct State {
    var asked: UInt64 = 0
    var followed: UInt64 = 0
    var end: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Nothing is followed yet.
  package init() {}

  /// The place of a call among those that want to follow something, to be taken in the order in which they came.
  func ask() -> UInt64 {
    state.withLock { state in
      state.asked += 1
      return state.asked
    }
  }

  /// Ends what was followed before, and runs the action when something else takes the place of this; at once when a
  /// later call has taken it already.
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

  /// Whether this is what is followed.
  func isFollowed(_ place: UInt64) -> Bool { state.withLock { $0.followed == place } }
}
