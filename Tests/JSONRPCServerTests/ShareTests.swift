import JSON
import JSONRPC
import JSONRPCServer
import Synchronization
import Testing
import VisitsTestSupport

@Suite("A user's share of the server", .ownThread)
struct ShareTests {
  @Test("calls that wait have an end for all connections of a user together, until one goes")
  func waitingOfUser() async throws {
    try await TestServer.run {
      $0.limits.callsWaitingPerUser = 2
    } _: { server in
      let other = try server.client()
      do {
        let client = try server.client()
        for id in 1...2 { try client.send(#"{"jsonrpc":"2.0","method":"wait","id":\#(id)}"#) }
        try server.until { server.handler.handled >= 2 }
        let error = #expect(throws: RPCError.self) { try other.call("wait") }
        #expect(error?.message == "2 calls of this user wait already; let one of them end first.")
      }
      try server.until { server.handler.endedWaits >= 2 }
      try other.send(#"{"jsonrpc":"2.0","method":"wait","id":5}"#)
      try server.until { server.handler.handled >= 3 }
    }
  }

  @Test("a call that waited is told to try again where there is no room for its answer, and the others are served")
  func waitingAnswers() async throws {
    try await TestServer.run {
      // A user's share is 1 MiB, of which the socket takes some.
      $0.limits.bufferedBytes = 4 << 20
    } _: { server in
      let (greedy, other) = (try server.client(), try server.client())
      for id in 1...20 { try greedy.send(#"{"jsonrpc":"2.0","method":"wait","id":\#(id)}"#) }
      try server.until { server.handler.handled >= 20 }
      for _ in 1...20 { try server.handler.take().answer(.value(.string(String(repeating: "x", count: 600_000)))) }
      #expect(try other.call("echo") == [:])
      let answers = try (1...20).map { _ in try greedy.receiveLine() }
      #expect(answers.first.map { $0.count > 600_000 } == true)
      #expect(answers.count { $0.count > 600_000 } < 5)
      #expect(String(decoding: answers[19], as: UTF8.self).contains(#""code":1429"#))
    }
  }

  @Test("full buffers make the server say busy until they are drained")
  func budget() async throws {
    try await TestServer.run {
      $0.limits.bufferedBytes = 1 << 20
    } _: { server in
      let (greedy, other) = (try server.client(), try server.client())
      try greedy.send(#"{"jsonrpc":"2.0","method":"size","params":{"bytes":2000000},"id":1}"#)
      try server.settleBusy()
      let error = #expect(throws: RPCError.self) { try other.call("echo") }
      #expect(error?.code == 1429)
      #expect(error?.data["retryAfter"] == 1)
      #expect(try greedy.receiveLine().count > 2_000_000)
      #expect(try greedy.call("echo") == [:])
      #expect(try other.call("echo") == [:])
    }
  }

  @Test("a user without a role who reads nothing fills its own share, and everybody else is served")
  func stranger() async throws {
    try await TestServer.run {
      $0.limits.bufferedBytes = 64 << 20
      $0.limits.connectionsPerStranger = 3
      $0.limits.urgentConnections = 0
    } _: { server in
      let other = try server.client()
      _ = try other.call("echo")
      server.handler.strangers.store(true, ordering: .relaxed)
      let greedy = try server.client()
      for id in 1...3 {
        try greedy.send(#"{"jsonrpc":"2.0","method":"size","params":{"bytes":500000},"id":\#(id)}"#)
      }
      try server.until { server.handler.handled >= 4 }
      // What one connection of a user holds counts for the others.
      let second = try server.client()
      let error = #expect(throws: RPCError.self) { try second.call("echo") }
      #expect(error?.code == 1429)
      let third = #expect(throws: RPCError.self) { try server.client().call("echo") }
      #expect(third?.message == "This user has 3 connections already; close some, or use one for several calls.")
      #expect(try other.call("echo") == [:])
    }
  }

  @Test("what is kept free for one caller behind a gateway is in no other's way")
  func gateway() async throws {
    try await TestServer.run {
      // A user's share is 1 MiB: room for one large answer, or those to 64 of a gateway's calls.
      $0.limits.bufferedBytes = 4 << 20
    } _: { server in
      server.handler.gateways.store(true, ordering: .relaxed)
      let (greedy, other) = (try server.client(), try server.client())
      for id in 1...32 { try greedy.send(#"{"jsonrpc":"2.0","method":"large","id":\#(id)}"#) }
      try server.until { server.handler.handled >= 32 }
      try other.send(#"{"jsonrpc":"2.0","method":"large","id":1}"#)
      try server.until { server.handler.handled >= 33 }
    }
  }

  @Test("a user without a role sends short lines")
  func longLine() async throws {
    try await TestServer.run { server in
      server.handler.strangers.store(true, ordering: .relaxed)
      let stranger = try server.client()
      let text = String(repeating: "x", count: 4000)
      #expect(try stranger.call("echo", params: ["text": .string(text)])["text"] == .string(text))
      let error = #expect(throws: RPCError.self) { try stranger.call("echo", params: ["text": .string(text + text)]) }
      #expect(error?.message == "The line is longer than 4096 bytes; send it in parts or make it smaller.")
    }
  }

  @Test("a user who only reads sends no line as long as a file that is imported")
  func longLineOfReader() async throws {
    try await TestServer.run { server in
      server.handler.readers.store(true, ordering: .relaxed)
      let reader = try server.client()
      let text = String(repeating: "x", count: 65_000)
      #expect(try reader.call("echo", params: ["text": .string(text)])["text"] == .string(text))
      let error = #expect(throws: RPCError.self) { try reader.call("echo", params: ["text": .string(text + text)]) }
      #expect(error?.message == "The line is longer than 65536 bytes; send it in parts or make it smaller.")
    }
  }

  @Test("a user without a role who asks on and on for what it may not gets its answers slowly, and nobody else waits")
  func slowStranger() async throws {
    try await TestServer.run {
      $0.limits.unreadableLines = 2
      $0.limits.patience = .seconds(3600)
      $0.limits.connectionsPerStranger = 2
      $0.limits.urgentConnections = 0
    } _: { server in
      let other = try server.client()
      _ = try other.call("echo")
      server.handler.strangers.store(true, ordering: .relaxed)
      do {
        let stranger = try server.client()
        let line = #"[{"jsonrpc":"2.0","method":"none","id":1},{"jsonrpc":"2.0","method":"none","id":2}]"#
        for _ in 1...5 { try stranger.send(line) }
        for _ in 1...3 { #expect(try JSONScanner.parse(stranger.receiveLine()).array?.count == 2) }
        for _ in 1...3 { #expect(try other.call("echo") == [:]) }
        #expect(server.handler.handled == 10)
      }
      // Whoever leaves has no place for a new connection at once.
      try server.until {
        let again = try? server.client().call("echo")
        return again == nil
      }
    }
  }

  @Test("a peer that takes nothing of its answers loses its connection, and the room is free again")
  func stalled() async throws {
    try await TestServer.run {
      $0.limits.bufferedBytes = 4 << 20
      $0.limits.stalledOutput = .milliseconds(40)
    } _: { server in
      let (greedy, other) = (try server.client(), try server.client())
      try greedy.send(#"{"jsonrpc":"2.0","method":"size","params":{"bytes":3000000},"id":1}"#)
      try server.until { (try? other.call("echo")) != nil }
      #expect(try other.call("echo") == [:])
      #expect(throws: RPCClientError.closed) { try greedy.receiveLine() }
    }
  }

  @Test("answers to a batch are sent as they come once they are many, and the rest waits until they are read")
  func largeBatch() async throws {
    try await TestServer.run {
      $0.limits.unsentBytes = 1 << 18
      $0.limits.batchBytes = 1 << 16
    } _: { server in
      let client = try server.client()
      let entries = (1...100).map { #"{"jsonrpc":"2.0","method":"size","params":{"bytes":20000},"id":\#($0)}"# }
      try client.send("[" + entries.joined(separator: ",") + "]\n" + #"{"jsonrpc":"2.0","method":"echo","id":101}"#)
      try server.settle()
      #expect(server.handler.handled < 60)
      let answers = try #require(try JSONScanner.parse(try client.receiveLine()).array)
      #expect(answers.map { $0["id"] } == (1...100).map { .integer($0) })
      #expect(answers.allSatisfy { $0["result"]?.string?.utf8.count == 20_000 })
      #expect(try client.line() == #"{"jsonrpc":"2.0","id":101,"result":{}}"#)
    }
  }

  @Test("a batch is sent as it comes too where little output may wait, or the buffers are full")
  func crowdedBatch() async throws {
    try await TestServer.run {
      $0.limits.bufferedBytes = 1 << 20
      $0.limits.messageBytes = 1 << 17
      $0.limits.unsentBytesWhenFull = 1 << 14
    } _: { server in
      let client = try server.client()
      let entries = (1...100).map { #"{"jsonrpc":"2.0","method":"size","params":{"bytes":20000},"id":\#($0)}"# }
      try client.send("[" + entries.joined(separator: ",") + "]")
      let answers = try #require(try JSONScanner.parse(try client.receiveLine()).array)
      #expect(answers.map { $0["id"] } == (1...100).map { .integer($0) })
    }
  }

  @Test("what is answered while a large batch is being sent comes behind it")
  func behindBatch() async throws {
    try await TestServer.run {
      $0.limits.batchBytes = 1 << 16
    } _: { server in
      let client = try server.client()
      try client.send(#"{"jsonrpc":"2.0","method":"later","id":1}"#)
      try client.send(
        #"[{"jsonrpc":"2.0","method":"size","params":{"bytes":100000},"id":2},{"jsonrpc":"2.0","method":"later","id":3}]"#
      )
      try client.send(#"{"jsonrpc":"2.0","method":"echo","id":4}"#)
      try server.settle()
      let (first, inBatch) = (try server.handler.take(), try server.handler.take())
      first.answer(.value([1]))
      try server.settle()
      inBatch.answer(.value([3]))
      #expect(try JSONScanner.parse(try client.receiveLine()).array?.map { $0["id"] } == [2, 3])
      #expect(try client.line() == #"{"jsonrpc":"2.0","id":4,"result":{}}"#)
      #expect(try client.line() == #"{"jsonrpc":"2.0","id":1,"result":[1]}"#)
    }
  }

  @Test("a call that waits for something to happen keeps no other call waiting, however little room there is")
  func waitInTheWay() async throws {
    try await TestServer.run {
      // A user's share is 1 KiB.
      $0.limits.bufferedBytes = 4 << 10
    } _: { server in
      let (first, second) = (try server.client(), try server.client())
      try first.send(
        #"{"jsonrpc":"2.0","method":"wait","params":{"text":"\#(String(repeating: "x", count: 700))"},"id":1}"#)
      try server.until { server.handler.handled >= 1 }
      try second.send(#"{"jsonrpc":"2.0","method":"large","id":2}"#)
      try server.until { server.handler.handled >= 2 }
    }
  }

  @Test(
    "what a call in flight holds itself counts, so that large ones wait for each other", arguments: ["later", "wait"])
  func largeCalls(method: String) async throws {
    try await TestServer.run {
      // A user's share is 1 MiB.
      $0.limits.bufferedBytes = 4 << 20
    } _: { server in
      let (first, second) = (try server.client(), try server.client())
      let text = String(repeating: "x", count: 600_000)
      let line = #"{"jsonrpc":"2.0","method":"\#(method)","params":{"text":"\#(text)"},"id":1}"#
      try first.send(line)
      try server.until { server.handler.handled >= 1 }
      let begun = try server.handler.take()
      try second.send(line)
      let urgent = try server.client()
      for _ in 0..<3 { _ = try urgent.call("alarm") }
      #expect(throws: TestHandler.NothingKept.self) { try server.handler.take() }
      begun.answer(.value([1]))
      #expect(try first.line() == #"{"jsonrpc":"2.0","id":1,"result":[1]}"#)
      var next: RPCCall?
      try server.until {
        next = try? server.handler.take()
        return next != nil
      }
      next?.answer(.value([2]))
      #expect(try second.line() == #"{"jsonrpc":"2.0","id":1,"result":[2]}"#)
    }
  }

  @Test("a call waits until there is room for its answer beside those in flight")
  func room() async throws {
    try await TestServer.run {
      // A user's share is 2,560 bytes: room for two answers.
      $0.limits.bufferedBytes = 10_240
      $0.limits.messageBytes = 512
    } _: { server in
      let (client, other) = (try server.client(), try server.client())
      for id in 1...3 { try client.send(#"{"jsonrpc":"2.0","method":"later","id":\#(id)}"#) }
      try other.send(#"{"jsonrpc":"2.0","method":"echo","id":4}"#)
      try server.until { server.handler.handled >= 2 }
      try server.handler.take().answer(.value([1]))
      try server.handler.take().answer(.value([2]))
      #expect(try client.line() == #"{"jsonrpc":"2.0","id":1,"result":[1]}"#)
      #expect(try client.line() == #"{"jsonrpc":"2.0","id":2,"result":[2]}"#)
      #expect(try other.line() == #"{"jsonrpc":"2.0","id":4,"result":{}}"#)
      try server.until { server.handler.handled >= 4 }
      try server.handler.take().answer(.value([3]))
      #expect(try client.line() == #"{"jsonrpc":"2.0","id":3,"result":[3]}"#)
    }
  }

  @Test("a call that waits for room is answered all the same when the server shuts down")
  func roomAtShutdown() async throws {
    try await TestServer.run {
      $0.limits.bufferedBytes = 10_240
      $0.limits.messageBytes = 512
    } _: { server in
      let client = try server.client()
      for id in 1...3 { try client.send(#"{"jsonrpc":"2.0","method":"later","id":\#(id)}"#) }
      try server.until { server.handler.handled >= 2 }
      let running = server.server
      // Not a child of this task, whose thread is blocked below.
      let end = Task.detached(executorPreference: ThreadExecutor()) { await running.shutdown(within: .seconds(30)) }
      try server.until { server.handler.handled >= 3 }
      for number in 1...3 { try server.handler.take().answer(.value([.integer(Int64(number))])) }
      for id in 1...3 { #expect(try client.line() == #"{"jsonrpc":"2.0","id":\#(id),"result":[\#(id)]}"#) }
      await end.value
    }
  }

  @Test("an alarm is taken when the buffers are full")
  func urgentWhenFull() async throws {
    try await TestServer.run {
      $0.limits.bufferedBytes = 1 << 20
    } _: { server in
      let (greedy, other) = (try server.client(), try server.client())
      try greedy.send(#"{"jsonrpc":"2.0","method":"size","params":{"bytes":2000000},"id":1}"#)
      try server.settleBusy()
      #expect(throws: RPCError.self) { try other.call("echo") }
      #expect(try other.call("alarm", params: ["who": "sarah"]) == ["who": "sarah"])
      #expect(try greedy.receiveLine().count > 2_000_000)
    }
  }
}
