package import Glibc

/// The address of a UNIX socket in the file system.
package struct UnixAddress: Sendable, Hashable {
  /// The most bytes that a path may have: `sun_path` holds 108, one is the final NUL (unix(7)).
  package static let pathLimit = 107

  /// The path.
  package let path: String

  /// The address of that path; `nil` when it is empty, too long or holds a NUL.
  package init?(path: String) {
    guard (1...Self.pathLimit).contains(path.utf8.count), !path.utf8.contains(0) else { return nil }
    self.path = path
  }

  /// Hands the address to `bind` or `connect`.
  package func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}

/// An error number of the operating system.
package struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The number.
  package let code: Int32

  /// The error of that number; by default the one of the call that has just failed.
  package init(_ code: Int32 = errno) {
    self.code = code
  }

  /// The system's words for it.
  package var description: String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}
