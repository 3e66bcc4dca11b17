import Glibc
import JSON
import JSONRPC
import Testing
import VisitsTestSupport

@testable import JSONRPCServer

@Suite("Calls from within the server's process", .ownThread)
struct OwnCallerTests {
  private static func answer(of caller: OwnCaller, _ method: String) async -> Bool {
    await withCheckedContinuation { continuation in caller.ask(method) { continuation.resume(returning: $0) } }
  }

  @Test("come through the handler, and tell a result from a refusal")
  func answered() async throws {
    try await TestServer.run { server in
      let caller = try #require(try await server.server.ownCallers().first)
      #expect(await Self.answer(of: caller, "echo"))
      #expect(await !Self.answer(of: caller, "nothing"))
      #expect(await Self.answer(of: caller, "echo"))
      #expect(server.handler.handled == 3)
    }
  }

  @Test("have a place when there is none for anybody else, and are counted nowhere")
  func exempt() async throws {
    try await TestServer.run {
      $0.limits.connections = 0
      $0.limits.urgentConnections = 0
      $0.limits.bufferedBytes = -1
    } _: { server in
      let caller = try #require(try await server.server.ownCallers().first)
      #expect(await Self.answer(of: caller, "echo"))
      #expect(server.server.connectionCount == 0)
    }
  }
}
