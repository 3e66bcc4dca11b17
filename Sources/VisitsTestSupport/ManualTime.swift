import Synchronization
import VisitsAPI
package import VisitsModel

/// A wall clock that a test sets and moves.
package final class ManualTime: Sendable {
  private let instant: Mutex<Instant>

  /// A clock that stands at an RFC 3339 instant.
  package init(_ text: String) {
    instant = Mutex(.at(text))
  }

  /// What it shows.
  package var now: Instant { instant.withLock { $0 } }

  /// Sets it.
  package func set(_ text: String) {
    instant.withLock { $0 = .at(text) }
  }

  /// Moves it.
  package func advance(by span: Duration) {
    instant.withLock { $0 = Instant(milliseconds: $0.milliseconds + Int64(span / .milliseconds(1))) }
  }
}

extension Instant {
  /// The instant of an RFC 3339 text; a test that writes another fails at once.
  package static func at(_ text: String) -> Instant {
    guard let timestamp = Timestamp(text) else { preconditionFailure("no instant: \(text)") }
    return Instant(milliseconds: timestamp.milliseconds)
  }
}
