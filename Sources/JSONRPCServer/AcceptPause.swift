import NIOCore

/// Pauses accepting for half a second after it has failed, for example for lack of file descriptors. Otherwise the
/// waiting peer would make it fail again at once, in an endless loop. (NIO's own `AcceptBackoffHandler` leaves the
/// socket registered and spins.)
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
