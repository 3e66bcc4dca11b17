import Glibc
import JSONRPC

/// A UNIX socket that listens at a path. It has created the socket's file there.
struct ListeningSocket: Sendable {
  /// The descriptor of the listening socket.
  let descriptor: Int32
  /// Whether the group that may connect too can: the file system may know no access control lists.
  let isOpenToGroup: Bool
  private let path: String
  private let identity: FileIdentity?

  /// Creates the socket's file at the path, and listens.
  ///
  /// Peers can connect only once the socket listens. The mode of the file is set before that, so it applies from the
  /// first connection on.
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
      isOpenToGroup = try group.map { group throws(RPCServerError) in try Self.grant(group, path) } ?? false
      try Self.check(listen(descriptor, backlog), "listen", path)
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    self.path = path
  }

  private static func grant(_ group: UInt32, _ path: String) throws(RPCServerError) -> Bool {
    do throws(SystemError) {
      return try GroupAccess.grant(to: group, path: path)
    } catch {
      throw .system(operation: "setxattr", path: path, error)
    }
  }

  /// Removes the socket's file, unless another process has replaced it with its own.
  func removeFile() {
    if let identity, FileIdentity(of: path) == identity { unlink(path) }
  }

  /// Removes the file of an old socket from the path. It is removed only if it refuses connections, because no process
  /// uses it then.
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

/// The identity of a file, which reveals whether another file has taken the name of the first.
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
