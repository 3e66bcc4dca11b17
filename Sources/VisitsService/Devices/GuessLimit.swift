import Synchronization
import VisitsModel

/// Bounds how fast codes are tried out from one source, as the gateway names it.
///
/// Nobody finds a code of 60 bits before it expires, however many are tried; so nothing is refused for what others try.
final class GuessLimit: Sendable {
  /// How many wrong codes are heard from one source within ``span``.
  static let most = 5
  /// How many wrong codes from all sources within ``span`` the operator is not told of.
  static let mostUntold = 100
  /// How many sources are remembered.
  static let mostSources = 10_000
  /// In milliseconds.
  static let span: Int64 = 60_000

  private struct State {
    /// When each source has tried wrong codes.
    var ofSource: [String: [Instant]] = [:]
    /// When codes from all sources were wrong, no more than ``mostUntold``.
    var all: [Instant] = []
    /// When the operator was told.
    var told: Instant?

    /// When all sources were looked through: not with each guess, since anybody can come from thousands of them.
    var swept: Instant?

    mutating func forget(_ source: String?, before now: Instant) {
      all.removeAll { !$0.isWithin(span, before: now) }
      if let source { ofSource[source] = GuessLimit.near(ofSource[source] ?? [], now) }
      if let swept, swept.isWithin(span, before: now) { return }
      swept = now
      ofSource = ofSource.compactMapValues { GuessLimit.near($0, now) }
    }
  }

  /// What counts still; `nil`: nothing.
  private static func near(_ failures: [Instant], _ now: Instant) -> [Instant]? {
    let near = failures.filter { $0.isWithin(span, before: now) }
    return near.isEmpty ? nil : near
  }

  private let state = Mutex(State())

  /// Refuses to look at another code from a source that has tried too many wrong ones.
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

  /// Another code was wrong.
  ///
  /// - Parameter source: Where it came from; `nil`: the gateway does not say.
  /// - Returns: Whether to tell the operator.
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
