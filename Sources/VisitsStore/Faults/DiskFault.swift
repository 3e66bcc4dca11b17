import GRDB
package import VisitsModel

/// What a disk did to a change, a commit or a checkpoint. Nothing is acknowledged after it until a probe commit has
/// succeeded on new connections: what the system still has in memory may never have come to the disk.
package struct DiskFault: Error, Sendable, Hashable {
  /// What callers are told.
  package let reason: Refusal.Unavailability
  /// The database engine's extended code; 1034 is a failed fsync.
  package let code: Int32
  /// The engine's words for it.
  package let words: String

  /// `nil`: the error says nothing of the disk.
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
