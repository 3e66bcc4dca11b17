import JSONRPC
import JSONRPCServer
import Synchronization
import VisitsModel
import VisitsService

/// Hands the calls of the socket to the service, with who is calling.
final class Gatekeeper: RPCHandler {
  private let service: VisitsService
  private let roles: PeerRoles
  private let names = UserNames()
  /// Who is at the other end of each connection: that does not change while it is open.
  private let sessions = Mutex<[UInt64: Session]>([:])

  init(service: VisitsService, roles: PeerRoles) {
    self.service = service
    self.roles = roles
  }

  func handle(_ call: RPCCall) -> RPCReply? {
    service.handle(
      call.method, call.params, session(of: call.connection),
      from: ConnectionDeparture(connection: call.connection)
    ) { call.answer($0) }
  }

  private func session(of connection: RPCConnection) -> Session {
    if let session = sessions.withLock({ $0[connection.id] }) { return session }
    let peer = connection.peer
    let session = Session(
      role: roles.role(of: peer),
      caller: Caller(by: names.name(of: peer.uid), origin: .socket, scope: "uid:\(peer.uid)"))
    sessions.withLock { $0[connection.id] = session }
    connection.onClose { [self] in sessions.withLock { _ = $0.removeValue(forKey: connection.id) } }
    return session
  }

  func waits(_ method: String) -> Bool { service.waits(method) }
}

/// A caller has gone when its connection has.
struct ConnectionDeparture: Departure {
  let connection: RPCConnection

  func whenGone(_ action: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let registration = connection.onClose(action)
    return { connection.forget(registration) }
  }
}
