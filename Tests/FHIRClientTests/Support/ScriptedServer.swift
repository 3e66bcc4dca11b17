import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A server on the loopback that answers byte for byte as a test tells it.
final class ScriptedServer: Sendable {
  /// What happens once a request has been read.
  enum Reply: Sendable {
    /// These bytes; the connection stays.
    case bytes(String)
    /// These bytes, and the connection is closed.
    case last(String)
    /// These bytes, and then others without end.
    case endless(String)
    /// Nothing at all.
    case silence
  }

  private let script: Script
  private let channel: any Channel

  /// Listens on a free port.
  ///
  /// - Parameter answer: what to do about a request, with all that came before it in `requests`.
  init(tls: NIOSSLContext? = nil, answer: @escaping @Sendable (ReadRequest) -> Reply) async throws {
    let script = Script(answer)
    self.script = script
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
          try channel.pipeline.syncOperations.addHandler(ScriptedConnection(script))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
  }

  /// The port that it listens on.
  var port: Int { channel.localAddress?.port ?? 0 }

  /// The base address of the FHIR server that it plays.
  var base: String { "http://127.0.0.1:\(port)/fhir" }

  /// What was asked so far, in order.
  var requests: [ReadRequest] { script.requests }

  /// Listens no longer.
  func stop() async throws {
    try await channel.close()
  }
}

/// A request as it came in.
struct ReadRequest: Sendable {
  let method: String
  let target: String
  /// By name in lower case.
  let headers: [String: String]
  let body: String
}

/// What a server was told to say, and what it was asked.
final class Script: Sendable {
  private let answer: @Sendable (ReadRequest) -> ScriptedServer.Reply
  private let seen = Mutex<[ReadRequest]>([])

  init(_ answer: @escaping @Sendable (ReadRequest) -> ScriptedServer.Reply) {
    self.answer = answer
  }

  var requests: [ReadRequest] { seen.withLock { $0 } }

  func reply(to request: ReadRequest) -> ScriptedServer.Reply {
    seen.withLock { $0.append(request) }
    return answer(request)
  }
}

private final class ScriptedConnection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let script: Script
  private var received = ""

  init(_ script: Script) {
    self.script = script
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    received += String(buffer: unwrapInboundIn(data))
    if received.unicodeScalars.first == "\u{16}" {
      // TLS where none is spoken: the answer of every web server.
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "HTTP/1.1 400 Bad Request\r\n\r\n")), promise: nil)
      context.close(promise: nil)
      return
    }
    guard let request = takeRequest() else { return }
    switch script.reply(to: request) {
    case .bytes(let text): context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
    case .last(let text):
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
      context.close(promise: nil)
    case .endless(let text):
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
      writeForEver(context)
    case .silence: break
    }
  }

  private func writeForEver(_ context: ChannelHandlerContext) {
    let piece = ByteBuffer(string: String(repeating: "x", count: 16 << 10))
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(piece)).whenSuccess {
      let (handler, context) = bound.value
      handler.writeForEver(context)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  /// The request that has come in whole, or `nil`.
  private func takeRequest() -> ReadRequest? {
    guard let end = received.range(of: "\r\n\r\n") else { return nil }
    let lines = received[..<end.lowerBound].split(separator: "\r\n").map(String.init)
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingPrefix(" ").description
    }
    let length = headers["content-length"].flatMap { Int($0) } ?? 0
    let body = received[end.upperBound...]
    guard body.utf8.count >= length else { return nil }
    let words = lines[0].split(separator: " ").map(String.init)
    received = ""
    return ReadRequest(method: words[0], target: words[1], headers: headers, body: String(body))
  }
}

extension ScriptedServer.Reply {
  /// A complete answer.
  static func answer(
    _ status: Int = 200, _ body: String = "{}", type: String = "application/fhir+json", headers: [String] = []
  ) -> Self {
    let lines = ["HTTP/1.1 \(status) Status", "content-type: \(type)", "content-length: \(body.utf8.count)"] + headers
    return .bytes((lines + ["", body]).joined(separator: "\r\n"))
  }
}
