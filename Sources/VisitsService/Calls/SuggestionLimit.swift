import Synchronization
import VisitsModel

/// Limits how often a connection gets the name of a similar method with a refusal. Finding that name takes longer than
/// the rest of a refusal, and only a human reader needs it.
final class SuggestionLimit: Sendable {
  /// The most suggestions of a connection in a second.
  static let mostInSecond = 8

  private struct State {
    var second: Int64 = 0
    var given = 0
  }

  private let state = Mutex(State())

  /// Takes one suggestion.
  ///
  /// - Returns: `false` if none is left in this second.
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
