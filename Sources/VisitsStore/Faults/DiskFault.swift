import GRDB
package import VisitsModel

/// A failure of the disk during a change, a commit or a checkpoint. The store then makes no change until a test commit
/// on new connections has succeeded. The old connections are not trusted, because data in the kernel's cache may never
/// have reached the disk.
///
/// A damaged database is such a failure too, found by any read, change, check or backup. No test commit ends it, because
/// the damage is still there when the commit succeeds.
package struct DiskFault: Error, Sendable, Hashable {
  /// The reason that is reported to callers.
  package let reason: Refusal.Unavailability
  /// SQLite's extended result code; 1034 is a failed fsync.
  package let code: Int32
  /// SQLite's message or the first finding of a check, or the reason if there is neither. It names tables and columns,
  /// but contains no stored value.
  package let words: String
  /// Whether the database is damaged. The fault then lasts until the daemon starts with another database.
  package var isDamage: Bool { reason == .databaseDamaged }

  /// Creates a fault from an error; `nil` if the error does not come from the disk.
  init?(_ error: any Error) {
    guard case Refusal.unavailable(let reason) = StoreFault.translate(error), reason != .shuttingDown else {
      return nil
    }
    self.reason = reason
    code = (error as? DatabaseError)?.extendedResultCode.rawValue ?? 0
    words = (error as? DatabaseError)?.message ?? reason.rawValue
  }

  init(reason: Refusal.Unavailability, code: Int32, words: String) {
    self.reason = reason
    self.code = code
    self.words = words
  }

  /// Creates the fault of a damaged database from the findings of a check; `nil` if there are none. One fault stands for
  /// all findings, so that the operator gets one message.
  init?(findings: [String]) {
    guard let first = findings.first else { return nil }
    let others = findings.count - 1
    let words =
      switch others {
      case 0: first
      case 1: "\(first), and 1 more finding"
      default: "\(first), and \(others) more findings"
      }
    self.init(reason: .databaseDamaged, code: ResultCode.SQLITE_CORRUPT.rawValue, words: words)
  }
}
