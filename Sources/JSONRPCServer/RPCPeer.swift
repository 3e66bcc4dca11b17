import Glibc
package import JSONRPC

/// The credentials of the process at the other end of a UNIX socket, as they were when it connected (unix(7)).
package struct RPCPeer: Sendable, Hashable {
  /// The user id.
  package let uid: UInt32
  /// The id of the primary group.
  package let gid: UInt32
  /// The process id.
  package let pid: Int32
  /// The ids of the supplementary groups.
  package let groups: [UInt32]

  /// Creates a peer with these credentials.
  package init(uid: UInt32, gid: UInt32, pid: Int32, groups: [UInt32]) {
    self.uid = uid
    self.gid = gid
    self.pid = pid
    self.groups = groups
  }

  /// Reads the credentials of the process at the other end of a connected UNIX socket.
  package init(descriptor: Int32) throws(SystemError) {
    // `struct ucred`, which Glibc declares for GNU sources only: three fields of 32 bits.
    var credentials: (pid: Int32, uid: UInt32, gid: UInt32) = (0, 0, 0)
    var length = socklen_t(MemoryLayout.size(ofValue: credentials))
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 else { throw SystemError() }
    self.init(
      uid: credentials.uid, gid: credentials.gid, pid: credentials.pid, groups: try Self.groups(of: descriptor))
  }

  private static func groups(of descriptor: Int32) throws(SystemError) -> [UInt32] {
    // `SO_PEERGROUPS`, which Glibc's headers do not declare. It is 59 on every architecture that Swift supports.
    let peerGroups: Int32 = 59
    var groups = [UInt32](repeating: 0, count: 32)
    while true {
      var length = socklen_t(groups.count * MemoryLayout<UInt32>.stride)
      let result = getsockopt(descriptor, SOL_SOCKET, peerGroups, &groups, &length)
      let count = Int(length) / MemoryLayout<UInt32>.stride
      if result == 0 { return Array(groups.prefix(count)) }
      guard errno == ERANGE, count > groups.count else { throw SystemError() }
      groups = [UInt32](repeating: 0, count: count)
    }
  }
}
