import Synchronization

/// The messages that a notifier sent, as a service manager would receive them.
package final class ToldMessages: Sendable {
  private let messages = Mutex<[String]>([])

  /// No message has been sent yet.
  package init() {}

  /// Stores a message.
  ///
  /// - Returns: `true`: the message was received.
  package func receive(_ message: String) -> Bool {
    messages.withLock { $0.append(message) }
    return true
  }

  /// Returns and removes the oldest message; `nil` if there is none.
  package func text() -> String? { messages.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
}
