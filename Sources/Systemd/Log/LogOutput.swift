import Glibc
import Synchronization

/// The one place through which entries leave the process.
///
/// An entry waits at most `patience` for a reader that is slow, and is then counted and dropped: a stopped terminal or
/// a hung journal must not stop the daemon, and nothing is queued. The first entry that gets through again is preceded
/// by one that says how many were lost.
package final class LogOutput: Sendable {
  /// The id in the journal's catalog of the entry that says how many were lost.
  package static let lostID: StaticString = "243a32c367424ac598009a544993f081"
  /// How long one entry may hold up whoever writes it. While entries are being lost, none waits.
  static let patience = Duration.milliseconds(20)

  private let destination: LogDestination
  private let identifier: String
  let now: @Sendable () -> Int64
  private let lost = Mutex(0)

  /// An output.
  ///
  /// - Parameters:
  ///   - destination: where entries go.
  ///   - identifier: the program's name, for the journal.
  ///   - now: the wall clock, in milliseconds since 1970 in UTC.
  package init(to destination: LogDestination, identifier: String, now: @escaping @Sendable () -> Int64) {
    self.destination = destination
    self.identifier = identifier
    self.now = now
  }

  /// Writes an entry, or counts it as lost.
  package func write(_ entry: LogEntry) {
    lost.withLock { lost in
      if lost > 0 {
        guard send(Self.notice(ofLost: lost), patient: false) else {
          lost += 1
          return
        }
        lost = 0
      }
      if !send(entry, patient: true) { lost += 1 }
    }
  }

  private func send(_ entry: LogEntry, patient: Bool) -> Bool {
    switch destination {
    case .journal(let socket):
      socket.send(JournalDatagram(entry, identifier: identifier).bytes, patient: patient)
    case .stream(let descriptor, let colour):
      Self.write(LogLine(entry, at: now(), colour: colour).bytes, to: descriptor, patient: patient)
    }
  }

  private static func notice(ofLost count: Int) -> LogEntry {
    LogEntry(
      priority: .warning,
      message: "\(count) log entries were lost: their reader was too slow.",
      messageID: lostID.description)
  }

  /// One write of a line that fits, once the descriptor says that it will not block; the descriptor belongs to other
  /// processes too, so it is not made non-blocking.
  private static func write(_ line: [UInt8], to descriptor: Int32, patient: Bool) -> Bool {
    let milliseconds = Int32(patience.components.attoseconds / 1_000_000_000_000_000)
    var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&state, 1, patient ? milliseconds : 0) == 1, state.revents & Int16(POLLOUT) != 0 else { return false }
    return Glibc.write(descriptor, line, line.count) == line.count
  }
}
