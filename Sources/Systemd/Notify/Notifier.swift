/// Tells the service manager how the daemon is (sd_notify(3)); without a service manager it does nothing.
///
/// A status is seen by everybody who may run `systemctl status`: counts and durations only, nobody's data.
package struct Notifier: Sendable {
  private let sender: UnixDatagramSender?

  /// A notifier of whoever `$NOTIFY_SOCKET` names.
  package init(environment: [String: String]) {
    sender = environment["NOTIFY_SOCKET"].flatMap { UnixDatagramSender(path: $0, patience: .seconds(1)) }
  }

  /// Whether there is a service manager to be told.
  package var isHeard: Bool { sender != nil }

  /// Says that the daemon is up: migrations are done and the socket accepts.
  ///
  /// - Returns: whether the service manager has it.
  @discardableResult
  package func ready(status: String) -> Bool { send("READY=1\nSTATUS=\(Self.line(status))") }

  /// Asks for time before the daemon is up: from now on at least so much, however long it has taken already.
  ///
  /// - Parameter status: What it is needed for; `nil`: what was said last.
  @discardableResult
  package func extendStart(by time: Duration, status: String? = nil) -> Bool {
    let words = status.map { "\nSTATUS=\(Self.line($0))" } ?? ""
    return send("EXTEND_TIMEOUT_USEC=\(Int64(time / .microseconds(1)))\(words)")
  }

  /// Says what the daemon is doing, in one line.
  @discardableResult
  package func status(_ status: String) -> Bool { send("STATUS=\(Self.line(status))") }

  /// Says that the daemon lives, to a service manager that watches it.
  @discardableResult
  package func alive() -> Bool { send("WATCHDOG=1") }

  /// Says that the daemon reads its settings anew; ``ready(status:)`` says that it has.
  ///
  /// - Parameter now: The system's monotonic clock, by which the service manager knows a new reload from an old one.
  @discardableResult
  package func reloading(at now: Duration) -> Bool {
    send("RELOADING=1\nMONOTONIC_USEC=\(Int64(now / .microseconds(1)))")
  }

  /// Says that the daemon is going down.
  @discardableResult
  package func stopping(status: String) -> Bool { send("STOPPING=1\nSTATUS=\(Self.line(status))") }

  private func send(_ state: String) -> Bool { sender?.send(Array(state.utf8), patient: true) ?? false }

  /// A line break would begin the next assignment.
  private static func line(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }
}
