import Glibc
import Synchronization

/// A lock file beside the database, held as long as the store is open: two writers would each think themselves alone.
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
    // Only for people to read, and for the refusal above: the lock is what counts.
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

  /// Who holds the lock of a database, found out without a trace; `nil`: nobody.
  static func holder(of path: String) -> (pid: Int32?, isHeld: Bool)? {
    let descriptor = open(path + ".lock", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    defer { Glibc.close(descriptor) }
    // Shared, and given up at once: somebody who starts in this moment is not turned away by two who look.
    guard flock(descriptor, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK else { return nil }
    return (pid(in: descriptor), true)
  }

  private static func pid(in descriptor: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return count > 0 ? Int32(String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)) : nil
  }
}
