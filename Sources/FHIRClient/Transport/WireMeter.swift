import FHIR
import NIOCore

/// Ends a connection on which far more comes than an answer may hold, whatever it is: the limit of a body counts neither
/// announcements of an answer that never comes (1xx) nor what stands beside the chunks of a body.
final class WireMeter: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = ByteBuffer

  private let limit: Int
  private var count = 0

  /// A meter of one connection.
  ///
  /// - Parameter limit: The most bytes that may come between two writes.
  init(limit: Int) {
    self.limit = limit
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    count = 0
    context.write(data, promise: promise)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    count += unwrapInboundIn(data).readableBytes
    guard count <= limit else {
      context.fireErrorCaught(FHIRFailure.tooLarge(.answer, limit: limit))
      return context.close(promise: nil)
    }
    context.fireChannelRead(data)
  }
}
