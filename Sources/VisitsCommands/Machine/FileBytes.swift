import Glibc
import JSONRPC

/// Whole files, without Foundation.
enum FileBytes {
  /// All of a file, which must not have more than so many bytes.
  static func read(_ path: String, atMost limit: Int = .max) throws(SystemError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError() }
    defer { close(descriptor) }
    return try readToEnd(descriptor, atMost: limit)
  }

  /// What is left to read.
  static func readToEnd(_ descriptor: Int32, atMost limit: Int = .max) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count > 0 {
        bytes += chunk[..<count]
        guard bytes.count <= limit else { throw SystemError(EFBIG) }
      } else if count == 0 {
        return bytes
      } else if errno != EINTR {
        throw SystemError()
      }
    }
  }

  /// Writes everything.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { throw SystemError() }
    }
  }

  /// Puts a file for this user alone in place of what was there, so that a reader finds the old or the new, whole.
  static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    let draft = "\(path).\(getpid())"
    unlink(draft)
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemError() }
    do throws(SystemError) {
      defer { close(descriptor) }
      try write(bytes, to: descriptor)
    } catch {
      unlink(draft)
      throw error
    }
    guard rename(draft, path) == 0 else {
      let error = SystemError()
      unlink(draft)
      throw error
    }
  }

  /// Removes a file, if it is there.
  static func remove(_ path: String) { unlink(path) }

  /// Whether this user can write in a folder: `false` on a file system that is mounted read-only, for root too.
  static func isWritable(_ folder: String) -> Bool { access(folder, W_OK) == 0 }

  /// Makes a folder for this user alone, with those above it.
  static func makeFolder(_ path: String) throws(SystemError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else { throw SystemError() }
    try makeFolder(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SystemError() }
  }
}
