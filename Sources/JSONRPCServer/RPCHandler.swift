package import JSON
package import JSONRPC

/// What stands behind a server and answers its calls.
package protocol RPCHandler: Sendable {
  /// What answers the calls of a connection that has just been opened.
  func session(on connection: RPCConnection) -> any RPCSession

  /// The names of the methods whose calls are urgent.
  var urgentMethods: [String] { get }

  /// How calls of this method are treated.
  func kind(of method: String) -> RPCCallKind

  /// What a peer is to the server: how much of it its user may take.
  func standing(of peer: RPCPeer) -> RPCStanding
}

/// What a peer is to the server.
package enum RPCStanding: Sendable, Hashable {
  /// It may call next to nothing. Its user gets the fewest connections and the smallest share of the buffers.
  case stranger
  /// It may read, and has nothing long to say.
  case reader
  /// It has a role, and calls for itself.
  case user
  /// It passes on the calls of many.
  case gateway
}

extension RPCLimits {
  /// The longest line of a peer.
  func messageBytes(of standing: RPCStanding) -> Int {
    switch standing {
    case .stranger: min(messageBytesOfStranger, messageBytes)
    case .reader: min(messageBytesOfReader, messageBytes)
    case .user, .gateway: messageBytes
    }
  }
}

/// How a server treats the calls of a method.
package enum RPCCallKind: Sendable, Hashable {
  /// The call is taken however many connections there are and however full the buffers.
  case urgent
  /// The call waits for something to happen. It does not count as being in flight, and a shutdown does not wait for it.
  case waiting
  /// Any other call. While it is in flight, so many bytes are kept free for its answer, for a gateway 16 KiB at most.
  case usual(room: Int)

  /// So much is kept free for an answer at most on a connection that carries the calls of many: they are answered in
  /// turns, and none is to have the room that another one waits for.
  private static let roomInGateway = 16 << 10

  /// What is kept free for a request of this kind, and for its answer if it does not wait.
  func room(for request: RPCRequest, from standing: RPCStanding) -> CallRoom {
    switch self {
    case .urgent: .none
    case .waiting: CallRoom(bytes: request.params.memory, waits: true)
    case .usual(let room):
      CallRoom(bytes: (standing == .gateway ? min(room, Self.roomInGateway) : room) + request.params.memory)
    }
  }
}

/// What is kept free in the buffers while a call is in flight.
struct CallRoom: Sendable, Hashable {
  /// For a call that is taken however full the buffers are.
  static let none = CallRoom(bytes: 0)

  var bytes: Int
  /// Whether it is kept for a call that waits for something to happen, which is in no other call's way.
  var waits = false
}

/// What answers the calls of one connection, on its event loop, in the order of arrival; it must not block.
package protocol RPCSession: Sendable {
  /// The finished result that such a line is known to have, if it is at hand: the line is not even read then.
  func finished(_ line: CallLine) -> [UInt8]?

  /// Takes a call.
  ///
  /// Returns the answer when it is at hand. Otherwise returns `nil` and calls ``RPCCall/answer(_:)`` exactly once later,
  /// from any thread; for a notification too, so that the connection knows when it is done.
  func handle(_ call: RPCCall) -> RPCReply?
}

/// One call that a connection has taken.
package struct RPCCall: Sendable {
  /// The method's name, which may be unknown.
  package let method: String
  /// The parameters, always an object.
  package let params: JSONValue
  /// Whether nobody waits for the answer.
  package let isNotification: Bool
  /// The line that says this call and nothing else, for ``RPCSession/finished(_:)`` to know it again.
  package let line: CallLine?
  /// Where the call came from.
  package let connection: RPCConnection
  /// Tells the calls of a connection apart.
  let slot: UInt64

  /// Who calls.
  package var peer: RPCPeer { connection.peer }

  /// Answers a call for which ``RPCSession/handle(_:)`` returned `nil`. Only the first answer counts; that to a
  /// notification is dropped.
  package func answer(_ reply: RPCReply) {
    connection.answer(slot, reply)
  }
}
