/// The one place through which entries leave the process.
///
/// A slow reader, such as a stopped terminal or a hung journald, does not stop the daemon: entries that it does not take
/// are lost, and it receives their number before the first entry that it takes again.
package final class LogOutput: Sendable {
  /// The id in the journal's catalog of the entry that says how many entries were lost.
  package static let lostID: StaticString = "243a32c367424ac598009a544993f081"

  private enum Writer {
    case journal(JournalQueue)
    case lines(LineWriter)
  }

  private let writer: Writer
  /// The wall clock, in milliseconds since 1970 in UTC.
  let now: @Sendable () -> Int64

  /// Creates an output.
  ///
  /// - Parameters:
  ///   - destination: Where entries go.
  ///   - identifier: The program's name, for the journal.
  ///   - now: The wall clock, in milliseconds since 1970 in UTC.
  package init(to destination: LogDestination, identifier: String, now: @escaping @Sendable () -> Int64) {
    writer =
      switch destination {
      case .journal(let send): .journal(JournalQueue(identifier: identifier, send: send))
      case .stream(let descriptor, let colour): .lines(LineWriter(to: descriptor, colour: colour, now: now))
      }
    self.now = now
  }

  /// Writes an entry, or counts it as lost.
  package func write(_ entry: LogEntry) {
    switch writer {
    case .journal(let queue): queue.write(entry)
    case .lines(let lines): lines.write(entry)
    }
  }

  /// Waits until all entries have left the process; the program calls it before it exits.
  ///
  /// - Parameter limit: The maximum wait.
  /// - Returns: Whether all entries have left.
  @discardableResult
  package func flush(within limit: Duration = .seconds(1)) -> Bool {
    switch writer {
    case .journal(let queue): queue.flush(within: limit)
    case .lines: true
    }
  }

  /// Returns the entry that says how many entries were lost.
  static func notice(ofLost count: Int) -> LogEntry {
    LogEntry(
      priority: .warning,
      message: "\(count) log entries were lost: their reader was too slow.",
      messageID: lostID.description)
  }
}
