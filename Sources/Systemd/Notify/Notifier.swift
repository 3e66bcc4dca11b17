import CSystemd
import Glibc

/// Reports the daemon's state to the service manager (sd_notify(3)). Without a service manager it does nothing.
///
/// Anybody who may run `systemctl status` sees a status: it holds counts and durations only, no personal data.
package struct Notifier: Sendable {
  /// Passes a message to the service manager. Returns whether the service manager received it.
  package typealias Send = @Sendable (_ message: String) -> Bool

  private let send: Send?

  /// Creates a notifier that sends with `send`; without one it sends nothing.
  package init(send: Send? = nil) { self.send = send }

  /// Creates a notifier for the service manager that `$NOTIFY_SOCKET` of this process names.
  package static func serviceManager() -> Notifier {
    guard getenv("NOTIFY_SOCKET") != nil else { return Notifier() }
    // This waits without limit for a service manager that has stopped reading. Where the service manager hangs, so does
    // the machine.
    return Notifier { message in sd_notify(0, message) > 0 }
  }

  /// Whether a service manager listens.
  package var isHeard: Bool { send != nil }

  /// Reports that the daemon is up: the migrations are done and the socket accepts connections.
  ///
  /// - Returns: Whether the service manager received it.
  @discardableResult
  package func ready(status: String) -> Bool { tell("READY=1\nSTATUS=\(Self.line(status))") }

  /// Asks the service manager to wait at least `time` from now until the daemon is up.
  ///
  /// - Parameter status: The reason; `nil` leaves the previous status.
  @discardableResult
  package func extendStart(by time: Duration, status: String? = nil) -> Bool {
    let words = status.map { "\nSTATUS=\(Self.line($0))" } ?? ""
    return tell("EXTEND_TIMEOUT_USEC=\(Int64(time / .microseconds(1)))\(words)")
  }

  /// Reports in one line what the daemon is doing.
  @discardableResult
  package func status(_ status: String) -> Bool { tell("STATUS=\(Self.line(status))") }

  /// Feeds the service manager's watchdog.
  @discardableResult
  package func alive() -> Bool { tell("WATCHDOG=1") }

  /// Reports that the daemon reloads its settings; ``ready(status:)`` reports the end of it.
  ///
  /// - Parameter now: The system's monotonic clock, by which the service manager tells reloads apart.
  @discardableResult
  package func reloading(at now: Duration) -> Bool {
    tell("RELOADING=1\nMONOTONIC_USEC=\(Int64(now / .microseconds(1)))")
  }

  /// Reports that the daemon is shutting down.
  @discardableResult
  package func stopping(status: String) -> Bool { tell("STOPPING=1\nSTATUS=\(Self.line(status))") }

  private func tell(_ message: String) -> Bool { send?(message) ?? false }

  /// Replaces line breaks: each would begin another assignment.
  private static func line(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }
}
