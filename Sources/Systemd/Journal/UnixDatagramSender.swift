import Glibc

/// Sends datagrams to one UNIX socket; it is named with each, so the receiver may come back under the same name.
package final class UnixDatagramSender: Sendable {
  private let descriptor: Int32
  private let address: [UInt8]

  /// A sender.
  ///
  /// - Parameters:
  ///   - path: the receiver; one that begins with `@` is in the abstract name space (unix(7)).
  ///   - patience: how long a datagram waits for room at the receiver.
  /// - Returns: nil when no socket can have this path.
  package init?(path: String, patience: Duration = LogOutput.patience) {
    var name = Array(path.utf8)
    if name.first == UInt8(ascii: "@") { name[0] = 0 }
    let room = MemoryLayout<sockaddr_un>.size - MemoryLayout<sa_family_t>.size
    guard name.count > 1, name.count < room, !name.dropFirst().contains(0) else { return nil }
    address = withUnsafeBytes(of: sa_family_t(AF_UNIX)) { Array($0) } + name

    let type = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_UNIX, type, 0)
    guard descriptor >= 0 else { return nil }
    let (seconds, attoseconds) = patience.components
    var limit = timeval(tv_sec: time_t(seconds), tv_usec: suseconds_t(attoseconds / 1_000_000_000_000))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Sends one datagram.
  ///
  /// - Parameter patient: whether to wait for room at the receiver.
  /// - Returns: whether the receiver has it.
  package func send(_ bytes: [UInt8], patient: Bool) -> Bool {
    let flags = Int32(MSG_NOSIGNAL) | (patient ? 0 : Int32(MSG_DONTWAIT))
    return address.withUnsafeBytes { address in
      guard let receiver = address.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return false }
      var sent: Int
      repeat {
        sent = sendto(descriptor, bytes, bytes.count, flags, receiver, socklen_t(address.count))
      } while sent < 0 && errno == EINTR
      return sent == bytes.count
    }
  }
}
