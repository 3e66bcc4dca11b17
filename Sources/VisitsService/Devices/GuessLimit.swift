import Synchronization
import VisitsModel

/// Limits how many wrong codes one source may try in a minute. The gateway names the source of each attempt to enrol a
/// device.
///
/// A code of 60 bits cannot be guessed before it expires, however many codes are tried. So wrong codes from one source
/// never cause refusals for another: a single stranger could use that to lock out every worker.
final class GuessLimit: Sendable {
  /// The most wrong codes that one source may try within ``span``.
  static let most = 5
  /// The number of wrong codes from all sources together, within ``span``, at which the operator is notified.
  static let mostUntold = 100
  /// The most sources whose wrong codes are remembered.
  static let mostSources = 10_000
  /// The length of the sliding window in which wrong codes count, in milliseconds.
  static let span: Int64 = 60_000

  private struct State {
    /// The times at which each source has sent a wrong code.
    var ofSource: [String: [Instant]] = [:]
    /// The times at which any source has sent a wrong code, at most ``mostUntold`` of them.
    var all: [Instant] = []
    /// The time of the last notice to the operator.
    var told: Instant?

    /// The time at which old wrong codes of all sources were last removed. They are not removed at each guess, since
    /// that would take long if an attacker uses thousands of sources.
    var swept: Instant?

    mutating func forget(_ source: String?, before now: Instant) {
      all.removeAll { !$0.isWithin(span, before: now) }
      if let source { ofSource[source] = GuessLimit.near(ofSource[source] ?? [], now) }
      if let swept, swept.isWithin(span, before: now) { return }
      swept = now
      ofSource = ofSource.compactMapValues { GuessLimit.near($0, now) }
    }
  }

  /// Returns the times that lie within the sliding window; `nil` if there are none.
  private static func near(_ failures: [Instant], _ now: Instant) -> [Instant]? {
    let near = failures.filter { $0.isWithin(span, before: now) }
    return near.isEmpty ? nil : near
  }

  private let state = Mutex(State())

  /// Throws if a source has tried too many wrong codes and may not try another one yet.
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

  /// Records that a source has sent a wrong code.
  ///
  /// - Parameter source: The source; `nil` if the gateway does not name it.
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
