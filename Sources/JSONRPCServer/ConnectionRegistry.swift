import JSONRPC
import NIOCore
import Synchronization

/// The connections that are open, and who may have another one.
final class ConnectionRegistry: Sendable {
  private struct State {
    var connections: [UInt64: RPCConnection] = [:]
    var users: [UInt32: User] = [:]
    /// The refusals of users, of those too who have closed every connection: who comes and goes gets no new ones.
    var refusals: [UInt32: RefusalShare] = [:]
    var lastID: UInt64 = 0
    var isDraining = false
    var emptied: EventLoopPromise<Void>?

    /// The refusals of a user. Those of others who have gone are forgotten once they count no more.
    mutating func refusals(of uid: UInt32, _ standing: RPCStanding, _ limits: RPCLimits) -> RefusalShare {
      if let share = refusals[uid] { return share }
      refusals = refusals.filter { users[$0.key] != nil || !$0.value.isSettled }
      let share = RefusalShare(standing, limits)
      refusals[uid] = share
      return share
    }

    /// A user has one connection less.
    mutating func leave(_ uid: UInt32) {
      guard var user = users.removeValue(forKey: uid), user.connections > 1 else { return }
      user.connections -= 1
      users[uid] = user
    }
  }

  /// A user with open connections.
  private struct User {
    var connections = 0
    let share = BufferShare()
  }

  private let limits: RPCLimits
  private let state = Mutex(State())

  init(limits: RPCLimits) {
    self.limits = limits
  }

  /// How many connections are open.
  var count: Int { state.withLock { $0.connections.count } }

  /// A place for a peer, or why there is none. Some places beyond the limits are kept for urgent calls.
  func admit(
    _ peer: RPCPeer, _ standing: RPCStanding, on eventLoop: any EventLoop
  ) -> Result<RPCConnection, RPCError> {
    let limitOfUser = standing == .stranger ? limits.connectionsPerStranger : limits.connectionsPerUser
    return state.withLock { state in
      if state.isDraining { return .failure(.shuttingDown) }
      var user = state.users[peer.uid] ?? User()
      let refusal: RPCError? =
        if state.connections.count >= limits.connections {
          .tooManyConnections(limit: limits.connections, ofUser: false)
        } else if user.connections >= limitOfUser {
          .tooManyConnections(limit: limitOfUser, ofUser: true)
        } else {
          nil
        }
      if let refusal,
        state.connections.count >= limits.connections + limits.urgentConnections
          || user.connections >= limitOfUser + limits.urgentConnections
      {
        return .failure(refusal)
      }
      state.lastID += 1
      let connection = RPCConnection(
        id: state.lastID, peer: peer, refusal: refusal, share: user.share,
        refusals: state.refusals(of: peer.uid, standing, limits), standing: standing, eventLoop: eventLoop)
      state.connections[connection.id] = connection
      user.connections += 1
      state.users[peer.uid] = user
      return .success(connection)
    }
  }

  /// A connection of the server's own, which takes nobody's place and is counted nowhere.
  func own(_ peer: RPCPeer, on eventLoop: any EventLoop) -> RPCConnection {
    state.withLock { state in
      state.lastID += 1
      return RPCConnection(
        id: state.lastID, peer: peer, refusal: nil, share: BufferShare(), refusals: RefusalShare(.user, limits),
        standing: .user, eventLoop: eventLoop)
    }
  }

  /// Gives the place back. That among a stranger's few connections stays taken until ``forget(_:)``.
  func leave(_ connection: RPCConnection) {
    let emptied: EventLoopPromise<Void>? = state.withLock { state in
      guard state.connections.removeValue(forKey: connection.id) != nil else { return nil }
      if !connection.isStranger { state.leave(connection.peer.uid) }
      return state.connections.isEmpty ? state.emptied.take() : nil
    }
    emptied?.succeed()
  }

  /// Gives back what ``leave(_:)`` has kept of a stranger's place.
  func forget(_ connection: RPCConnection) { state.withLock { $0.leave(connection.peer.uid) } }

  /// Lets every connection end what it has begun, and admits no more.
  ///
  /// - Parameter emptied: succeeds when the last one is gone.
  func drain(_ emptied: EventLoopPromise<Void>) {
    let connections = state.withLock { state in
      state.isDraining = true
      if !state.connections.isEmpty { state.emptied = emptied }
      return Array(state.connections.values)
    }
    if connections.isEmpty { emptied.succeed() }
    for connection in connections { connection.drain() }
  }

  /// Lets the connections of some peers end what they have begun, with that reason.
  func drain(_ reason: RPCError, of isMeant: (RPCPeer) -> Bool) {
    for connection in state.withLock({ Array($0.connections.values) }) where isMeant(connection.peer) {
      connection.drain(reason)
    }
  }

  /// Closes what is left.
  func abort() {
    for connection in state.withLock({ Array($0.connections.values) }) { connection.abort() }
  }
}
