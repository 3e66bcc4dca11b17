import Dispatch
import Synchronization

/// Sends entries to the journal from a thread of its own, in order.
///
/// This file does the one thing that libsystemd cannot do: limit a wait. sd_journal_sendv(3) waits without limit for a
/// journald that has stopped reading, and a hung journald must not stop the daemon. So the callers put entries into a
/// bounded queue. An entry that finds the queue full is lost, however urgent it is, and the journal learns how many were
/// lost before it receives the next entry.
final class JournalQueue: Sendable {
  /// The maximum number of entries that wait, including the entry that is being sent.
  static let room = 256

  private struct State {
    /// The number of entries that wait.
    var waiting = 0
    /// The number of entries that found the queue full since it last took an entry.
    var refused = 0
    /// The number of entries that could not be sent since one was sent.
    var failed = 0
  }

  private let state = Mutex(State())
  private let thread = DispatchQueue(label: "journal")
  private let send: JournalSend
  private let identifier: String

  /// Creates an empty queue.
  ///
  /// - Parameters:
  ///   - send: Passes an entry to the journal. It is called from one thread at a time.
  ///   - identifier: The program's name.
  init(identifier: String, send: @escaping JournalSend) {
    self.identifier = identifier
    self.send = send
  }

  /// Puts an entry into the queue, or counts it as lost. Returns at once.
  func write(_ entry: LogEntry) {
    let fields = entry.journalFields(identifier: identifier)
    state.withLock { state in
      guard state.waiting < Self.room else {
        state.refused += 1
        return
      }
      let lost = state.refused
      state.refused = 0
      state.waiting += 1
      // Under the lock, so that entries enter in the order in which they were counted.
      thread.async { self.deliver(fields, after: lost) }
    }
  }

  /// Waits until all entries in the queue are sent, but no longer than `limit`.
  ///
  /// - Returns: Whether all are sent.
  func flush(within limit: Duration) -> Bool {
    let done = DispatchSemaphore(value: 0)
    thread.async { done.signal() }
    return done.wait(timeout: .now() + limit / .seconds(1)) == .success
  }

  /// Sends an entry, and before it the number of entries that were lost since the previous one.
  private func deliver(_ fields: [JournalField], after refused: Int) {
    let lost = refused + state.withLock(\.failed)
    var failed = 0
    if lost > 0, !send(LogOutput.notice(ofLost: lost).journalFields(identifier: identifier)) {
      failed = lost + 1
    } else if !send(fields) {
      failed = 1
    }
    state.withLock { state in
      state.failed = failed
      state.waiting -= 1
    }
  }
}
