import Dispatch
import JSON
import JSONRPC
import JSONRPCServer
import Synchronization
import Testing
import VisitsTestSupport

@Suite("Turns among connections", .ownThread)
struct TurnTests {
  private static let refused = #"{"jsonrpc":"2.0","method":"none","id":1}"#

  private static func call(_ method: String) -> String { #"{"jsonrpc":"2.0","method":"\#(method)","id":1}"# }

  /// What is called, in order, when two connections have sent something before the event loop turns to them.
  private func order(
    _ server: TestServer, _ first: [String], _ second: [String]
  ) throws -> [String] {
    let (holder, flooding, other) = (try server.client(), try server.client(), try server.client())
    for client in [holder, flooding, other] { _ = try client.call("echo") }
    try holder.send(#"{"jsonrpc":"2.0","method":"hold","id":1}"#)
    try server.until { server.handler.methods.last == "hold" }
    try flooding.send(first.joined(separator: "\n"))
    try other.send(second.joined(separator: "\n"))
    server.handler.release.signal()
    for _ in second { _ = try other.receiveLine() }
    for _ in first { _ = try flooding.receiveLine() }
    return Array(server.handler.methods.dropFirst(4))
  }

  @Test("a connection that sent a thousand refused calls has a few of them taken before another has its own")
  func refusedFlood() async throws {
    try await TestServer.run {
      $0.limits.callsPerTurn = 4
      $0.limits.freeRefusals = 1000
    } _: { server in
      let methods = try order(
        server, Array(repeating: Self.refused, count: 1000), [#"{"jsonrpc":"2.0","method":"echo","id":1}"#])
      #expect(methods.count == 1001)
      let place = try #require(methods.firstIndex(of: "echo"))
      #expect(place <= 4)
    }
  }

  @Test("calls that are answered, lines that cannot be read and the entries of a batch count alike")
  func everyLine() async throws {
    let answered = #"{"jsonrpc":"2.0","method":"peer","id":1}"#
    let batch = "[" + Array(repeating: answered, count: 100).joined(separator: ",") + "]"
    for lines in [Array(repeating: answered, count: 200), Array(repeating: batch, count: 2)] {
      try await TestServer.run {
        $0.limits.callsPerTurn = 4
      } _: { server in
        let methods = try order(server, lines, [#"{"jsonrpc":"2.0","method":"echo","id":1}"#])
        #expect(methods.count == 201)
        let place = try #require(methods.firstIndex(of: "echo"))
        #expect(place <= 4)
      }
    }
    try await TestServer.run {
      $0.limits.callsPerTurn = 4
      $0.limits.freeRefusals = 1000
    } _: { server in
      server.handler.gateways.store(true, ordering: .relaxed)
      let lines = Array(repeating: "garbage", count: 40) + [answered]
      let methods = try order(server, lines, [#"{"jsonrpc":"2.0","method":"echo","id":1}"#])
      #expect(methods == ["echo", "peer"])
    }
  }

  @Test("a long line counts as several calls")
  func longLines() async throws {
    try await TestServer.run {
      $0.limits.callsPerTurn = 4
    } _: { server in
      let text = String(repeating: "x", count: 10_000)
      let long = #"{"jsonrpc":"2.0","method":"peer","params":{"text":"\#(text)"},"id":1}"#
      let methods = try order(
        server, Array(repeating: long, count: 5), [#"{"jsonrpc":"2.0","method":"echo","id":1}"#])
      let place = try #require(methods.firstIndex(of: "echo"))
      #expect(place <= 2)
    }
  }

  @Test("a connection that was postponed is served before one that was read later")
  func postponed() async throws {
    try await TestServer.run {
      $0.limits.callsPerTurnOfAll = 2
    } _: { server in
      let clients = try (1...5).map { _ in try server.client() }
      for client in clients { _ = try client.call("echo") }
      try clients[0].send(Self.call("hold"))
      try server.until { server.handler.methods.last == "hold" }
      // These three are read together. The turn is over with the second, which holds it meanwhile.
      for (client, method) in zip(clients[1...], ["peer", "hold", "poll"]) { try client.send(Self.call(method)) }
      server.handler.release.signal()
      try server.until { server.handler.methods.count == 8 }
      try clients[4].send(Self.call("size"))
      server.handler.release.signal()
      for client in clients { _ = try client.receiveLine() }
      #expect(server.handler.methods.dropFirst(5) == ["hold", "peer", "hold", "poll", "size"])
    }
  }

  @Test("a connection whose call was answered takes the next call after those that have waited longer")
  func answered() async throws {
    try await TestServer.run {
      $0.limits.callsInFlight = 1
      $0.limits.callsPerTurnOfAll = 1
    } _: { server in
      let clients = try (1...4).map { _ in try server.client() }
      for client in clients { _ = try client.call("echo") }
      for method in ["later", "size"] { try clients[0].send(Self.call(method)) }
      try server.until { server.handler.methods.last == "later" }
      try clients[1].send(Self.call("hold"))
      try server.until { server.handler.methods.last == "hold" }
      // These two are read together. The turn is over with the first, which holds it meanwhile.
      for (client, method) in zip(clients[2...], ["hold", "peer"]) { try client.send(Self.call(method)) }
      server.handler.release.signal()
      try server.until { server.handler.methods.count == 7 }
      try server.handler.take().answer(.value([]))
      server.handler.release.signal()
      for client in clients + [clients[0]] { _ = try client.receiveLine() }
      #expect(server.handler.methods.dropFirst(5) == ["hold", "hold", "peer", "size"])
    }
  }

  @Test("calls that were read and wait for their turn are answered when the server shuts down")
  func shutdown() async throws {
    try await TestServer.run {
      $0.limits.callsPerTurn = 1
    } _: { server in
      let (holder, client) = (try server.client(), try server.client())
      for client in [holder, client] { _ = try client.call("echo") }
      try holder.send(#"{"jsonrpc":"2.0","method":"hold","id":1}"#)
      try server.until { server.handler.methods.last == "hold" }
      for id in 1...50 { try client.send(#"{"jsonrpc":"2.0","method":"echo","id":\#(id)}"#) }
      let running = server.server
      server.handler.release.signal()
      #expect(try client.line() == #"{"jsonrpc":"2.0","id":1,"result":{}}"#)
      let end = Task.detached(executorPreference: ThreadExecutor()) { await running.shutdown(within: .seconds(30)) }
      for id in 2...50 { #expect(try client.line() == #"{"jsonrpc":"2.0","id":\#(id),"result":{}}"#) }
      await end.value
    }
  }
}

@Suite("A user whose calls are refused again and again", .ownThread)
struct RefusalTests {
  private static let refused = #"{"jsonrpc":"2.0","method":"none","id":1}"#

  private static func change(_ configuration: inout RPCServerConfiguration) {
    configuration.limits.freeRefusals = 3
    configuration.limits.refusalInterval = .seconds(3600)
    configuration.limits.freeRefusalsOfGateway = 3
    configuration.limits.refusalIntervalOfGateway = .seconds(3600)
  }

  @Test("is read slowly on the connections that go on, whatever its role, and is served on others", arguments: 0..<4)
  func slowed(standing: Int) async throws {
    try await TestServer.run(Self.change) { server in
      server.handler.strangers.store(standing == 1, ordering: .relaxed)
      server.handler.readers.store(standing == 2, ordering: .relaxed)
      server.handler.gateways.store(standing == 3, ordering: .relaxed)
      let (flooding, other) = (try server.client(), try server.client())
      for _ in 1...10 { try flooding.send(Self.refused) }
      for _ in 1...4 { #expect(try flooding.errorCode(id: 1) == -32601) }
      for _ in 1...3 { #expect(try other.call("echo") == [:]) }
      #expect(server.handler.methods.count { $0 == "none" } == 4)
    }
  }

  @Test("has one share for all its connections, and a new connection gets no other")
  func share() async throws {
    try await TestServer.run(Self.change) { server in
      do {
        let first = try server.client()
        for _ in 1...4 {
          try first.send(Self.refused)
          _ = try first.receiveLine()
        }
      }
      try server.until { server.server.connectionCount == 0 }
      let (second, other) = (try server.client(), try server.client())
      for _ in 1...10 { try second.send(Self.refused) }
      #expect(try second.errorCode(id: 1) == -32601)
      for _ in 1...3 { #expect(try other.call("echo") == [:]) }
      #expect(server.handler.methods.count { $0 == "none" } == 5)
    }
  }

  @Test("is slowed in the middle of a batch too")
  func batch() async throws {
    try await TestServer.run(Self.change) { server in
      let (flooding, other) = (try server.client(), try server.client())
      try flooding.send("[" + Array(repeating: Self.refused, count: 50).joined(separator: ",") + "]")
      try server.until { server.handler.methods.count { $0 == "none" } >= 4 }
      for _ in 1...3 { #expect(try other.call("echo") == [:]) }
      #expect(server.handler.methods.count { $0 == "none" } == 4)
    }
  }

  @Test("has an alarm taken at once, whatever stands before it on its connection", arguments: [false, true])
  func alarm(gateway: Bool) async throws {
    try await TestServer.run(Self.change) { server in
      server.handler.gateways.store(gateway, ordering: .relaxed)
      let client = try server.client()
      for _ in 1...10 { try client.send(Self.refused) }
      // A parameter of that text makes no alarm.
      try client.send(#"{"jsonrpc":"2.0","method":"echo","params":{"a":"alarm"},"id":2}"#)
      try client.send(#"{"jsonrpc":"2.0","method":"alarm","params":{"who":"sarah"},"id":3}"#)
      for _ in 1...4 { #expect(try client.errorCode(id: 1) == -32601) }
      #expect(try client.line() == #"{"jsonrpc":"2.0","id":3,"result":{"who":"sarah"}}"#)
      // One that is sent while the connection pauses already.
      try client.send(#"{"jsonrpc":"2.0","method":"alarm","id":4}"#)
      #expect(try client.line() == #"{"jsonrpc":"2.0","id":4,"result":{}}"#)
      #expect(!server.handler.methods.contains("echo"))
    }
  }
}
