import Glibc
import JSON
import JSONRPC
import JSONRPCServer
import Testing
import VisitsTestSupport

@Suite("A server's and a connection's life", .ownThread)
struct LifeTests {
  @Test("what was asked before the sending half was closed is still answered")
  func halfClose() async throws {
    try await TestServer.run { server in
      let client = try server.client()
      try client.send(#"{"jsonrpc":"2.0","method":"later","id":1}"#)
      try client.send(#"{"jsonrpc":"2.0","method":"wait","id":2}"#)
      try client.send(Array(#"{"jsonrpc":"2.0","method":"echo","id":3}"#.utf8))
      client.finishSending()
      #expect(try client.line() == #"{"jsonrpc":"2.0","id":3,"result":{}}"#)
      try server.handler.take().answer(.value([1]))
      #expect(try client.line() == #"{"jsonrpc":"2.0","id":1,"result":[1]}"#)
      try server.handler.take().answer(.value([2]))
      #expect(try client.line() == #"{"jsonrpc":"2.0","id":2,"result":[2]}"#)
      #expect(throws: RPCClientError.closed) { try client.receiveLine() }
    }
  }

  @Test("a half-closed connection that is held up by calls in flight takes the rest of its lines later")
  func halfCloseInFlight() async throws {
    try await TestServer.run {
      $0.limits.callsInFlight = 1
    } _: { server in
      let client = try server.client()
      try client.send(#"{"jsonrpc":"2.0","method":"later","id":1}"#)
      try client.send(#"{"jsonrpc":"2.0","method":"echo","id":2}"#)
      client.finishSending()
      try server.settle()
      try server.handler.take().answer(.value([1]))
      #expect(try client.line() == #"{"jsonrpc":"2.0","id":1,"result":[1]}"#)
      #expect(try client.line() == #"{"jsonrpc":"2.0","id":2,"result":{}}"#)
      #expect(throws: RPCClientError.closed) { try client.receiveLine() }
    }
  }

  @Test("a notification of a peer that closes at once is taken, and its waits end")
  func gone() async throws {
    try await TestServer.run { server in
      do {
        let client = try server.client()
        try client.send(#"{"jsonrpc":"2.0","method":"wait","id":1}"#)
        try client.send(#"{"jsonrpc":"2.0","method":"echo"}"#)
      }
      try server.settle()
      #expect(server.handler.handled == 2 + 3)
      #expect(server.handler.endedWaits == 1)
      try server.handler.take().answer(.value([1]))
    }
  }

  @Test("a shutdown answers what is in flight, ends waits, and is not held up by an idle client")
  func shutdown() async throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/socket"
    let handler = TestHandler()
    let server = try await RPCServer.start(RPCServerConfiguration(endpoint: .path(path)), handler: handler)
    let (begun, begin) = AsyncStream.makeStream(of: Never.self)
    async let peers: Void = onThread {
      defer { begin.finish() }
      let (idle, busy) = (try RPCClient(path: path), try RPCClient(path: path))
      _ = try idle.call("echo")
      try busy.send(#"{"jsonrpc":"2.0","method":"later","id":1}"#)
      try busy.send(#"{"jsonrpc":"2.0","method":"wait","id":2}"#)
      _ = try busy.call("echo", id: 3)
      begin.finish()
      #expect(throws: RPCClientError.closed) { try idle.receiveLine() }
      #expect(try busy.errorCode(id: 2) == 1503)
      #expect(handler.endedWaits == 1)
      try handler.take().answer(.value([1]))
      #expect(try busy.line() == #"{"jsonrpc":"2.0","id":1,"result":[1]}"#)
      #expect(throws: RPCClientError.closed) { try busy.receiveLine() }
    }
    for await _ in begun {}
    await server.shutdown(within: .seconds(60))
    try await peers
    await server.untilClosed()
    await server.shutdown(within: .zero)
    #expect(throws: RPCClientError.noSocket(path: path)) { try RPCClient(path: path) }
  }

  @Test("a shutdown ends at its deadline though a call is never answered")
  func deadline() async throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/socket"
    let server = try await RPCServer.start(RPCServerConfiguration(endpoint: .path(path)), handler: TestHandler())
    let client = try RPCClient(path: path)
    try client.send(#"{"jsonrpc":"2.0","method":"later","id":1}"#)
    _ = try client.call("echo")
    await server.shutdown(within: .milliseconds(10))
    #expect(throws: RPCClientError.closed) { try client.receiveLine() }
  }

  @Test("the socket's file has the mode that was asked for, whatever the umask")
  func mode() async throws {
    for mode: UInt32 in [0o660, 0o600, 0o666] {
      try await TestServer.run {
        if case .path(let path, _, _) = $0.endpoint { $0.endpoint = .path(path, mode: mode) }
      } _: { server in
        var status = stat()
        #expect(lstat(server.path, &status) == 0)
        #expect(status.st_mode & 0o7777 == mode)
      }
    }
  }

  @Test("a leftover socket is replaced, a living one is not")
  func stale() async throws {
    try await TestServer.run { server in
      let configuration = RPCServerConfiguration(endpoint: .path(server.path))
      await #expect(throws: RPCServerError.alreadyListening(path: server.path)) {
        try await RPCServer.start(configuration, handler: TestHandler())
      }
      #expect(try server.client().call("echo") == [:])
      // What a killed server leaves: a bound file without a listener.
      let other = server.folder.path + "/other"
      close(try bound(to: other, listening: false))
      let second = try await RPCServer.start(RPCServerConfiguration(endpoint: .path(other)), handler: TestHandler())
      #expect(try RPCClient(path: other).call("echo") == [:])
      await second.shutdown(within: .seconds(5))
    }
  }

  @Test("what is no socket is left alone, and a path that is too long is refused with its length")
  func unusablePaths() async throws {
    let folder = try ScratchFolder()
    let file = folder.path + "/file"
    close(open(file, O_CREAT | O_WRONLY, 0o600))
    await #expect(throws: RPCServerError.notASocket(path: file)) {
      try await RPCServer.start(RPCServerConfiguration(endpoint: .path(file)), handler: TestHandler())
    }
    #expect(access(file, F_OK) == 0)
    let long = folder.path + "/" + String(repeating: "x", count: 107 - folder.path.utf8.count)
    await #expect(throws: RPCServerError.pathTooLong(path: long, limit: 107)) {
      try await RPCServer.start(RPCServerConfiguration(endpoint: .path(long)), handler: TestHandler())
    }
    let nowhere = folder.path + "/none/socket"
    await #expect(throws: RPCServerError.system(operation: "bind", path: nowhere, SystemError(ENOENT))) {
      try await RPCServer.start(RPCServerConfiguration(endpoint: .path(nowhere)), handler: TestHandler())
    }
  }

  @Test("a file that another server has put in its place survives the shutdown")
  func replacedFile() async throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/socket"
    let server = try await RPCServer.start(RPCServerConfiguration(endpoint: .path(path)), handler: TestHandler())
    unlink(path)
    let other = try bound(to: path, listening: true)
    defer { close(other) }
    await server.shutdown(within: .seconds(5))
    #expect(access(path, F_OK) == 0)
  }

  @Test("a socket that was handed over is served, and its file is not ours to remove")
  func handedOver() async throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/socket"
    let descriptor = try bound(to: path, listening: true)
    let server = try await RPCServer.start(
      RPCServerConfiguration(endpoint: .descriptor(descriptor)), handler: TestHandler())
    #expect(try RPCClient(path: path).call("echo", params: ["a": 1]) == ["a": 1])
    await server.shutdown(within: .seconds(5))
    #expect(access(path, F_OK) == 0)
  }
}

/// A socket that is bound to a path, and perhaps listens.
func bound(to path: String, listening: Bool, backlog: Int32 = 8) throws -> Int32 {
  let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
  let address = try #require(UnixAddress(path: path))
  try #require(address.withSocketAddress { bind(descriptor, $0, $1) } == 0)
  if listening { try #require(listen(descriptor, backlog) == 0) }
  return descriptor
}
