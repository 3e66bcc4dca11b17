import Glibc
import JSONRPC

/// A UNIX socket that listens at a path, where it has created its file.
struct ListeningSocket: Sendable {
  /// The descriptor of the listening socket.
  let descriptor: Int32
  private let path: String
  private let identity: FileIdentity?

  /// Binds the path and listens.
  ///
  /// Peers cannot connect before `listen`. The mode is set before it, so it applies from the first connection on.
  ///
  /// - Parameters:
  ///   - mode: The permission bits of the socket's file. Users who may write to it may connect.
  ///   - group: An additional group that may connect, whatever group owns the file.
  ///   - backlog: The most connections that may wait to be accepted.
  init(path: String, mode: UInt32, group: UInt32? = nil, backlog: Int32) throws(RPCServerError) {
    guard let address = UnixAddress(path: path) else {
      throw .pathTooLong(path: path, limit: UnixAddress.pathLimit)
    }
    try Self.clear(address)
    let descriptor = socket(AF_UNIX, Self.streamType, 0)
    guard descriptor >= 0 else { throw .system(operation: "socket", path: path, SystemError()) }
    do throws(RPCServerError) {
      try Self.check(address.withSocketAddress { bind(descriptor, $0, $1) }, "bind", path)
      identity = FileIdentity(of: path)
      try Self.check(chmod(path, mode), "chmod", path)
      if let group { try Self.grant(group, path) }
      try Self.check(listen(descriptor, backlog), "listen", path)
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    self.path = path
  }

  private static func grant(_ group: UInt32, _ path: String) throws(RPCServerError) {
    do throws(SystemError) {
      try GroupAccess.grant(to: group, path: path)
    } catch {
      throw .system(operation: "setxattr", path: path, error)
    }
  }

  /// Removes the socket's file, unless another process has put its own file there since.
  func removeFile() {
    if let identity, FileIdentity(of: path) == identity { unlink(path) }
  }

  /// Removes an old socket from the path. Only a socket that refuses connections is unused.
  private static func clear(_ address: UnixAddress) throws(RPCServerError) {
    let path = address.path
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return }
      throw .system(operation: "stat", path: path, SystemError())
    }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
    let descriptor = socket(AF_UNIX, streamType, 0)
    guard descriptor >= 0 else { throw .system(operation: "socket", path: path, SystemError()) }
    defer { close(descriptor) }
    if address.withSocketAddress({ connect(descriptor, $0, $1) }) == 0 { throw .alreadyListening(path: path) }
    switch errno {
    case ECONNREFUSED: try check(unlink(path), "unlink", path)
    case ENOENT: return
    // A socket with a full queue or of another type is in use too.
    case EAGAIN, EPROTOTYPE: throw .alreadyListening(path: path)
    default: throw .system(operation: "connect", path: path, SystemError())
    }
  }

  private static let streamType =
    Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)

  private static func check(_ result: Int32, _ operation: String, _ path: String) throws(RPCServerError) {
    if result != 0 { throw .system(operation: operation, path: path, SystemError()) }
  }
}

/// Identifies a file, to detect that another one has taken its name.
private struct FileIdentity: Sendable, Equatable {
  private let device: dev_t
  private let inode: ino_t

  init?(of path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    device = status.st_dev
    inode = status.st_ino
  }
}
