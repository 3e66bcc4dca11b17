/// The reason why the store refuses to open, restore or copy a database. The database is unchanged, unless a migration
/// was executed.
package enum StoreRefusal: Error, Sendable, Hashable {
  /// The folder of the database is missing and cannot be created; `code` is the system's `errno`.
  case noDirectory(path: String, code: Int32)
  /// Another process has the database open. `pid` is the process id in the lock file.
  case inUse(path: String, pid: Int32?)
  /// The file to restore from is the database that would be replaced.
  case itself(path: String)
  /// The path is a directory, a socket or a device.
  case notAFile(path: String)
  /// Opening, reading or writing the file failed; `code` is the system's `errno`.
  case unreadable(path: String, code: Int32)
  /// The file is empty. This program never leaves an empty database, so the file was truncated, or another program
  /// created it.
  case empty(path: String)
  /// The database is missing, but its write-ahead log still holds changes.
  case missing(path: String, log: String)
  /// The file is not an SQLite database.
  case notADatabase(path: String)
  /// The file is a database of another program.
  case notOurs(path: String, applicationID: UInt32)
  /// The file is shorter than the size in its header. Both sizes are in bytes.
  case truncated(path: String, expected: Int64, actual: Int64)
  /// A later version of this program wrote the database. The values are its schema version and the latest version that
  /// this program can open.
  case newer(path: String, found: Int, known: Int)
  /// The database is damaged, its schema differs from the schema that the migrations create, or the number of its epoch
  /// (which changes with each restoration) is missing. `findings` has only the first findings.
  case damaged(path: String, findings: [String])
  /// A copy of the database could not be made, or did not pass its check.
  case backupFailed(path: String, reason: String)
  /// The migration to this version failed. Its changes were rolled back.
  case migrationFailed(path: String, version: Int, reason: String)
  /// SQLite does not guarantee that a committed change is on disk. `synchronous` is the value of `PRAGMA synchronous`.
  case notDurable(path: String, synchronous: Int)
  /// Any other error. The code is SQLite's or the system's error number; 0 if there is none.
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
