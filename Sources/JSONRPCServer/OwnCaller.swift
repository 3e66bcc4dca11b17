import Glibc
import JSON
import JSONRPC
import NIOCore
import NIOPosix

/// Calls the server from within its own process over a socket pair, so that the call goes through everything that
/// handles other calls: event loop, framing, scanner and handler.
///
/// It has a place however many clients are connected, so that a busy server does not look like a stuck one.
package final class OwnCaller: Sendable {
  private let channel: any Channel
  private let questions: NIOLoopBound<Questions>

  private init(_ channel: any Channel, _ questions: NIOLoopBound<Questions>) {
    self.channel = channel
    self.questions = questions
  }

  /// Calls a method without parameters.
  ///
  /// - Parameter answered: Called on the event loop with whether the answer is a result; must not block. It is never
  ///   called if no answer comes.
  package func ask(_ method: String, answered: @escaping @Sendable (Bool) -> Void) {
    channel.eventLoop.execute { [channel, questions] in
      questions.value.open.append(answered)
      channel.writeAndFlush(ByteBuffer(bytes: RPCClient.request(method, id: 1)), promise: nil)
    }
  }

  /// Creates a caller on one of the server's event loops.
  static func make(on eventLoop: any EventLoop, _ setup: ConnectionSetup) async throws -> OwnCaller {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
      throw RPCServerError.system(operation: "socketpair", path: "", SystemError())
    }
    let (served, calling) = (ends[0], ends[1])
    let server = try await connected(served, eventLoop) { try setup.adopt($0) }
    do {
      let channel = try await connected(calling, eventLoop) { channel in
        try channel.pipeline.syncOperations.addHandler(Questions())
      }
      let questions = try await channel.pipeline.handler(type: Questions.self).map {
        NIOLoopBound($0, eventLoop: eventLoop)
      }.get()
      return OwnCaller(channel, questions)
    } catch {
      try? await server.close()
      throw error
    }
  }

  private static func connected(
    _ descriptor: Int32, _ eventLoop: any EventLoop, _ setUp: @escaping @Sendable (any Channel) throws -> Void
  ) async throws -> any Channel {
    try await ClientBootstrap(group: eventLoop)
      .channelInitializer { channel in channel.eventLoop.makeCompletedFuture { try setUp(channel) } }
      .withConnectedSocket(descriptor).get()
  }
}

/// The unanswered calls. All have the same id, so an answer counts for the oldest one. That is certain only while one
/// call at a time is open.
private final class Questions: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  var open: [@Sendable (Bool) -> Void] = []
  private var framer = LineFramer(limit: 1 << 20)

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    unwrapInboundIn(data).withUnsafeReadableBytes { framer.append($0) }
    while let line = try? framer.next() {
      let isResult = (try? JSONScanner.parse(line, depth: 32))?["result"] != nil
      if !open.isEmpty { open.removeFirst()(isResult) }
    }
  }
}
