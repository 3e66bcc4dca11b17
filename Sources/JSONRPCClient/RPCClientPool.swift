package import NIOCore

/// An asynchronous client of JSON-RPC on a UNIX socket: a small pool of connections with many calls in flight on each.
package final class RPCClientPool: Sendable {
  /// How long a read is sent again while the server restarts.
  private static let patience = Duration.seconds(3)
  /// The pause before a read is sent again.
  private static let pause = Duration.milliseconds(50)

  private let connections: [ClientConnection]
  /// The connection of urgent calls.
  private let urgent: ClientConnection
  private let clock: any Clock<Duration>

  /// Creates a client, and begins to open its connections.
  ///
  /// - Parameters:
  ///   - path: The path of the server's socket.
  ///   - count: The number of connections, beside the one of urgent calls.
  ///   - clock: Times the pauses of reads that are sent again.
  package init(to path: String, connections count: Int = 4, on group: any EventLoopGroup, clock: any Clock<Duration>) {
    connections = (0..<count).map { _ in ClientConnection(to: path, on: group.next()) }
    urgent = ClientConnection(to: path, on: group.next())
    self.clock = clock
  }

  /// Makes a call.
  ///
  /// A read is sent again for 3 s while there is no connection or the connection breaks; not if the server is silent, which
  /// may be overloaded. A change is sent once, because a
  /// repetition could overtake a newer change of the same caller: the caller repeats it.
  ///
  /// - Parameter caller: A value that no other caller has. The calls of one caller take one connection, so that they
  ///   reach the server in order.
  package func call(_ call: ClientCall, for caller: some Hashable) async -> ClientReply {
    let connection =
      call.isUrgent ? urgent : connections[Int(UInt(bitPattern: caller.hashValue) % UInt(connections.count))]
    var reply = await connection.call(call)
    var waited = Duration.zero
    while case .lost = reply, call.isRead, waited < Self.patience {
      guard (try? await clock.sleep(for: Self.pause)) != nil else { break }
      waited += Self.pause
      reply = await connection.call(call)
    }
    return reply
  }

  /// Closes all connections. Calls in flight end as lost.
  package func close() {
    for connection in connections + [urgent] { connection.close() }
  }
}
