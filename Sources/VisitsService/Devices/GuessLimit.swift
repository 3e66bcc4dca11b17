import Synchronization
import VisitsModel

/// Limits how fast codes can be guessed from one source, as the gateway names it.
///
/// A code of 60 bits cannot be guessed before it expires, however many are tried. So guesses from other sources never
/// lead to a refusal: one stranger could use that to lock everybody out.
final class GuessLimit: Sendable {
  /// The most wrong codes that one source may try within ``span``.
  static let most = 5
  /// The number of wrong codes from all sources within ``span`` at which the operator is notified.
  static let mostUntold = 100
  /// The most sources that are remembered.
  static let mostSources = 10_000
  /// The length of the sliding window, in milliseconds.
  static let span: Int64 = 60_000

  private struct State {
    /// The times of wrong codes from each source.
    var ofSource: [String: [Instant]] = [:]
    /// The times of wrong codes from all sources, at most ``mostUntold``.
    var all: [Instant] = []
    /// The time of the last notice to the operator.
    var told: Instant?

    /// The time of the last cleanup of all sources. It does not run with each guess, since an attacker can use
    /// thousands of sources.
    var swept: Instant?

    mutating func forget(_ source: String?, before now: Instant) {
      all.removeAll { !$0.isWithin(span, before: now) }
      if let source { ofSource[source] = GuessLimit.near(ofSource[source] ?? [], now) }
      if let swept, swept.isWithin(span, before: now) { return }
      swept = now
      ofSource = ofSource.compactMapValues { GuessLimit.near($0, now) }
    }
  }

  /// Returns the failures within the window; `nil` if there are none.
  private static func near(_ failures: [Instant], _ now: Instant) -> [Instant]? {
    let near = failures.filter { $0.isWithin(span, before: now) }
    return near.isEmpty ? nil : near
  }

  private let state = Mutex(State())

  /// Refuses another code from a source that has tried too many wrong ones.
  ///
  /// - Throws: ``Refusal/tooManyGuesses(retryAfter:)``.
  func admit(from source: String?, at now: Instant) throws {
    guard let source else { return }
    let oldest: Instant? = state.withLock { state in
      state.forget(source, before: now)
      guard let failures = state.ofSource[source], failures.count >= Self.most else { return nil }
      return failures.first
    }
    guard let oldest else { return }
    throw Refusal.tooManyGuesses(retryAfter: Int((Self.span - oldest.milliseconds(to: now) + 999) / 1000))
  }

  /// Records a wrong code.
  ///
  /// - Parameter source: The source of the code; `nil` if the gateway does not name it.
  /// - Returns: Whether to notify the operator.
  func fail(from source: String?, at now: Instant) -> Bool {
    state.withLock { state in
      state.forget(source, before: now)
      if state.all.count < Self.mostUntold { state.all.append(now) }
      var isOver = state.all.count == Self.mostUntold
      if let source, state.ofSource[source] != nil || state.ofSource.count < Self.mostSources {
        state.ofSource[source, default: []].append(now)
        isOver = isOver || state.ofSource[source]?.count == Self.most
      }
      guard isOver, state.told?.isWithin(Self.span, before: now) != true else { return false }
      state.told = now
      return true
    }
  }
}
