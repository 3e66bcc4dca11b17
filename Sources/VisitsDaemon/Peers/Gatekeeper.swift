import JSONRPC
import JSONRPCServer
import VisitsModel
import VisitsService

/// Hands the calls of the socket to the service, with who is calling.
final class Gatekeeper: RPCHandler {
  private let service: VisitsService
  private let roles: PeerRoles
  private let names = UserNames()

  init(service: VisitsService, roles: PeerRoles) {
    self.service = service
    self.roles = roles
  }

  func session(on connection: RPCConnection) -> any RPCSession {
    let peer = connection.peer
    return PeerSession(
      service: service,
      session: Session(
        role: roles.role(of: peer),
        caller: Caller(by: names.name(of: peer.uid), origin: .socket, scope: "uid:\(peer.uid)")))
  }

  func waits(_ method: String) -> Bool { service.waits(method) }
}

/// The calls of one connection: who is at its other end does not change while it is open.
struct PeerSession: RPCSession {
  let service: VisitsService
  let session: Session

  func finished(_ line: CallLine) -> [UInt8]? { service.finished(line, session) }

  func handle(_ call: RPCCall) -> RPCReply? {
    service.handle(
      call.method, call.params, saidBy: call.line, session,
      from: ConnectionDeparture(connection: call.connection)
    ) { call.answer($0) }
  }
}

/// A caller has gone when its connection has.
struct ConnectionDeparture: Departure {
  let connection: RPCConnection

  func whenGone(_ action: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let registration = connection.onClose(action)
    return { connection.forget(registration) }
  }
}
