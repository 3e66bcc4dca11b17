import JSONRPC
import NIOCore
import Synchronization

/// The open connections of the server. It decides whether a peer may open another one.
final class ConnectionRegistry: Sendable {
  private struct State {
    var connections: [UInt64: RPCConnection] = [:]
    var users: [UInt32: User] = [:]
    /// The counters of refused calls, by user. They outlast the user's connections, so that reconnecting does not reset
    /// them.
    var refusals: [UInt32: RefusalShare] = [:]
    var lastID: UInt64 = 0
    var isDraining = false
    var emptied: EventLoopPromise<Void>?

    /// Returns the counter of refused calls for a user. Removes the counters of users without connections whose past
    /// refusals no longer matter.
    mutating func refusals(of uid: UInt32, _ standing: RPCStanding, _ limits: RPCLimits) -> RefusalShare {
      if let share = refusals[uid] { return share }
      refusals = refusals.filter { users[$0.key] != nil || !$0.value.isSettled }
      let share = RefusalShare(standing, limits)
      refusals[uid] = share
      return share
    }

    /// Records that a connection of a user has closed.
    mutating func leave(_ uid: UInt32) {
      guard var user = users.removeValue(forKey: uid), user.connections > 1 else { return }
      user.connections -= 1
      users[uid] = user
    }
  }

  /// A user with open connections, and the counter of their buffered bytes.
  private struct User {
    var connections = 0
    let share = BufferShare()
  }

  private let limits: RPCLimits
  private let state = Mutex(State())

  init(limits: RPCLimits) {
    self.limits = limits
  }

  /// The number of open connections.
  var count: Int { state.withLock { $0.connections.count } }

  /// Returns a connection for a peer, or an error if the number of connections has reached a limit. A few connections
  /// beyond the limit are still opened, but only for urgent calls.
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

  /// Creates a connection for calls that the server makes to itself. It counts towards no limit.
  func own(_ peer: RPCPeer, on eventLoop: any EventLoop) -> RPCConnection {
    state.withLock { state in
      state.lastID += 1
      return RPCConnection(
        id: state.lastID, peer: peer, refusal: nil, share: BufferShare(), refusals: RefusalShare(.user, limits),
        standing: .user, eventLoop: eventLoop)
    }
  }

  /// Removes a closed connection. If its peer is a stranger (a peer whose user has no role), it still counts
  /// towards the limit of the user until ``forget(_:)``.
  func leave(_ connection: RPCConnection) {
    let emptied: EventLoopPromise<Void>? = state.withLock { state in
      guard state.connections.removeValue(forKey: connection.id) != nil else { return nil }
      if !connection.isStranger { state.leave(connection.peer.uid) }
      return state.connections.isEmpty ? state.emptied.take() : nil
    }
    emptied?.succeed()
  }

  /// Stops counting a stranger's closed connection towards the limit of its user.
  func forget(_ connection: RPCConnection) { state.withLock { $0.leave(connection.peer.uid) } }

  /// Admits no further connections. The open ones finish the calls that they have begun, and close.
  ///
  /// - Parameter emptied: A promise that succeeds when the last connection has closed.
  func drain(_ emptied: EventLoopPromise<Void>) {
    let connections = state.withLock { state in
      state.isDraining = true
      if !state.connections.isEmpty { state.emptied = emptied }
      return Array(state.connections.values)
    }
    if connections.isEmpty { emptied.succeed() }
    for connection in connections { connection.drain() }
  }

  /// Closes the connections of the peers for which `isMeant` returns `true`, once they have finished the calls that
  /// they have begun. `reason` is the error that answers calls that wait for an event.
  func drain(_ reason: RPCError, of isMeant: (RPCPeer) -> Bool) {
    for connection in state.withLock({ Array($0.connections.values) }) where isMeant(connection.peer) {
      connection.drain(reason)
    }
  }

  /// Closes all open connections immediately.
  func abort() {
    for connection in state.withLock({ Array($0.connections.values) }) { connection.abort() }
  }
}
