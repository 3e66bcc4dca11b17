import JSONRPC
import NIOCore

/// Sends a peer the reason why the server refuses its connection, and closes the connection without reading.
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
