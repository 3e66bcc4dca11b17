import Foundation
import Glibc

/// Gives the files that root writes into the state directory to the directory's owner, and a directory that root creates
/// there to the user `visitsd`: the service could not open what belongs to root.
struct StateOwner {
  /// The user that the service runs as, and the group of that name.
  private static let service = "visitsd"

  private let database: String
  /// The folders of the database that did not exist, the innermost first.
  private let missing: [String]
  private let user: UInt32?
  private let group: UInt32?

  /// Notes which folders are missing. To be called before anything is written.
  init(of database: String, on machine: Machine) {
    self.database = database
    user = machine.user(Self.service)
    group = machine.group(Self.service)
    var missing: [String] = []
    var folder = Substring(database)
    while let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
      folder = folder[..<slash]
      guard !FileManager.default.fileExists(atPath: String(folder)) else { break }
      missing.append(String(folder))
    }
    self.missing = missing
  }

  /// Hands over the folders that were missing, and the regular files of root that belong to the database. Does nothing
  /// for other users, or where the directory is root's own.
  func keep() {
    guard geteuid() == 0 else { return }
    if let user, let group {
      for folder in missing { Self.give(folder, kind: S_IFDIR, user, group) }
    }
    let file = URL(filePath: database)
    let folder = file.deletingLastPathComponent().path
    var owner = stat()
    guard lstat(folder, &owner) == 0, owner.st_uid != 0,
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    else { return }
    for name in names where name.hasPrefix(file.lastPathComponent) {
      Self.give("\(folder)/\(name)", kind: S_IFREG, owner.st_uid, owner.st_gid)
    }
  }

  /// Gives away a file or folder of this kind, if root owns it and the file has no other name.
  private static func give(_ path: String, kind: mode_t, _ user: UInt32, _ group: UInt32) {
    // The owner of the directory may put links there; those are not followed.
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var found = stat()
    guard fstat(descriptor, &found) == 0, found.st_mode & S_IFMT == kind, found.st_uid == 0,
      kind == S_IFDIR || found.st_nlink == 1
    else { return }
    fchown(descriptor, user, group)
  }
}
