import Synchronization
import VisitsModel

/// Limits how often a connection gets the name of a similar method when it calls a method that does not exist. Finding
/// that name takes longer than the rest of the refusal, and only a human reader needs it.
final class SuggestionLimit: Sendable {
  /// The most suggestions for one connection within a second.
  static let mostInSecond = 8

  private struct State {
    var second: Int64 = 0
    var given = 0
  }

  private let state = Mutex(State())

  /// Uses up one suggestion.
  ///
  /// - Returns: `false` if no suggestion is left in this second.
  func take(at now: Instant) -> Bool {
    state.withLock { state in
      let second = now.milliseconds / 1000
      if second != state.second { state = State(second: second) }
      guard state.given < Self.mostInSecond else { return false }
      state.given += 1
      return true
    }
  }
}
