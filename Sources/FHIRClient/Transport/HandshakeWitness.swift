import NIOCore
import NIOSSL
import NIOTLS

/// What is seen of a handshake: which certificates, and whether it came to its end.
struct HandshakeWitness: Sendable {
  let certificates: EventLoopPromise<[NIOSSLCertificate]>
  let agreement: EventLoopPromise<Bool>

  init(_ loop: any EventLoop) {
    certificates = loop.makePromise()
    agreement = loop.makePromise()
  }

  /// Ends the watch; only the first end counts.
  func end(success: Bool) {
    agreement.succeed(success)
    certificates.succeed([])
  }
}

/// Watches a handshake.
final class HandshakeHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let witness: HandshakeWitness

  init(_ witness: HandshakeWitness) {
    self.witness = witness
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case TLSUserEvent.handshakeCompleted? = event as? TLSUserEvent { witness.end(success: true) }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    witness.end(success: false)
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    witness.end(success: false)
    context.fireChannelInactive()
  }
}
