import Glibc
import JSONRPCServer
import Synchronization
import VisitsAPI
import VisitsModel
import VisitsService

/// The roles of the peers of a socket.
enum PeerRoles: Sendable {
  /// The ordinary socket: root and the daemon's own user are `admin`, others have the roles of the configuration, and
  /// the rest have none.
  case configured(Settings.Roles, own: UInt32)
  /// The socket for gateways: each peer has the role `gateway` and no other, even root.
  case gateways

  /// The first role that fits, the strongest first.
  func role(of peer: RPCPeer) -> Role? {
    guard case .configured(let roles, let own) = self else { return .gateway }
    if peer.uid == 0 || peer.uid == own { return .admin }
    func fits(_ principals: [Settings.Principal]) -> Bool {
      principals.contains { principal in
        switch principal {
        case .user(let uid): peer.uid == uid
        case .group(let gid): peer.gid == gid || peer.groups.contains(gid)
        case .unknownUser, .unknownGroup: false
        }
      }
    }
    if fits(roles.admin) { return .admin }
    if fits(roles.coordinator) { return .coordinator }
    if fits(roles.gateway) { return .gateway }
    if fits(roles.monitor) { return .monitor }
    return nil
  }
}

/// The names of this host's users, looked up once each: the audit says who, and the user database may be slow.
final class UserNames: Sendable {
  private let names = Mutex<[UInt32: String]>([:])

  /// The user's name; `uid 1000` when the host knows none.
  func name(of uid: UInt32) -> String {
    names.withLock { names in
      if let name = names[uid] { return name }
      let name = Self.lookUp(uid) ?? "uid \(uid)"
      names[uid] = name
      return name
    }
  }

  private static func lookUp(_ uid: UInt32) -> String? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16_384)
    guard getpwuid_r(uid, &entry, &buffer, buffer.count, &found) == 0, found != nil, let name = entry.pw_name else {
      return nil
    }
    return String(cString: name)
  }
}
