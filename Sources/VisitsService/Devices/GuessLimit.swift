import Synchronization
import VisitsModel

/// Bounds how fast codes are tried out, for all callers together: the gateway is one.
final class GuessLimit: Sendable {
  /// How many codes that are none are heard within ``span``.
  static let most = 5
  /// In milliseconds.
  static let span: Int64 = 60_000

  private let failures = Mutex<[Instant]>([])

  /// Refuses to look at another code while too many were none.
  ///
  /// - Throws: ``Refusal/tooManyGuesses(retryAfter:)``.
  func admit(at now: Instant) throws {
    let oldest: Instant? = failures.withLock { failures in
      failures.removeAll { !(0..<Self.span).contains($0.milliseconds(to: now)) }
      return failures.count < Self.most ? nil : failures.first
    }
    guard let oldest else { return }
    throw Refusal.tooManyGuesses(retryAfter: Int((Self.span - oldest.milliseconds(to: now) + 999) / 1000))
  }

  /// Another one was none.
  ///
  /// - Returns: Whether it is the last that is heard for now.
  func fail(at now: Instant) -> Bool {
    failures.withLock { failures in
      failures.append(now)
      return failures.count == Self.most
    }
  }
}
