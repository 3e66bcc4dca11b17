import Glibc

/// Where entries go.
package enum LogDestination: Sendable {
  /// The journal, with fields.
  case journal(JournalSend)
  /// A file, pipe or terminal: one line an entry.
  case stream(descriptor: Int32, colour: Bool)

  /// The journal when `descriptor` is connected to it, else a line on `descriptor`.
  ///
  /// `$JOURNAL_STREAM` names the device and inode of the stream that systemd made (systemd.exec(5)). They are compared,
  /// since a child whose stderr was turned elsewhere inherits the variable all the same.
  ///
  /// - Parameters:
  ///   - descriptor: standard error.
  ///   - environment: the process's environment.
  package static func standardError(
    _ descriptor: Int32 = STDERR_FILENO, environment: [String: String]
  ) -> LogDestination {
    // libsystemd does not report that there is no journald.
    if isJournal(descriptor, environment["JOURNAL_STREAM"]) { return .journal(SystemJournal.send) }
    let wantsColour = environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    return .stream(descriptor: descriptor, colour: wantsColour && isatty(descriptor) == 1)
  }

  private static func isJournal(_ descriptor: Int32, _ stream: String?) -> Bool {
    guard let parts = stream?.split(separator: ":", omittingEmptySubsequences: false), parts.count == 2,
      let device = UInt64(parts[0]), let inode = UInt64(parts[1])
    else { return false }
    var status = stat()
    return fstat(descriptor, &status) == 0 && UInt64(status.st_dev) == device && UInt64(status.st_ino) == inode
  }
}
