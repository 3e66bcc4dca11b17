import Glibc
import VisitsModel

/// Where a database's backups are made and kept.
struct BackupFolder {
  /// Its path, with a slash at its end.
  let path: String

  /// The folder of a database.
  init(of database: String) { path = DatabaseFile(path: database).folder + "/backups/" }

  /// The latest backup; `nil`: there is none.
  var latest: Backup? {
    var latest: Backup?
    for name in names where name.hasSuffix(".sqlite") {
      var status = stat()
      guard lstat(path + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      let at = Instant(status.st_mtim)
      if latest.map({ $0.at < at }) ?? true {
        latest = Backup(path: path + name, bytes: Int64(status.st_size), at: at)
      }
    }
    return latest
  }

  /// Removes what a power cut left of backups that were being made. To be called by whoever holds the database's lock,
  /// before it makes any.
  func removeUnfinished() {
    for name in names where name.hasPrefix("visits-") && name.hasSuffix(".sqlite" + DatabaseCopy.unfinished) {
      DatabaseFile.remove(path + name)
    }
  }

  private var names: [String] {
    guard let entries = opendir(path) else { return [] }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names
  }
}
