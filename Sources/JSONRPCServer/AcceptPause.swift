import NIOCore

/// Pauses accepting connections for half a second after an accept has failed, for example for lack of file descriptors.
/// Without the pause, the connection that waits to be accepted would make the accept fail again at once, in an endless
/// loop. (NIO's own `AcceptBackoffHandler` leaves the socket registered and spins.)
final class AcceptPause: ChannelInboundHandler {
  typealias InboundIn = any Channel

  private var isPausing = false

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard !isPausing, error is IOError else { return }
    isPausing = true
    try? context.channel.syncOptions?.setOption(.autoRead, value: false)
    context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(500)) { [weak self] in
      self?.isPausing = false
      try? context.channel.syncOptions?.setOption(.autoRead, value: true)
    }
  }
}
