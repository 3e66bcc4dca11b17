import CSystemd
import Glibc

/// journald of this machine.
enum SystemJournal {
  /// Sends an entry to journald. Waits as long as journald reads nothing.
  ///
  /// - Returns: Whether journald received the entry; `true` too on a machine without journald (sd_journal_sendv(3)).
  static func send(_ fields: [JournalField]) -> Bool {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    for field in fields {
      bytes += field.bytes
      ends.append(bytes.count)
    }
    return bytes.withUnsafeMutableBytes { bytes in
      var start = 0
      let parts = ends.map { end in
        defer { start = end }
        return iovec(iov_base: bytes.baseAddress.map { $0 + start }, iov_len: end - start)
      }
      return sd_journal_sendv(parts, Int32(parts.count)) == 0
    }
  }
}
