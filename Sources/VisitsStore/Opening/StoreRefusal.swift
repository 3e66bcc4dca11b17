/// Why a database is not opened. Nothing has been changed in it.
package enum StoreRefusal: Error, Sendable, Hashable {
  /// The folder is missing and cannot be made.
  case noDirectory(path: String, code: Int32)
  /// Another process keeps the database open; `pid` is what it wrote down of itself.
  case inUse(path: String, pid: Int32?)
  /// A database that was to be restored from itself.
  case itself(path: String)
  /// A directory, a socket, a device.
  case notAFile(path: String)
  /// The system does not let us read and write it (`errno`).
  case unreadable(path: String, code: Int32)
  /// A file of no bytes. Ours are never empty: it was cut off, or somebody made it.
  case empty(path: String)
  /// The database is gone but its write-ahead log is still there, with changes that belong to it.
  case missing(path: String, log: String)
  /// The bytes are not those of a database.
  case notADatabase(path: String)
  /// A database of another program.
  case notOurs(path: String, applicationID: UInt32)
  /// The file ends before its own header says.
  case truncated(path: String, expected: Int64, actual: Int64)
  /// A later version of this program has written it.
  case newer(path: String, found: Int, known: Int)
  /// Its structure is broken, as the first findings say.
  case damaged(path: String, findings: [String])
  /// The copy that is made before a migration could not be made or verified.
  case backupFailed(path: String, reason: String)
  /// A migration failed and was taken back.
  case migrationFailed(path: String, version: Int, reason: String)
  /// The database does not promise to be on disk after a commit.
  case notDurable(path: String, synchronous: Int)
  /// Anything else that the database engine says.
  case failed(path: String, code: Int32, reason: String)
}

extension StoreRefusal: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noDirectory(let path, let code): "the folder of \(path) cannot be made: \(SystemWords.of(code))"
    case .inUse(let path, let pid?): "\(path) is in use by process \(pid)"
    case .inUse(let path, nil): "\(path) is in use by another process"
    case .itself(let path): "\(path) is the database itself"
    case .notAFile(let path): "\(path) is not a file"
    case .unreadable(let path, SystemWords.noSuchFile): "there is no file \(path)"
    case .unreadable(let path, let code): "\(path) cannot be read and written: \(SystemWords.of(code))"
    case .empty(let path): "\(path) is empty; a database of ours never is"
    case .missing(let path, let log): "\(path) is missing, but its log \(log) is there"
    case .notADatabase(let path): "\(path) is not a database"
    case .notOurs(let path, let id): "\(path) is a database of another program (application id \(id))"
    case .truncated(let path, let expected, let actual):
      "\(path) is cut off: \(actual) bytes of \(expected)"
    case .newer(let path, let found, let known):
      "\(path) has version \(found); this program knows versions up to \(known)"
    case .damaged(let path, let findings): "\(path) is damaged: \(findings.joined(separator: "; "))"
    case .backupFailed(let path, let reason): "\(path) could not be made: \(reason)"
    case .migrationFailed(let path, let version, let reason):
      "\(path) could not be migrated to version \(version): \(reason)"
    case .notDurable(let path, let synchronous): "\(path) does not commit to disk (synchronous is \(synchronous))"
    case .failed(let path, let code, let reason): "\(path) could not be opened: \(reason) (\(code))"
    }
  }
}
