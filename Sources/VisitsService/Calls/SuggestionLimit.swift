import Synchronization
import VisitsModel

/// How often a connection is told which method it may have meant. Finding a near name takes longer than anything else
/// about a refusal, and only a person has use for it.
final class SuggestionLimit: Sendable {
  /// How many suggestions a connection gets in a second.
  static let mostInSecond = 8

  private struct State {
    var second: Int64 = 0
    var given = 0
  }

  private let state = Mutex(State())

  /// Takes one suggestion.
  ///
  /// - Returns: Whether there was one left.
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
