import Glibc
package import JSONRPC

/// A file that is being written, and takes its place only when it is whole.
package protocol Draft: AnyObject {
  /// Adds to it.
  func write(_ bytes: [UInt8]) throws(SystemError)
  /// Puts it in its place, where a reader finds what was there before or all of this.
  func publish() throws(SystemError)
  /// Takes it away again.
  func discard()
}

/// A draft beside its file; a device or a pipe, which nothing can take the place of, is written to as it is.
final class FileDraft: Draft {
  private let descriptor: Int32
  /// Where it is written, and where it belongs; `nil`: there already.
  private let names: (draft: String, file: String)?

  /// Begins a draft: for this user alone, or for whoever could read what it takes the place of.
  init(of path: String) throws(SystemError) {
    // A link stays one: what it leads to is replaced.
    let file = Self.resolved(path) ?? path
    var status = stat()
    let isThere = stat(file, &status) == 0
    guard !isThere || status.st_mode & S_IFMT == S_IFREG else {
      names = nil
      descriptor = open(file, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw SystemError() }
      return
    }
    let draft = "\(file).\(getpid())"
    unlink(draft)
    names = (draft, file)
    descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemError() }
    if isThere { fchmod(descriptor, status.st_mode & 0o777) }
  }

  deinit { close(descriptor) }

  func write(_ bytes: [UInt8]) throws(SystemError) { try FileBytes.write(bytes, to: descriptor) }

  func publish() throws(SystemError) {
    guard let names else { return }
    // On disk before it has the name: after a power cut the old file is there, or the new one, whole.
    guard fsync(descriptor) == 0, rename(names.draft, names.file) == 0 else { throw SystemError() }
  }

  func discard() {
    if let names { unlink(names.draft) }
  }

  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
