import Glibc
import JSON
import JSONRPC
import JSONRPCServer
import Testing
import VisitsTestSupport

@Suite("The client says why it cannot talk", .ownThread)
struct ClientTests {
  @Test("no socket, nobody listening, no socket file, path too long")
  func unreachable() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/socket"
    #expect(throws: RPCClientError.noSocket(path: path)) { try RPCClient(path: path) }
    #expect(throws: RPCClientError.noSocket(path: path + "/x")) { try RPCClient(path: path + "/x") }
    close(try bound(to: path, listening: false))
    #expect(throws: RPCClientError.nobodyListening(path: path)) { try RPCClient(path: path) }
    let file = folder.path + "/file"
    close(open(file, O_CREAT | O_WRONLY, 0o600))
    #expect(throws: RPCClientError.notASocket(path: file)) { try RPCClient(path: file) }
    let long = "/tmp/" + String(repeating: "x", count: 103)
    #expect(throws: RPCClientError.pathTooLong(path: long, limit: 107)) { try RPCClient(path: long) }
    #expect(throws: RPCClientError.noSocket(path: "/tmp/" + String(repeating: "x", count: 102))) {
      try RPCClient(path: "/tmp/" + String(repeating: "x", count: 102))
    }
  }

  @Test("a socket that this user may not open", .enabled(if: getuid() != 0, "root may open everything"))
  func permission() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/socket"
    let descriptor = try bound(to: path, listening: true)
    defer { close(descriptor) }
    chmod(path, 0)
    #expect(throws: RPCClientError.permission(path: path)) { try RPCClient(path: path) }
  }

  @Test("no answer in time, and a queue that is full")
  func timeouts() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/socket"
    let descriptor = try bound(to: path, listening: true, backlog: 0)
    defer { close(descriptor) }
    let client = try RPCClient(path: path, timeout: 10)
    #expect(throws: RPCClientError.timeout(.receiving)) { try client.call("echo") }
    #expect(throws: RPCClientError.timeout(.sending)) {
      try client.call("echo", params: ["text": .string(String(repeating: "x", count: 10 << 20))])
    }
    #expect(throws: RPCClientError.timeout(.connecting)) { try RPCClient(path: path, timeout: 10) }
  }

  @Test("a client that stays open takes answers as they come, waits for none, and hears of the end")
  func staysOpen() async throws {
    try await TestServer.run { server in
      let client = try server.client()
      #expect(try client.received() == nil)
      let ids = [try client.begin("echo", params: ["n": 1]), try client.begin("nothing")]
      try server.settle()
      guard case .answer(let first, .success(let value)) = try client.received(),
        case .answer(let second, .failure(let error)) = try client.received()
      else {
        Issue.record("no two answers")
        return
      }
      #expect([first, second] == ids)
      #expect(value == ["n": 1])
      #expect(error.kind == "methodNotFound")
      #expect(try client.received() == nil)
      await server.server.shutdown(within: .seconds(5))
      #expect(throws: RPCClientError.closed) { try client.received() }
    }
  }

  @Test("the late answer to a call that was given up is not taken for the next one's")
  func givenUp() async throws {
    try await TestServer.run { server in
      let client = try server.client(timeout: 10)
      #expect(throws: RPCClientError.timeout(.receiving)) { try client.call("later") }
      try server.settle()
      try server.handler.take().answer(.value(["late": true]))
      client.timeout = 10_000
      #expect(try client.call("echo", params: ["n": 2]) == ["n": 2])
    }
  }

  @Test("a server that talks something else")
  func nonsense() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/socket"
    let listener = try bound(to: path, listening: true)
    defer { close(listener) }
    let client = try RPCClient(path: path, timeout: 1000)
    let server = accept(listener, nil, nil)
    Array("HTTP/1.1 400\r\n".utf8).withUnsafeBytes { _ = write(server, $0.baseAddress, $0.count) }
    #expect(throws: RPCClientError.notAnAnswer("Unexpected \"H\" at byte 0 where a value was expected.")) {
      try client.call("echo")
    }
    close(server)
    #expect(throws: RPCClientError.closed) { try client.call("echo") }
  }
}
