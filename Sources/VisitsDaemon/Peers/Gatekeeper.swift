import JSONRPC
import JSONRPCServer
import Synchronization
import Systemd
import VisitsAPI
import VisitsModel
import VisitsService

/// Hands the calls of the socket to the service, with who is calling.
final class Gatekeeper: RPCHandler {
  private let service: VisitsService
  private let log: Log
  private let roles: Mutex<PeerRoles>
  private let strangers = Mutex(StrangerCalls())
  private let names = UserNames()
  private let kinds: [String: RPCCallKind]
  let urgentMethods: [String]

  init(service: VisitsService, roles: PeerRoles, log: Log) {
    self.service = service
    self.log = log
    self.roles = Mutex(roles)
    urgentMethods = MethodTable.rows.filter { $0.method.isUrgent }.map(\.name)
    kinds = Dictionary(
      uniqueKeysWithValues: MethodTable.rows.map { row in
        let kind: RPCCallKind =
          if row.method.isUrgent {
            .urgent
          } else if service.waits(row.name) {
            .waiting
          } else {
            .usual(room: row.effect == .read ? Self.roomOfRead : Self.roomOfChange)
          }
        return (row.name, kind)
      })
  }

  /// What the answer to a read may take: a page of visits or a board.
  private static let roomOfRead = 256 << 10
  /// What the answer to a change takes: the thing that was changed.
  private static let roomOfChange = 16 << 10

  /// Other users have roles from now on.
  ///
  /// - Returns: Whether a peer is something else than before: what it has opened by its old role is to be closed.
  func take(_ roles: PeerRoles) -> (RPCPeer) -> Bool {
    let before = self.roles.withLock { current in
      defer { current = roles }
      return current
    }
    return { before.role(of: $0) != roles.role(of: $0) }
  }

  func session(on connection: RPCConnection) -> any RPCSession {
    let peer = connection.peer
    let role = roles.withLock { $0 }.role(of: peer)
    var refused: (@Sendable () -> Void)?
    if role == nil { refused = { [weak self] in self?.countCall(ofStranger: peer.uid) } }
    return PeerSession(
      service: service,
      session: Session(
        role: role, caller: Caller(by: names.name(of: peer.uid), origin: .socket, scope: "uid:\(peer.uid)")),
      connection: connection, refused: refused)
  }

  /// Counts a call of a user without a role, and tells the log of it now and then.
  private func countCall(ofStranger uid: UInt32) {
    guard let count = strangers.withLock({ $0.add(of: uid) }) else { return }
    log(.strangerRefused, ["VISITS_UID": Int(uid), "VISITS_CALLS": count])
  }

  func kind(of method: String) -> RPCCallKind { kinds[method] ?? .usual(room: Self.roomOfChange) }

  func standing(of peer: RPCPeer) -> RPCStanding {
    switch roles.withLock({ $0 }).role(of: peer) {
    case nil: .stranger
    case .monitor: .reader
    case .gateway: .gateway
    default: .user
    }
  }
}

/// The calls of one connection: who is at its other end does not change while it is open.
struct PeerSession: RPCSession {
  private let service: VisitsService
  private let session: Session
  private let listener: PeerListener
  /// Called for each call of a peer without a role; `nil`: the peer has one.
  private let refused: (@Sendable () -> Void)?

  init(
    service: VisitsService, session: Session, connection: RPCConnection, refused: (@Sendable () -> Void)? = nil
  ) {
    self.service = service
    self.session = session
    self.refused = refused
    listener = PeerListener(connection)
  }

  func finished(_ line: CallLine) -> [UInt8]? { service.finished(line, session) }

  func handle(_ call: RPCCall) -> RPCReply? {
    refused?()
    return service.handle(call.method, call.params, saidBy: call.line, session, from: listener) { call.answer($0) }
  }
}

/// A caller listens as long as its connection is open.
final class PeerListener: Listener {
  let following = Following()
  private let connection: RPCConnection

  init(_ connection: RPCConnection) {
    self.connection = connection
  }

  func whenGone(_ action: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let registration = connection.onClose(action)
    return { [connection] in connection.forget(registration) }
  }

  var lackOfRoom: RPCError? { connection.lackOfRoom }

  func tell(_ lines: [UInt8]) async -> Bool { await connection.notify(lines) }
}
