import JSONRPC
import NIOCore
import NIOPosix

/// Sets up the channels of new connections.
struct ConnectionSetup: Sendable {
  private let registry: ConnectionRegistry
  private let handler: any RPCHandler
  private let limits: RPCLimits
  /// The counter of the bytes that the connections of all users buffer.
  private let buffers = BufferShare()
  private let turns: [ObjectIdentifier: NIOLoopBoundBox<LoopTurn>]

  init(
    _ group: MultiThreadedEventLoopGroup, _ limits: RPCLimits, _ registry: ConnectionRegistry, _ handler: any RPCHandler
  ) {
    self.registry = registry
    self.handler = handler
    self.limits = limits
    turns = Dictionary(
      uniqueKeysWithValues: group.makeIterator().map { eventLoop in
        (
          ObjectIdentifier(eventLoop),
          NIOLoopBoundBox.makeBoxSendingValue(LoopTurn(eventLoop: eventLoop, limits: limits), eventLoop: eventLoop)
        )
      })
  }

  /// Sets up the connection of a peer. If the peer may open no connection, sends it the reason.
  func admit(_ channel: any Channel) throws {
    let descriptor = try descriptor(of: channel)
    let peer = try RPCPeer(descriptor: descriptor)
    switch registry.admit(peer, handler.standing(of: peer), on: channel.eventLoop) {
    case .success(let connection):
      let limit = connection.isStranger ? limits.bufferedBytesPerStranger : limits.bufferedBytesPerUser
      let account = BufferAccount(
        BufferBounds(
          user: (connection.share, limit), all: (buffers, limits.bufferedBytes),
          kept: connection.isStranger ? 0 : limits.bufferedBytesKept))
      let eventLoop = channel.eventLoop
      try serve(connection, descriptor, channel, account) { [limits] connection in
        registry.leave(connection)
        // A peer that reconnects all the time must not escape the pauses.
        if connection.isStranger {
          _ = eventLoop.scheduleTask(in: TimeAmount(limits.patience)) { registry.forget(connection) }
        }
      }
    case .failure(let error): try channel.pipeline.syncOperations.addHandler(RefusalHandler(error))
    }
  }

  /// Sets up a connection for calls that the server makes to itself. It has buffers of its own and counts towards no
  /// limit.
  func adopt(_ channel: any Channel) throws {
    let descriptor = try descriptor(of: channel)
    let connection = registry.own(try RPCPeer(descriptor: descriptor), on: channel.eventLoop)
    let account = BufferAccount(
      BufferBounds(user: (connection.share, .max), all: (BufferShare(), .max), kept: .max))
    try serve(connection, descriptor, channel, account) { _ in }
  }

  private func descriptor(of channel: any Channel) throws -> NIOBSDSocket.Handle {
    let descriptor = try channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
      $0
    }
    guard let descriptor else { throw ChannelError.operationUnsupported }
    return descriptor
  }

  private func serve(
    _ connection: RPCConnection, _ descriptor: NIOBSDSocket.Handle, _ channel: any Channel, _ account: BufferAccount,
    onEnd: @escaping @Sendable (RPCConnection) -> Void
  ) throws {
    guard let turn = turns[ObjectIdentifier(channel.eventLoop)]?.value else { throw ChannelError.operationUnsupported }
    try channel.pipeline.syncOperations.addHandler(
      ConnectionHandler(
        connection: connection, descriptor: descriptor, handler: handler, limits: limits, account: account, turn: turn,
        onEnd: onEnd))
  }
}
