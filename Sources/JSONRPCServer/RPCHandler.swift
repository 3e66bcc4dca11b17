package import JSON
package import JSONRPC

/// The application behind a server, which answers its calls.
package protocol RPCHandler: Sendable {
  /// Returns the session that answers the calls of a new connection.
  func session(on connection: RPCConnection) -> any RPCSession

  /// The names of the methods whose calls are urgent.
  var urgentMethods: [String] { get }

  /// Returns the kind of a method's calls.
  func kind(of method: String) -> RPCCallKind

  /// Returns a peer's standing, which determines its share of the server's resources.
  func standing(of peer: RPCPeer) -> RPCStanding
}

/// The standing of a peer with the server.
package enum RPCStanding: Sendable, Hashable {
  /// The peer may call almost nothing. Its user gets the fewest connections and the smallest share of the buffers.
  case stranger
  /// The peer only reads, and sends only short messages.
  case reader
  /// The peer has a role, and makes its own calls.
  case user
  /// The peer relays the calls of many devices.
  case gateway
}

extension RPCLimits {
  /// Returns the longest line of a peer, in bytes.
  func messageBytes(of standing: RPCStanding) -> Int {
    switch standing {
    case .stranger: min(messageBytesOfStranger, messageBytes)
    case .reader: min(messageBytesOfReader, messageBytes)
    case .user, .gateway: messageBytes
    }
  }
}

/// The way in which a server treats the calls of a method.
package enum RPCCallKind: Sendable, Hashable {
  /// The call is accepted however many connections are open and however full the buffers are.
  case urgent
  /// The call waits for an event. It does not count as in flight, and a shutdown does not wait for it.
  case waiting
  /// Any other call. While it is in flight, `room` bytes are reserved for its answer, for a gateway at most 16 KiB.
  case usual(room: Int)

  /// The most room for an answer to a gateway, in bytes. A gateway carries the calls of many devices, and one must not
  /// use the room for which another waits.
  private static let roomInGateway = 16 << 10

  /// Returns the room for a request of this kind, and for its answer unless it waits for an event.
  func room(for request: RPCRequest, from standing: RPCStanding) -> CallRoom {
    switch self {
    case .urgent: .none
    case .waiting: CallRoom(bytes: request.params.memory, waits: true)
    case .usual(let room):
      CallRoom(bytes: (standing == .gateway ? min(room, Self.roomInGateway) : room) + request.params.memory)
    }
  }
}

/// The room that is reserved in the buffers while a call is in flight.
struct CallRoom: Sendable, Hashable {
  /// The room of a call that is accepted however full the buffers are.
  static let none = CallRoom(bytes: 0)

  var bytes: Int
  /// Whether the call waits for an event. Its room alone never keeps another kind of call from being accepted.
  var waits = false
}

/// Answers the calls of one connection on its event loop, in the order of arrival. It must not block.
package protocol RPCSession: Sendable {
  /// Returns the cached result of the same line, if there is one: the line is then not parsed.
  func finished(_ line: CallLine) -> [UInt8]?

  /// Handles a call.
  ///
  /// Returns the answer if it is ready. Otherwise returns `nil` and calls ``RPCCall/answer(_:)`` exactly once later,
  /// from any thread; for a notification too, so that the connection knows when it is done.
  func handle(_ call: RPCCall) -> RPCReply?
}

/// One call of a connection.
package struct RPCCall: Sendable {
  /// The method's name, which may be unknown.
  package let method: String
  /// The parameters, always an object.
  package let params: JSONValue
  /// Whether the call is a notification, which gets no answer.
  package let isNotification: Bool
  /// The line of this call, by which ``RPCSession/finished(_:)`` can recognize a repeat; `nil` if that is not possible.
  package let line: CallLine?
  /// The connection that has sent the call.
  package let connection: RPCConnection
  /// The number that identifies the call within its connection.
  let slot: UInt64

  /// The caller.
  package var peer: RPCPeer { connection.peer }

  /// Answers a call for which ``RPCSession/handle(_:)`` returned `nil`. Only the first answer counts; an answer to a
  /// notification is dropped.
  package func answer(_ reply: RPCReply) {
    connection.answer(slot, reply)
  }
}
