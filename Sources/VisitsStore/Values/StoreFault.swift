import GRDB
import VisitsModel

/// An error that the caller did not cause.
package enum StoreFault: Error, Sendable, Hashable {
  /// Too many changes already wait for the writer.
  case busy
  /// A stored value cannot be read. The text is the name of its column or JSON field.
  case unreadable(String)
  /// A change reported a result that it did not store.
  case foreignOutcome
  /// Any other error that SQLite reports. The code is SQLite's extended result code.
  case unexpected(code: Int32, reason: String)
}

extension StoreFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .busy: "too many changes are waiting"
    case .unreadable(let what): "stored value cannot be read: \(what)"
    case .foreignOutcome: "a change reported a result that it did not store"
    case .unexpected(let code, let reason): "\(reason) (\(code))"
    }
  }
}

extension StoreFault {
  /// Translates an error of SQLite, or the error that interrupts a long change, into the error for the caller. Any
  /// other error is returned unchanged. SQLite's messages name tables and columns, but never contain stored values.
  static func translate(_ error: any Error) -> any Error {
    if let interruption = error as? Interruption { return interruption.refusal }
    guard let error = error as? DatabaseError else { return error }
    // The shared memory of the connections is a small file. It fails to grow only if the disk is full.
    if error.extendedResultCode == .SQLITE_IOERR_SHMSIZE { return Refusal.unavailable(.diskFull) }
    switch error.resultCode {
    case .SQLITE_FULL: return Refusal.unavailable(.diskFull)
    case .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_NOLFS: return Refusal.unavailable(.diskFailing)
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: return Refusal.unavailable(.databaseDamaged)
    default: return StoreFault.unexpected(code: error.extendedResultCode.rawValue, reason: error.message ?? "unknown")
    }
  }
}
