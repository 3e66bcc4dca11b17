import JSON
import JSONRPC
import JSONRPCServer
import Synchronization
import Testing
import VisitsTestSupport

@Suite("Limits of a connection", .ownThread)
struct LimitTests {
  @Test("a message that is too long is refused, and no other connection is disturbed")
  func oversized() async throws {
    try await TestServer.run {
      $0.limits.messageBytes = 1000
    } _: { server in
      let (client, other) = (try server.client(), try server.client())
      _ = try other.call("echo")
      try client.send(#"{"jsonrpc":"2.0","method":"echo","id":1}"#)
      try client.send([UInt8](repeating: 0x20, count: 1002))
      #expect(try client.line() == #"{"jsonrpc":"2.0","id":1,"result":{}}"#)
      #expect(try client.errorCode() == 1413)
      #expect(throws: RPCClientError.closed) { try client.receiveLine() }
      #expect(try other.call("echo") == [:])
    }
  }

  @Test("the sender of 16 MiB still gets to read why it is refused")
  func flood() async throws {
    try await TestServer.run { server in
      let client = try server.client()
      let error = #expect(throws: RPCError.self) {
        try client.call("echo", params: ["text": .string(String(repeating: "x", count: 16 << 20))])
      }
      #expect(error?.data["limit"] == "messageBytes")
      #expect(error?.data["value"] == 1_048_576)
    }
  }

