import Glibc
import VisitsModel

/// The folder that holds a database's backups.
struct BackupFolder {
  /// The folder's path, with a trailing slash.
  let path: String

  /// Derives the folder's path from the path of the database: the folder `backups` beside the database.
  init(of database: String) { path = DatabaseFile(path: database).folder + "/backups/" }

  /// The backup file with the latest time of modification; `nil` if the folder has no backup.
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

  /// Removes unfinished backups that a power cut left behind. The caller must hold the database's lock and must not
  /// have started a backup yet, because the function would remove its unfinished file, too.
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
