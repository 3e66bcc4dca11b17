import Glibc
import Synchronization

/// The lock on a file beside the database. The store holds it while the database is open, so that no second process can
/// write the database.
final class DatabaseLock: Sendable {
  private let descriptor: Mutex<Int32>

  init(database path: String) throws(StoreRefusal) {
    let descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .unreadable(path: path + ".lock", code: errno) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      let pid = Self.pid(in: descriptor)
      Glibc.close(descriptor)
      throw code == EWOULDBLOCK ? .inUse(path: path, pid: pid) : .unreadable(path: path + ".lock", code: code)
    }
    // The process id is only for operators and for the refusal above. Only the lock decides who may write.
    let line = Array("\(getpid())\n".utf8)
    _ = ftruncate(descriptor, 0)
    _ = pwrite(descriptor, line, line.count, 0)
    self.descriptor = Mutex(descriptor)
  }

  deinit { release() }

  func release() {
    descriptor.withLock { descriptor in
      if descriptor >= 0 { Glibc.close(descriptor) }
      descriptor = -1
    }
  }

  /// Returns the process that holds the lock of a database; `nil` if no process holds it. The check does not create the
  /// lock file.
  static func holder(of path: String) -> (pid: Int32?, isHeld: Bool)? {
    let descriptor = open(path + ".lock", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    defer { Glibc.close(descriptor) }
    // A shared lock, so that two simultaneous inspections do not mistake each other for a daemon. It is released at
    // once, because a daemon that starts while it is held is refused.
    guard flock(descriptor, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK else { return nil }
    return (pid(in: descriptor), true)
  }

  private static func pid(in descriptor: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return count > 0 ? Int32(String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)) : nil
  }
}
