import Glibc
import Synchronization

/// Writes entries as lines to a file, pipe or terminal.
///
/// An entry waits at most ``patience`` for a slow reader, and is then counted and dropped: a stopped terminal must not
/// stop the daemon. The first entry that gets through again is preceded by the number of lost entries.
final class LineWriter: Sendable {
  /// The maximum time that one entry holds up its caller. While entries are being lost, none waits.
  static let patience = Duration.milliseconds(20)

  private let descriptor: Int32
  private let colour: Bool
  private let now: @Sendable () -> Int64
  private let lost = Mutex(0)

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - descriptor: The file, pipe or terminal.
  ///   - colour: Whether its reader wants colours.
  ///   - now: The wall clock, in milliseconds since 1970 in UTC.
  init(to descriptor: Int32, colour: Bool, now: @escaping @Sendable () -> Int64) {
    self.descriptor = descriptor
    self.colour = colour
    self.now = now
  }

  /// Writes an entry, or counts it as lost.
  func write(_ entry: LogEntry) {
    lost.withLock { lost in
      if lost > 0 {
        guard send(LogOutput.notice(ofLost: lost), patient: false) else {
          lost += 1
          return
        }
        lost = 0
      }
      if !send(entry, patient: true) { lost += 1 }
    }
  }

  /// One write of a line that fits, once the descriptor says that it will not block. Other processes share the
  /// descriptor, so it is not made non-blocking.
  private func send(_ entry: LogEntry, patient: Bool) -> Bool {
    let line = LogLine(entry, at: now(), colour: colour).bytes
    let milliseconds = Int32(Self.patience.components.attoseconds / 1_000_000_000_000_000)
    var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&state, 1, patient ? milliseconds : 0) == 1, state.revents & Int16(POLLOUT) != 0 else { return false }
    return Glibc.write(descriptor, line, line.count) == line.count
  }
}
