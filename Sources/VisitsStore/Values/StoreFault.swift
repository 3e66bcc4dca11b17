import GRDB
import VisitsModel

/// What should not happen: no fault of whoever asked.
package enum StoreFault: Error, Sendable, Hashable {
  /// More changes are waiting than are taken.
  case busy
  /// Something that is stored cannot be understood: the column or field says which.
  case unreadable(String)
  /// The database engine says that the file is damaged.
  case damaged(reason: String)
  /// The result of a change is not what it stored.
  case foreignOutcome
  /// Anything else that the database engine says.
  case unexpected(code: Int32, reason: String)
}

extension StoreFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .busy: "too many changes are waiting"
    case .unreadable(let what): "stored value cannot be read: \(what)"
    case .damaged(let reason): "the database is damaged: \(reason)"
    case .foreignOutcome: "a change reported a result that it did not store"
    case .unexpected(let code, let reason): "\(reason) (\(code))"
    }
  }
}

extension StoreFault {
  /// The engine's errors in our words; any other error as it is. The engine's messages name tables and columns, never
  /// what stands in them.
  static func translate(_ error: any Error) -> any Error {
    if let interruption = error as? Interruption { return interruption.refusal }
    guard let error = error as? DatabaseError else { return error }
    // What the engine shares between connections is a file of some pages, and nothing but a lack of room fails it.
    if error.extendedResultCode == .SQLITE_IOERR_SHMSIZE { return Refusal.unavailable(.diskFull) }
    switch error.resultCode {
    case .SQLITE_FULL: return Refusal.unavailable(.diskFull)
    case .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_NOLFS: return Refusal.unavailable(.diskFailing)
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: return StoreFault.damaged(reason: error.message ?? "unknown")
    default: return StoreFault.unexpected(code: error.extendedResultCode.rawValue, reason: error.message ?? "unknown")
    }
  }
}
