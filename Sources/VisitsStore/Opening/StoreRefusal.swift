/// The reason why a database is not opened, restored or copied. The database is unchanged, unless a migration has run.
package enum StoreRefusal: Error, Sendable, Hashable {
  /// The folder is missing and cannot be created.
  case noDirectory(path: String, code: Int32)
  /// Another process has the database open; `pid` is the number in its lock file.
  case inUse(path: String, pid: Int32?)
  /// The file to restore from is the database itself.
  case itself(path: String)
  /// The path is a directory, a socket or a device.
  case notAFile(path: String)
  /// The system denies reading or writing (`errno`).
  case unreadable(path: String, code: Int32)
  /// The file is empty. A database of ours is never empty, so the file was truncated, or another program created it.
  case empty(path: String)
  /// The database is missing, but its write-ahead log still holds changes.
  case missing(path: String, log: String)
  /// The file is not an SQLite database.
  case notADatabase(path: String)
  /// The database belongs to another program.
  case notOurs(path: String, applicationID: UInt32)
  /// The file is shorter than its header says.
  case truncated(path: String, expected: Int64, actual: Int64)
  /// A later version of this program wrote the database.
  case newer(path: String, found: Int, known: Int)
  /// The database is damaged, its schema differs from the schema that the migrations create, or it has no epoch.
  /// `findings` has only the first findings.
  case damaged(path: String, findings: [String])
  /// The copy could not be made or verified.
  case backupFailed(path: String, reason: String)
  /// A migration failed and was rolled back.
  case migrationFailed(path: String, version: Int, reason: String)
  /// The database does not guarantee that a commit is on disk.
  case notDurable(path: String, synchronous: Int)
  /// Any other error. The code is that of SQLite or of the system; 0 for neither.
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
