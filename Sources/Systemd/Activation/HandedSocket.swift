import Glibc

/// A listening socket that the service manager has handed over with the start (sd_listen_fds(3)): it is there before the
/// daemon and after it, so that those who connect meanwhile only wait.
package struct HandedSocket: Sendable, Equatable {
  /// Why what was handed over cannot be listened on.
  package enum Fault: Error, Sendable, Equatable {
    /// There are so many, and the daemon listens on one.
    case several(Int)
    /// It is no UNIX stream socket that listens.
    case unfit(name: String?)
  }

  /// The first descriptor that is handed over (SD_LISTEN_FDS_START).
  private static let first: Int32 = 3
  /// The variables that say so. They are nobody else's business.
  package static let variables = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]

  /// The socket.
  package let descriptor: Int32
  /// The path to which it is bound; `nil`: it is in no folder.
  package let path: String?

  /// The one socket that was handed to this process; `nil`: none was.
  ///
  /// - Parameter pid: This process, since its children inherit the variables.
  package static func find(environment: [String: String], pid: Int32) throws(Fault) -> HandedSocket? {
    guard environment["LISTEN_PID"].flatMap({ Int32($0) }) == pid,
      let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }), count > 0
    else { return nil }
    // What is ours alone does not go to the commands that we start.
    for descriptor in first..<first + min(count, 1024) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    guard count == 1 else { throw .several(Int(count)) }
    guard isListening(first) else { throw .unfit(name: environment["LISTEN_FDNAMES"]) }
    return HandedSocket(descriptor: first, path: path(of: first))
  }

  private static func isListening(_ descriptor: Int32) -> Bool {
    option(SO_DOMAIN, of: descriptor) == AF_UNIX && option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue)
      && option(SO_ACCEPTCONN, of: descriptor) == 1
  }

  private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
    var value: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
  }

  private static func path(of descriptor: Int32) -> String? {
    var address = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isKnown = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) == 0 }
    }
    guard isKnown else { return nil }
    let name = withUnsafeBytes(of: address.sun_path) { $0.prefix { $0 != 0 } }
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }
}
