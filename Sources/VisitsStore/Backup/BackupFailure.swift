import GRDB
import Glibc
package import VisitsModel

/// Why no backup was made. Nothing is left of the attempt.
package struct BackupFailure: Error, Sendable, Hashable {
  /// What a program is told.
  package let reason: Refusal.Unavailability
  /// The folder or file that is in the way.
  package let path: String
  /// What happened, in the system's or the engine's words.
  package let words: String

  /// An error of the engine, the system or the copy.
  init(_ error: any Error, path: String) {
    self.path = path
    switch error {
    case StoreRefusal.backupFailed(_, let reason): words = reason
    case let error as StoreRefusal: words = error.description
    // The engine's own message is that of the connection, which has not failed when its copy has: "not an error".
    case let error as DatabaseError where error.resultCode == .SQLITE_FULL: words = SystemWords.of(ENOSPC)
    case let error as DatabaseError:
      words = DatabaseError(resultCode: error.extendedResultCode).message ?? "\(error.extendedResultCode.rawValue)"
    default: words = "\(error)"
    }
    reason =
      switch error {
      case is BackupStopped: .shuttingDown
      default: DiskFault(error)?.reason ?? .diskFailing
      }
  }
}

/// Thrown out of a copy that is not to be finished, since the daemon stops.
struct BackupStopped: Error {}
