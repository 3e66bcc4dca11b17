import JSONRPC
import NIOCore

/// Tells a peer for whom there is no place why, and closes. Nothing is read from it.
final class RefusalHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let error: RPCError

  init(_ error: RPCError) {
    self.error = error
  }

  func channelActive(context: ChannelHandlerContext) {
    var outbox = Outbox()
    outbox.append(Answer(id: .null, reply: .failure(error)))
    var line: [UInt8] = []
    outbox.write(to: &line)
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: line)), promise: nil)
    context.close(promise: nil)
  }
}