  @Test(
    "a call that is too deep, too large in values or has too long an id is refused by its id, and the next is taken")
  func depth() async throws {
    try await TestServer.run { server in
      let client = try server.client()
      try client.send(String(repeating: "[", count: 200_000))
      #expect(try client.errorCode() == 1413)
      try client.send(#"{"jsonrpc":"2.0","method":"echo","id":"\#(String(repeating: "i", count: 255))"}"#)
      #expect(try client.errorCode() == 1413)
      let many = Array(repeating: "1", count: 5001).joined(separator: ",")
      try client.send(#"{"jsonrpc":"2.0","method":"echo","id":"sarah's","params":{"a":[\#(many)]}}"#)
      let refused = try JSONScanner.parse(client.receiveLine())
      #expect(refused["error"]?["data"]?["limit"] == "values")
      #expect(refused["id"] == "sarah's")
      #expect(try client.call("echo") == [:])
    }
  }

  @Test("a line that is not finished in time is refused")
  func unfinished() async throws {
    try await TestServer.run {
      $0.limits.unfinishedLine = .milliseconds(20)
    } _: { server in
      let client = try server.client()
      #expect(try client.call("echo") == [:])
      try client.send(Array(#"{"jsonrpc":"#.utf8))
      #expect(try client.errorCode() == 1413)
      #expect(throws: RPCClientError.closed) { try client.receiveLine() }
    }
  }

  @Test("sending more of an unfinished line wins no time")
  func drip() async throws {
    try await TestServer.run {
      $0.limits.unfinishedLine = .milliseconds(20)
    } _: { server in
      let client = try server.client(timeout: 1)
      var answer: [UInt8]?
      for _ in 0..<5000 where answer == nil {
        try client.send([0x20])
        do throws(RPCClientError) { answer = try client.receiveLine() } catch {
          try #require(error == .timeout(.receiving))
        }
      }
      #expect(try JSONScanner.parse(try #require(answer))["error"]?["data"]?["limit"] == "unfinishedLine")
    }
  }

  @Test("what one of many sends over a shared connection line after line holds up none of the others")
  func sharedConnection() async throws {
    try await TestServer.run {
      $0.limits.unreadableLines = 2
      $0.limits.patience = .seconds(3600)
    } _: { server in
      server.handler.gateways.store(true, ordering: .relaxed)
      let client = try server.client()
      try client.send(String(repeating: "garbage\n", count: 20) + #"{"jsonrpc":"2.0","method":"echo","id":1}"#)
      for _ in 1...20 { #expect(try client.errorCode() == -32700) }
      #expect(try client.line() == #"{"jsonrpc":"2.0","id":1,"result":{}}"#)
    }
  }

  @Test("a peer that sends garbage line after line is read slowly; each line gets its answer, and others do not wait")
  func garbage() async throws {
    try await TestServer.run {
      $0.limits.unreadableLines = 2
      $0.limits.patience = .milliseconds(1)
    } _: { server in
      let client = try server.client()
      try client.send(String(repeating: "garbage\n", count: 8) + #"{"jsonrpc":"2.0","method":"echo","id":1}"#)
      for number in 1...8 {
        let error = try JSONScanner.parse(client.receiveLine())["error"]
        #expect(error?["code"] == -32700)
        let isSlowed = error?["message"]?.string?.hasSuffix(
          " More than 2 lines in a row said no call: each further one is read after a pause of 1 ms "
            + "(limits.unreadableLines, limits.patienceMilliseconds).")
        #expect(isSlowed == (number > 2))
      }
      #expect(try client.line() == #"{"jsonrpc":"2.0","id":1,"result":{}}"#)
    }
    try await TestServer.run {
      $0.limits.unreadableLines = 2
      $0.limits.patience = .seconds(3600)
    } _: { server in
      let (client, other) = (try server.client(), try server.client())
      // A batch in which nothing is a call is one such line.
      try client.send("garbage\n[1,1]\ngarbage\n" + #"{"jsonrpc":"2.0","method":"echo","id":1}"#)
      #expect(try client.errorCode() == -32700)
      #expect(try JSONScanner.parse(client.receiveLine()).array?.count == 2)
      #expect(try client.errorCode() == -32700)
      #expect(try other.call("echo") == [:])
      try server.settle()
      #expect(server.handler.handled == 4)
    }
  }

  @Test("reading stops while the most calls are in flight, and goes on after")
  func inFlight() async throws {
    try await TestServer.run {
      $0.limits.callsInFlight = 2
    } _: { server in
      let client = try server.client()
      for id in 1...3 { try client.send(#"{"jsonrpc":"2.0","method":"later","id":\#(id)}"#) }
      try client.send(#"{"jsonrpc":"2.0","method":"echo","id":4}"#)
      try server.settle()
      #expect(server.handler.handled == 2 + 3)
      try server.handler.take().answer(.value([1]))
      #expect(try client.line() == #"{"jsonrpc":"2.0","id":1,"result":[1]}"#)
      try server.settle()
      #expect(server.handler.handled == 3 + 6)
      try server.handler.take().answer(.value([2]))
      #expect(try client.line() == #"{"jsonrpc":"2.0","id":2,"result":[2]}"#)
      #expect(try client.line() == #"{"jsonrpc":"2.0","id":4,"result":{}}"#)
      try server.handler.take().answer(.value([3]))
      #expect(try client.line() == #"{"jsonrpc":"2.0","id":3,"result":[3]}"#)
    }
  }

  @Test("calls that wait are not in flight, but there is an end to them too")
  func waiting() async throws {
    try await TestServer.run {
      $0.limits.callsInFlight = 1
      $0.limits.callsWaiting = 2
    } _: { server in
      let client = try server.client()
      for id in 1...3 { try client.send(#"{"jsonrpc":"2.0","method":"wait","id":\#(id)}"#) }
      #expect(try client.errorCode(id: 3) == 1429)
      #expect(try client.call("echo") == [:])
      try server.handler.take().answer(.value([1]))
      #expect(try client.line() == #"{"jsonrpc":"2.0","id":1,"result":[1]}"#)
    }
  }

  @Test("a peer that does not read is not read from either, and loses nothing")
  func unsent() async throws {
    try await TestServer.run {
      $0.limits.unsentBytes = 1 << 16
    } _: { server in
      let client = try server.client()
      for id in 1...200 {
        try client.send(#"{"jsonrpc":"2.0","method":"size","params":{"bytes":10000},"id":\#(id)}"#)
        if id % 20 == 0 { try server.settle() }
      }
      #expect(server.handler.handled < 200)
      for id in 1...200 {
        let answer = try JSONScanner.parse(try client.receiveLine())
        #expect(answer["id"] == .integer(Int64(id)))
        #expect(answer["result"]?.string?.utf8.count == 10_000)
      }
    }
  }

  @Test("more connections than allowed are told so, and a place that is given back is free")
  func connections() async throws {
    try await TestServer.run {
      $0.limits.connections = 2
    } _: { server in
      let first = try server.client()
      _ = try first.call("echo")
      try withExtendedLifetime(try server.client()) { second in
        _ = try second.call("echo")
        let third = try server.client()
        let error = #expect(throws: RPCError.self) { try third.call("echo") }
        #expect(error?.code == 1429)
        #expect(throws: RPCClientError.closed) { try third.receiveLine() }
      }
      #expect(try first.call("echo") == [:])
      #expect(try server.client().call("echo") == [:])
    }
  }

  @Test("an alarm is taken beyond the limits of connections, and nothing else is")
  func urgentConnections() async throws {
    try await TestServer.run {
      $0.limits.connectionsPerUser = 1
      $0.limits.urgentConnections = 1
    } _: { server in
      let first = try server.client()
      _ = try first.call("echo")
      let alarm = try server.client()
      #expect(try alarm.call("alarm", params: ["who": "sarah"]) == ["who": "sarah"])
      #expect(throws: RPCClientError.closed) { try alarm.receiveLine() }
      let other = try server.client()
      try other.send(#"[{"jsonrpc":"2.0","method":"alarm","id":1},{"jsonrpc":"2.0","method":"echo","id":2}]"#)
      let answers = try JSONScanner.parse(try other.receiveLine()).array ?? []
      #expect(answers.first?["result"] == [:])
      #expect(answers.last?["error"]?["code"] == 1429)
      #expect(throws: RPCClientError.closed) { try other.receiveLine() }
    }
  }

  @Test("who takes a place that is kept for alarms and says nothing is sent away")
  func silentInReserve() async throws {
    try await TestServer.run {
      $0.limits.connectionsPerUser = 1
      $0.limits.urgentConnections = 1
      $0.limits.urgentWait = .milliseconds(20)
    } _: { server in
      let first = try server.client()
      _ = try first.call("echo")
      try withExtendedLifetime(try server.client()) { silent in
        let code = try silent.errorCode()
        #expect(code == 1429)
        #expect(throws: RPCClientError.closed) { try silent.receiveLine() }
      }
      #expect(try server.client().call("alarm") == [:])
    }
  }

  @Test("one user's connections have a limit of their own")
  func connectionsOfUser() async throws {
    try await TestServer.run {
      $0.limits.connectionsPerUser = 1
    } _: { server in
      let first = try server.client()
      _ = try first.call("echo")
      let error = #expect(throws: RPCError.self) { try server.client().call("echo") }
      #expect(error?.message == "This user has 1 connections already; close some, or use one for several calls.")
    }
  }
}

extension TestServer {
  /// As `settle`, when calls are refused.
  func settleBusy() throws {
    let other = try client()
    for id in 0..<3 {
      try other.send(#"{"jsonrpc":"2.0","method":"echo","id":\#(id)}"#)
      _ = try other.receiveLine()
    }
  }
}
