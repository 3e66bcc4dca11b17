import CSystemd
import Glibc

/// A socket that the service manager passed to the process at its start (sd_listen_fds(3)).
///
/// The socket exists before the program starts and after it ends, so that callers who connect meanwhile only wait.
package struct HandedSocket: Sendable, Equatable {
  /// Why the program cannot listen on what it was passed.
  package enum Fault: Error, Sendable, Equatable {
    /// There are several sockets where the program listens on one.
    case several(Int)
    /// The descriptor is not a UNIX socket that listens for streams.
    case unfit(name: String?)
    /// The descriptors are not open. Holds the system's error number.
    case notOpen(errno: Int32)
  }

  /// The environment variables that announce the sockets. The program's children must not inherit them.
  package static let variables = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]

  /// The socket's name: that in its unit (`FileDescriptorName=`), otherwise the name of the unit; `nil` if the service
  /// manager gave no name.
  package let name: String?
  /// The socket's descriptor.
  package let descriptor: Int32

  /// Creates a socket that was passed.
  package init(name: String?, descriptor: Int32) {
    self.name = name
    self.descriptor = descriptor
  }

  /// Returns the sockets that were passed to this process, in order; their kind is not checked.
  ///
  /// Sockets that were meant for another process do not count: children inherit the variables.
  package static func all() throws(Fault) -> [HandedSocket] {
    // libsystemd marks the descriptors close-on-exec, so that the commands that we start do not inherit them.
    let count = sd_listen_fds(0)
    guard count >= 0 else {
      // A variable without a number announces no socket.
      let announced = getenv("LISTEN_FDS").flatMap { Int32(String(cString: $0)) } ?? 0
      guard announced > 0 else { return [] }
      throw .notOpen(errno: -count)
    }
    let names = Self.names(Int(count), in: getenv("LISTEN_FDNAMES").map { String(cString: $0) })
    return names.enumerated().map { place, name in
      HandedSocket(name: name, descriptor: SD_LISTEN_FDS_START + Int32(place))
    }
  }

  /// Returns the name of each of `count` sockets. sd_listen_fds_with_names(3) would refuse the sockets if the number of
  /// names is another; a socket without a name is still of use.
  static func names(_ count: Int, in text: String?) -> [String?] {
    let names = text?.split(separator: ":", omittingEmptySubsequences: false) ?? []
    guard names.count == count else { return Array(repeating: nil, count: count) }
    return names.map { $0.isEmpty ? nil : String($0) }
  }

  /// Whether this is a UNIX socket that listens for streams.
  var isUnixListener: Bool { sd_is_socket_unix(descriptor, Int32(SOCK_STREAM.rawValue), 1, nil, 0) > 0 }

  /// The path to which the socket is bound; `nil` for a socket without a path.
  package var path: String? {
    var address = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isKnown = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) == 0 }
    }
    guard isKnown, address.sun_family == sa_family_t(AF_UNIX) else { return nil }
    let name = withUnsafeBytes(of: address.sun_path) { $0.prefix { $0 != 0 } }
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }
}

extension [HandedSocket] {
  /// Returns the only one of these sockets, which must be a UNIX socket that listens for streams; `nil` if there is
  /// none.
  package func onlyUnix() throws(HandedSocket.Fault) -> HandedSocket? {
    guard count <= 1 else { throw .several(count) }
    guard let socket = first else { return nil }
    guard socket.isUnixListener else { throw .unfit(name: socket.name) }
    return socket
  }
}
