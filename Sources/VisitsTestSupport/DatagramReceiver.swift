import Glibc

/// A datagram socket that stands where the journal's or the service manager's would.
package final class DatagramReceiver: Sendable {
  /// The name by which a sender reaches it; with `@` in the abstract name space.
  package let name: String
  private let descriptor: Int32

  /// Binds an abstract socket, which needs no folder and leaves nothing behind, or a file with `inFolder`.
  package init(inFolder folder: String? = nil) throws {
    let unique = "visits-test-\(getpid())-\(UInt64.random(in: 0 ..< .max))"
    name = folder.map { "\($0)/\(unique)" } ?? "@\(unique)"
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var bytes = Array(name.utf8)
    if folder == nil { bytes[0] = 0 }
    let address = withUnsafeBytes(of: sa_family_t(AF_UNIX)) { Array($0) } + bytes
    let bound = address.withUnsafeBytes { bytes in
      bytes.baseAddress.map { bind(descriptor, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) }
    }
    guard bound == 0 else { throw Failure(number: errno) }
  }

  deinit {
    close(descriptor)
    if !name.hasPrefix("@") { unlink(name) }
  }

  /// The system's number of what went wrong.
  package struct Failure: Error {
    let number: Int32

    /// A call that failed with that number.
    package init(number: Int32) { self.number = number }
  }

  /// The next datagram, if one is there already: sending has queued it before it returned.
  package func received() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 262_144)
    let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    return count < 0 ? nil : Array(buffer.prefix(count))
  }

  /// The next datagram as text.
  package func text() -> String? { received().map { String(decoding: $0, as: UTF8.self) } }
}
