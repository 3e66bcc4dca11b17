import JSONRPCServer
import Testing
import VisitsAPI

@testable import VisitsDaemon

@Suite("Who is who on the socket")
struct PeerRolesTests {
  private let roles: PeerRoles = {
    var roles = Settings.Roles()
    roles.coordinator = [.user(1000), .group(50)]
    roles.monitor = [.group(60)]
    roles.admin = [.user(1001)]
    return PeerRoles.configured(roles, own: 900)
  }()

  private func peer(_ uid: UInt32, gid: UInt32 = 100, groups: [UInt32] = []) -> RPCPeer {
    RPCPeer(uid: uid, gid: gid, pid: 1, groups: groups)
  }

  @Test("root and the daemon's own user are admin")
  func admins() {
    #expect(roles.role(of: peer(0)) == .admin)
    #expect(roles.role(of: peer(900)) == .admin)
    #expect(roles.role(of: peer(1001)) == .admin)
  }

  @Test("a user has the role that the configuration gives to them, their group or one of their groups")
  func configured() {
    #expect(roles.role(of: peer(1000)) == .coordinator)
    #expect(roles.role(of: peer(2000, gid: 50)) == .coordinator)
    #expect(roles.role(of: peer(2000, groups: [7, 50])) == .coordinator)
    #expect(roles.role(of: peer(2000, groups: [60])) == .monitor)
  }

  @Test("a user and a group that the machine does not know give nobody a role, and take none away")
  func unknown() {
    var roles = Settings.Roles()
    roles.admin = [.unknownUser("bob"), .unknownGroup("nobodies")]
    roles.coordinator = [.user(1000)]
    let configured = PeerRoles.configured(roles, own: 900)
    #expect(configured.role(of: peer(1000)) == .coordinator)
    #expect(configured.role(of: peer(1001)) == nil)
  }

  @Test("everybody else is nobody")
  func nobody() {
    #expect(roles.role(of: peer(65534, gid: 65534, groups: [65534])) == nil)
  }
}
