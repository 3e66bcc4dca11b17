import Foundation
import Glibc

/// Gives files in the state directory to its owner: what root has written there, the service could not open.
enum StateOwner {
  /// Hands over the regular files of root that belong to a database. Does nothing for other users, or where the directory
  /// is root's own.
  static func keep(_ database: String) {
    let file = URL(filePath: database)
    let folder = file.deletingLastPathComponent().path
    var owner = stat()
    guard geteuid() == 0, lstat(folder, &owner) == 0, owner.st_uid != 0,
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    else { return }
    for name in names where name.hasPrefix(file.lastPathComponent) {
      // The owner of the directory may put links there; those are not followed.
      let descriptor = open("\(folder)/\(name)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var found = stat()
      guard fstat(descriptor, &found) == 0, found.st_mode & S_IFMT == S_IFREG, found.st_uid == 0, found.st_nlink == 1
      else { continue }
      fchown(descriptor, owner.st_uid, owner.st_gid)
    }
  }
}
