import Dispatch
import Synchronization

@testable import Systemd

/// A journal that remembers what it receives, and may stop reading or refuse.
final class JournalRecorder: Sendable {
  private let received = Mutex<[[JournalField]]>([])
  private let isRefusing = Mutex(false)
  private let turnstile = DispatchSemaphore(value: 1)

  /// Receives an entry, once the journal reads.
  func send(_ fields: [JournalField]) -> Bool {
    turnstile.wait()
    defer { turnstile.signal() }
    if isRefusing.withLock(\.self) { return false }
    received.withLock { $0.append(fields) }
    return true
  }

  /// Stops reading, until ``goOn()``.
  func hang() { turnstile.wait() }

  /// Reads again.
  func goOn() { turnstile.signal() }

  /// Refuses entries from now on, or takes them again.
  func refuse(_ refuses: Bool) { isRefusing.withLock { $0 = refuses } }

  /// The fields of the oldest entry, which is removed; `nil` if there is none.
  func next() -> [String: String]? {
    let fields = received.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    return fields.map { Dictionary(uniqueKeysWithValues: $0.map { ($0.name.text, $0.value) }) }
  }

  /// The messages of all entries, which are removed.
  func messages() -> [String] {
    var messages: [String] = []
    while let message = next()?["MESSAGE"] { messages.append(message) }
    return messages
  }
}

extension LogOutput {
  /// Waits until the journal has every entry.
  ///
  /// - Returns: Whether it has.
  func settle() -> Bool { flush(within: .seconds(60)) }
}
