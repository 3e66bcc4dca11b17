import Glibc
import JSONRPC
import VisitsStore

extension StoreRefusal {
  /// Why the database is not opened, and what the operator can do about it.
  var sentence: String {
    switch self {
    case .noDirectory(let path, let code):
      "the folder of \(path) cannot be made: \(SystemError(code)). Make it, or name another with --state."
    case .itself(let path): "\(path) is the database itself. Name a backup of it."
    case .inUse(let path, let pid?): "\(path) is in use by process \(pid). Stop that one first."
    case .inUse(let path, nil): "\(path) is in use by another process. Find it: fuser \(path)"
    case .notAFile(let path): "\(path) is not a file. Move it away, or name another folder with --state."
    case .unreadable(let path, ENOENT): "there is no file \(path)"
    case .unreadable(let path, let code):
      "\(path) cannot be read and written: \(SystemError(code)). See who owns it: ls -l \(path)"
    case .empty(let path): "\(path) is empty, and a database of ours never is. \(Self.restore)"
    case .missing(let path, let log):
      "\(path) is missing, but its log \(log) is there. Put it back beside its log, which holds changes of it, "
        + "or the latest backup in its place: visitsd restore FILE"
    case .notADatabase(let path): "\(path) is not a database. \(Self.restore)"
    case .notOurs(let path, let id):
      "\(path) is a database of another program (application id \(id)). Name another folder with --state."
    case .truncated(let path, let expected, let actual):
      "\(path) is cut off: \(actual) bytes of \(expected). \(Self.restore)"
    case .newer(let path, let found, let known):
      "\(path) was written by a newer visitsd: it has version \(found); this program knows versions up to \(known). "
        + "Install the newer one again, or restore a backup of before: visitsd restore FILE"
    case .damaged(let path, let findings):
      "\(path) is damaged: \(findings.joined(separator: "; ")). \(Self.restore)"
    case .backupFailed(let path, let reason):
      "\(path) could not be made: \(reason). See how much room there is: df -h \(path)"
    case .migrationFailed(let path, let version, let reason):
      "\(path) could not be migrated to version \(version): \(reason). It is as it was: start the version before."
    case .notDurable(let path, let synchronous):
      "\(path) does not commit to disk (synchronous is \(synchronous)). Keep it on a local disk."
    case .failed(let path, Self.full, let reason):
      "\(path) could not be opened: \(reason). See how much room there is: df -h \(path)"
    case .failed(let path, let code, let reason):
      "\(path) could not be opened: \(reason) (\(code)). See whether it is whole: visitsd check"
    }
  }

  /// The engine's code of a disk without room.
  private static let full: Int32 = 13

  private static let restore =
    "Keep it as it is for a second look, and put the latest backup in its place: visitsd restore FILE"

  /// As sysexits(3) has it: what is wrong with the data, with the disk, or only for now.
  var exitStatus: Int32 {
    switch self {
    case .inUse: EX_TEMPFAIL
    case .itself: EX_USAGE
    case .noDirectory, .unreadable, .backupFailed, .failed, .notDurable: EX_IOERR
    case .notAFile, .empty, .missing, .notADatabase, .notOurs, .truncated, .newer, .damaged, .migrationFailed:
      EX_DATAERR
    }
  }
}
