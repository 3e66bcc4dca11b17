import GRDB
package import VisitsModel

/// A failure of the disk during a change, a commit or a checkpoint. The store then makes no change until a test commit
/// on new connections has succeeded. The old connections are not trusted, because data in the kernel's cache may never
/// have reached the disk.
package struct DiskFault: Error, Sendable, Hashable {
  /// The reason that is reported to callers.
  package let reason: Refusal.Unavailability
  /// SQLite's extended result code; 1034 is a failed fsync.
  package let code: Int32
  /// SQLite's message, or the reason if SQLite gave none.
  package let words: String

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
}
