import Glibc
import JSON
import JSONRPC
import NIOCore
import NIOPosix

/// Calls the server from within its own process, for example to check that it still answers. A call goes through a
/// socket pair and thus through everything that handles other calls: event loop, framing, scanner and handler.
///
/// The connection of this caller counts towards no limit, so that a server with many clients does not look like a stuck
/// one.
package final class OwnCaller: Sendable {
  private let channel: any Channel
  private let questions: NIOLoopBound<Questions>

  private init(_ channel: any Channel, _ questions: NIOLoopBound<Questions>) {
    self.channel = channel
    self.questions = questions
  }

  /// Calls a method without parameters.
  ///
  /// - Parameter answered: Runs on the event loop when the answer arrives, with `true` for a result and `false` for an
  ///   error. It must not block. It never runs if no answer comes.
  package func ask(_ method: String, answered: @escaping @Sendable (Bool) -> Void) {
    channel.eventLoop.execute { [channel, questions] in
      questions.value.open.append(answered)
      channel.writeAndFlush(ByteBuffer(bytes: RPCClient.request(method, id: 1)), promise: nil)
    }
  }

  /// Creates a caller. The given event loop of the server handles its connection.
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

/// The calls that are not answered yet. All calls have the same id, so an answer is assigned to the oldest call. The
/// assignment is certain only if at most one call at a time is unanswered.
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
