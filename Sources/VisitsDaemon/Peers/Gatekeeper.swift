import JSONRPC
import JSONRPCServer
import VisitsModel
import VisitsService

/// Hands the calls of the socket to the service, with who is calling.
struct Gatekeeper: RPCHandler {
  let service: VisitsService
  let roles: PeerRoles
  let names: UserNames

  func handle(_ call: RPCCall) -> RPCReply? {
    let peer = call.peer
    let session = Session(
      role: roles.role(of: peer),
      caller: Caller(by: names.name(of: peer.uid), origin: .socket, scope: "uid:\(peer.uid)"))
    return service.handle(call.method, call.params, session, from: ConnectionDeparture(connection: call.connection)) {
      call.answer($0)
    }
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
