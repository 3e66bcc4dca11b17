import Glibc
package import JSONRPC
import NIOCore
import NIOPosix
import Synchronization

/// The configuration of a server.
package struct RPCServerConfiguration: Sendable {
  /// The socket on which a server listens.
  package enum Endpoint: Sendable, Hashable {
    /// A path at which the server creates its socket. `mode` has the permission bits of the socket's file. `group` is
    /// an additional group that may connect, whatever group owns the file.
    case path(String, mode: UInt32 = 0o660, group: UInt32? = nil)
    /// A socket that the service manager has bound and handed over.
    case descriptor(Int32)
  }

  /// The socket on which the server listens.
  package var endpoint: Endpoint
  /// The limits for peers and their connections.
  package var limits = RPCLimits()
  /// The number of threads that serve connections.
  package var threads = 1

  /// Creates a configuration with the limits that the API's contract states.
  package init(endpoint: Endpoint) {
    self.endpoint = endpoint
  }
}

/// A JSON-RPC 2.0 server on a UNIX socket.
package final class RPCServer: Sendable {
  private static let backlog: Int32 = 1024

  private let group: MultiThreadedEventLoopGroup
  private let listener: any Channel
  private let socket: ListeningSocket?
  private let registry: ConnectionRegistry
  private let setup: ConnectionSetup
  /// A stream that ends when the server no longer accepts connections. A future would not do: it needs an event loop,
  /// and a shutdown ends the event loops.
  private let closed: AsyncStream<Never>
  private let isShuttingDown = Atomic(false)

  private init(
    group: MultiThreadedEventLoopGroup, listener: any Channel, socket: ListeningSocket?, registry: ConnectionRegistry,
    setup: ConnectionSetup
  ) {
    self.group = group
    self.listener = listener
    self.socket = socket
    self.registry = registry
    self.setup = setup
    let (closed, continuation) = AsyncStream.makeStream(of: Never.self)
    self.closed = closed
    listener.closeFuture.whenComplete { _ in continuation.finish() }
  }

  /// Starts a server. When this returns, the socket accepts connections. Throws ``RPCServerError`` if it cannot listen.
  package static func start(_ configuration: RPCServerConfiguration, handler: any RPCHandler) async throws -> RPCServer
  {
    let descriptor: Int32
    let socket: ListeningSocket?
    switch configuration.endpoint {
    case .path(let path, let mode, let group):
      let own = try ListeningSocket(path: path, mode: mode, group: group, backlog: backlog)
      (descriptor, socket) = (own.descriptor, own)
    case .descriptor(let handedOver):
      (descriptor, socket) = (handedOver, nil)
    }
    let group = MultiThreadedEventLoopGroup(numberOfThreads: configuration.threads)
    let registry = ConnectionRegistry(limits: configuration.limits)
    let setup = ConnectionSetup(group, configuration.limits, registry, handler)
    do {
      let listener = try await bootstrap(group, setup).withBoundSocket(descriptor).get()
      // Adopting the socket has limited its queue to 128 connections.
      listen(descriptor, backlog)
      return RPCServer(group: group, listener: listener, socket: socket, registry: registry, setup: setup)
    } catch {
      socket?.removeFile()
      try? await group.shutdownGracefully()
      throw error
    }
  }

  private static func bootstrap(_ group: MultiThreadedEventLoopGroup, _ setup: ConnectionSetup) -> ServerBootstrap {
    ServerBootstrap(group: group)
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(AcceptPause())
        }
      }
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try setup.admit(channel) }
      }
  }

  /// Creates callers of the server within this process, one for each thread that serves connections.
  package func ownCallers() async throws -> [OwnCaller] {
    var callers: [OwnCaller] = []
    for eventLoop in group.makeIterator() { callers.append(try await OwnCaller.make(on: eventLoop, setup)) }
    return callers
  }

  /// Whether the group of its endpoint may connect.
  package var isOpenToGroup: Bool { socket?.isOpenToGroup ?? false }

  /// The number of open connections.
  package var connectionCount: Int { registry.count }

  /// Waits until the server no longer accepts connections, because of a shutdown or because its socket has failed.
  package func untilClosed() async {
    for await _ in closed {}
  }

  /// Closes the connections of the peers for which `isMeant` returns `true`, because their roles have changed. Calls in
  /// flight are answered first.
  package func close(of isMeant: (RPCPeer) -> Bool) { registry.drain(.peerChanged, of: isMeant) }

  /// Shuts the server down: accepts no further connections, lets calls in flight be answered, ends calls that wait for
  /// an event, and closes all connections. Idle connections do not delay the shutdown. Connections that are still open
  /// after `limit` are closed immediately. A second call only waits until the server no longer accepts connections.
  package func shutdown(within limit: Duration) async {
    if isShuttingDown.exchange(true, ordering: .relaxed) { return await untilClosed() }
    try? await listener.close()
    socket?.removeFile()
    let emptied = listener.eventLoop.makePromise(of: Void.self)
    let end = listener.eventLoop.scheduleTask(in: TimeAmount(limit)) { [registry] in registry.abort() }
    registry.drain(emptied)
    try? await emptied.futureResult.get()
    end.cancel()
    try? await group.shutdownGracefully()
  }
}
