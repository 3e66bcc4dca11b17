import GRDB
import Glibc
package import VisitsModel

/// The error of a failed backup. A failed backup leaves no file behind.
package struct BackupFailure: Error, Sendable, Hashable {
  /// The machine-readable reason that the caller of the backup gets.
  package let reason: Refusal.Unavailability
  /// The path of the folder or file that caused the failure.
  package let path: String
  /// The error message of the operating system or of SQLite.
  package let words: String

  /// Creates a failure from the error that ended the backup.
  ///
  /// - Parameter path: The path of the folder or file that caused the failure.
  init(_ error: any Error, path: String) {
    self.path = path
    switch error {
    case StoreRefusal.backupFailed(_, let reason): words = reason
    case let error as StoreRefusal: words = error.description
    // The error's own message comes from the source connection. If only the copy failed, that message is "not an
    // error".
    case let error as DatabaseError where error.resultCode == .SQLITE_FULL: words = SystemWords.of(ENOSPC)
    case let error as DatabaseError:
      words = DatabaseError(resultCode: error.extendedResultCode).message ?? "\(error.extendedResultCode.rawValue)"
    default: words = "\(error)"
    }
    reason =
      switch error {
      case is BackupStopped: .shuttingDown
      // The database was checked just before, so this damage is in the copy.
      case let error as DatabaseError where DiskFault(error)?.isDamage == true: .diskFailing
      default: DiskFault(error)?.reason ?? .diskFailing
      }
  }
}

/// The error with which a running backup ends early because the daemon is stopping.
struct BackupStopped: Error {}
