import Glibc

/// The room for backups on the file system of the backup folder.
package struct BackupRoom: Sendable, Hashable {
  /// The default reserve is a tenth of the file system, and at most this number of bytes.
  private static let largestDefault: Int64 = 256_000_000

  /// The path of the backup folder.
  package let folder: String
  /// The bytes that are free for the daemon.
  package let free: Int64
  /// The bytes that must still be free after a backup. Emergencies, changes and logs need them.
  package let reserve: Int64
  /// The bytes that the next backup takes: the size of the database and its log.
  package let size: Int64

  /// The bytes that must be free for a backup to begin.
  package var needed: Int64 { size + reserve }
  /// The number of backups that fit, if the database does not grow.
  package var backups: Int64 { max(0, free - reserve) / max(1, size) }

  init(folder: String, free: Int64, reserve: Int64, size: Int64) {
    self.folder = folder
    self.free = free
    self.reserve = reserve
    self.size = size
  }

  /// Asks the file system about the room for backups of a database; `nil` if it does not tell.
  ///
  /// - Parameter reserve: The bytes that must still be free after a backup; `nil` for the smaller of a tenth of the file
  ///   system and 256 MB.
  init?(of database: String, reserve: Int64?) {
    let file = DatabaseFile(path: database)
    let folder = String(BackupFolder(of: database).path.dropLast())
    var system = statvfs()
    // The first backup creates the folder.
    guard statvfs(folder, &system) == 0 || statvfs(file.folder, &system) == 0 else { return nil }
    self.init(
      folder: folder, free: Self.bytes(system.f_bavail, of: system.f_frsize),
      reserve: reserve ?? min(Self.bytes(system.f_blocks, of: system.f_frsize) / 10, Self.largestDefault),
      size: file.bytes)
  }

  /// Returns a number of blocks in bytes. A file system may report any number, even one that overflows.
  private static func bytes(_ blocks: UInt, of size: UInt) -> Int64 {
    let (bytes, overflows) = blocks.multipliedReportingOverflow(by: size)
    return overflows ? .max : Int64(clamping: bytes)
  }
}

/// The error of a backup that was not begun, because there is too little room for it.
package struct BackupShortage: Error, Sendable, Hashable {
  /// The room that there is.
  package let room: BackupRoom
}
