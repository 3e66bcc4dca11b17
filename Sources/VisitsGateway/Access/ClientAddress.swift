import Glibc

/// The address of a client, as far as limits count it.
enum ClientAddress {
  /// Returns the address of a peer: IPv4 whole, IPv6 cut to its /64, because one home has as many addresses as that.
  /// `nil` for a loopback address: there is a proxy, and its own address says nothing about its clients.
  ///
  /// - Parameter peer: The peer's IP address; `nil` for a UNIX socket.
  static func source(of peer: String?) -> String? {
    guard let peer else { return nil }
    var bytes = [UInt8](repeating: 0, count: 16)
    guard inet_pton(AF_INET6, peer, &bytes) == 1 else { return peer.hasPrefix("127.") ? nil : peer }
    if bytes.dropLast().allSatisfy({ $0 == 0 }), bytes.last == 1 { return nil }
    let groups = stride(from: 0, to: 8, by: 2).map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
    return groups.joined(separator: ":") + "::/64"
  }
}
