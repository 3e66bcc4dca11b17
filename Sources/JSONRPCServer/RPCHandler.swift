package import JSON
package import JSONRPC

/// The application that answers the calls of a server.
package protocol RPCHandler: Sendable {
  /// Returns the object that answers the calls of a new connection.
  func session(on connection: RPCConnection) -> any RPCSession

  /// The names of the methods whose calls are accepted even if the server has reached its limits.
  var urgentMethods: [String] { get }

  /// Returns how the server must treat the calls of a method.
  func kind(of method: String) -> RPCCallKind

  /// Returns a peer's standing, which determines its share of the server's resources.
  func standing(of peer: RPCPeer) -> RPCStanding
}

/// The standing of a peer, which decides how much of the server's resources the peer may use.
package enum RPCStanding: Sendable, Hashable {
  /// The peer's user has no role, so the peer may call almost nothing. The user gets the fewest connections and the
  /// smallest share of the buffers.
  case stranger
  /// The peer only reads data, and so sends only short messages.
  case reader
  /// The peer's user has a role, and the peer makes calls for this user only.
  case user
  /// The peer relays the calls of many devices.
  case gateway
}

extension RPCLimits {
  /// Returns the longest line, in bytes, that a peer with this standing may send.
  func messageBytes(of standing: RPCStanding) -> Int {
    switch standing {
    case .stranger: min(messageBytesOfStranger, messageBytes)
    case .reader: min(messageBytesOfReader, messageBytes)
    case .user, .gateway: messageBytes
    }
  }
}

/// The way in which the server treats the calls of a method.
package enum RPCCallKind: Sendable, Hashable {
  /// The call is accepted however many connections are open and however full the buffers are.
  case urgent
  /// The call waits for an event before it is answered. It does not count as in flight, and a shutdown does not wait
  /// for it.
  case waiting
  /// Any other call. While it is in flight, `room` bytes of the buffers are reserved for its answer. At most 16 KiB are
  /// reserved for the answer to a gateway.
  case usual(room: Int)

  /// The most bytes that are reserved for one answer to a gateway. A gateway relays the calls of many devices, and the
  /// answer to one device must not use the room for which another device waits.
  private static let roomInGateway = 16 << 10

  /// Returns the room to reserve for a request and its answer. If the call waits for an event, no room is reserved for
  /// its answer.
  func room(for request: RPCRequest, from standing: RPCStanding) -> CallRoom {
    switch self {
    case .urgent: .none
    case .waiting: CallRoom(bytes: request.params.memory, waits: true)
    case .usual(let room):
      CallRoom(bytes: (standing == .gateway ? min(room, Self.roomInGateway) : room) + request.params.memory)
    }
  }
}

/// The number of bytes that are reserved in the buffers for a call while it is in flight.
struct CallRoom: Sendable, Hashable {
  /// The room of an urgent call, for which nothing is reserved.
  static let none = CallRoom(bytes: 0)

  var bytes: Int
  /// Whether the call waits for an event. The room of such calls alone never keeps another kind of call from being
  /// accepted.
  var waits = false
}

/// Answers the calls of one connection, in the order of arrival. Its methods run on the connection's event loop, so
/// they must not block.
package protocol RPCSession: Sendable {
  /// Returns the cached result for a line that was answered before; `nil` if there is none. A line with a cached result
  /// is not parsed.
  func finished(_ line: CallLine) -> [UInt8]?

  /// Handles a call.
  ///
  /// Returns the answer if it is ready at once. Otherwise returns `nil`, and later calls ``RPCCall/answer(_:)`` exactly
  /// once, from any thread. This also applies to a notification, so that the connection knows when the call is done.
  func handle(_ call: RPCCall) -> RPCReply?
}

/// One call of a connection.
package struct RPCCall: Sendable {
  /// The name of the method as the peer has sent it. There may be no method with this name.
  package let method: String
  /// The parameters, which are always a JSON object.
  package let params: JSONValue
  /// Whether the call is a notification, which gets no answer.
  package let isNotification: Bool
  /// The line of this call, by which ``RPCSession/finished(_:)`` can recognize a repeat. It is `nil` if a repeat cannot
  /// be recognized, for example for a call in a batch.
  package let line: CallLine?
  /// The connection that has sent the call.
  package let connection: RPCConnection
  /// The number that identifies the call within its connection.
  let slot: UInt64

  /// The process that has sent the call.
  package var peer: RPCPeer { connection.peer }

  /// Answers a call for which ``RPCSession/handle(_:)`` returned `nil`. Only the first answer counts; an answer to a
  /// notification is dropped.
  package func answer(_ reply: RPCReply) {
    connection.answer(slot, reply)
  }
}
