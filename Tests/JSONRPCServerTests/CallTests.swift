import Glibc
import JSON
import JSONRPC
import JSONRPCServer
import Testing
import VisitsTestSupport

@Suite("Calls over a real socket", .ownThread)
struct CallTests {
  @Test("ids come back byte for byte")
  func ids() async throws {
    try await TestServer.run { server in
      let client = try server.client()
      for id in ["1", "1.0", "1e2", "-0", "99999999999999999999999", "null", #""\u0041""#, #""é\/""#] {
        try client.send(#"{"jsonrpc":"2.0","method":"echo","params":{"a":1},"id":\#(id)}"#)
        #expect(try client.line() == #"{"jsonrpc":"2.0","id":\#(id),"result":{"a":1}}"#)
      }
    }
  }

  @Test("a line that is no JSON is answered, and the next one works")
  func garbage() async throws {
    try await TestServer.run { server in
      let client = try server.client()
      for garbage in ["", "hello", "{", "\u{FEFF}{}", "[1,]", #"{"a":1,"a":1}"#] {
        try client.send(garbage)
        #expect(try client.errorCode() == -32700)
      }
      try client.send([0xFF, 0xFE, 0x0A])
      #expect(try client.errorCode() == -32700)
      #expect(try client.call("echo", params: ["x": "é"]) == ["x": "é"])
    }
  }

  @Test("a refusal carries its kind and the caller's id")
  func refusals() async throws {
    try await TestServer.run { server in
      let client = try server.client()
      #expect(throws: RPCError.methodNotFound("nope")) { try client.call("nope") }
      try client.send(#"{"jsonrpc":"2.0","method":"echo","params":[1],"id":"p"}"#)
      #expect(try client.errorCode(id: "p") == -32602)
      try client.send(#"{"method":"echo","id":"v"}"#)
      #expect(try client.errorCode(id: "v") == -32600)
      try client.send(#"{"jsonrpc":"2.0","method":"echo","id":{}}"#)
      #expect(try client.errorCode() == -32600)
    }
  }

  @Test("a notification is never answered, whatever is wrong with it")
  func notifications() async throws {
    try await TestServer.run { server in
      let client = try server.client()
      try client.send(#"{"jsonrpc":"2.0","method":"echo"}"#)
      try client.send(#"{"jsonrpc":"2.0","method":"nope"}"#)
      try client.send(#"{"jsonrpc":"2.0","method":"echo","params":[1]}"#)
      try client.send(#"{"jsonrpc":"2.0","method":"later"}"#)
      #expect(try client.call("echo") == [:])
      try server.handler.take().answer(.value([1]))
      #expect(try client.call("echo") == [:])
      #expect(server.handler.handled == 5)
    }
  }

  @Test("a batch is answered entry by entry in one array")
  func batch() async throws {
    try await TestServer.run { server in
      let client = try server.client()
      try client.send(
        #"[{"jsonrpc":"2.0","method":"echo","id":1},{"jsonrpc":"2.0","method":"echo"},7,"#
          + #"{"jsonrpc":"2.0","method":"nope","id":"n"}]"#)
      let answers = try #require(try JSONScanner.parse(client.receiveLine()).array)
      #expect(answers.count == 3)
      #expect(answers[0] == ["jsonrpc": "2.0", "id": 1, "result": [:]])
      #expect(answers[1]["error"]?["code"] == -32600)
      #expect(answers[1]["id"] == .null)
      #expect(answers[2]["error"]?["code"] == -32601)
      #expect(answers[2]["id"] == "n")
    }
  }

  @Test("a batch waits for its last answer, other calls do not")
  func lateBatch() async throws {
    try await TestServer.run { server in
      let client = try server.client()
      try client.send(
        #"[{"jsonrpc":"2.0","method":"later","id":1},{"jsonrpc":"2.0","method":"echo","id":2},"#
          + #"{"jsonrpc":"2.0","method":"later"}]"#)
      #expect(try client.call("echo", id: "between") == [:])
      try server.handler.take().answer(.failure(.methodNotFound("x")))
      #expect(try client.call("echo", id: "again") == [:])
      try server.handler.take().answer(.value([]))
      let answers = try #require(try JSONScanner.parse(client.receiveLine()).array)
      #expect(answers.map { $0["id"] } == [2, 1])
      #expect(answers[1]["error"]?["code"] == -32601)
    }
  }

  @Test("a batch of notifications is not answered, an empty one and one of 101 are refused")
  func batchEdges() async throws {
    try await TestServer.run { server in
      let client = try server.client()
      let entry = #"{"jsonrpc":"2.0","method":"echo"}"#
      try client.send("[\(entry),\(entry)]")
      try client.send("[]")
      #expect(try client.errorCode() == -32600)
      try client.send("[" + Array(repeating: entry, count: 101).joined(separator: ",") + "]")
      #expect(try client.errorCode() == 1413)
      #expect(try client.call("echo") == [:], "the lines behind it may be another's")
      #expect(server.handler.handled == 3)
    }
  }

  @Test("answers may overtake each other, and only the first to a call counts")
  func outOfOrder() async throws {
    try await TestServer.run { server in
      let client = try server.client()
      try client.send(#"{"jsonrpc":"2.0","method":"later","id":1}"#)
      try client.send(#"{"jsonrpc":"2.0","method":"later","id":2}"#)
      #expect(try client.call("echo", id: 3) == [:])
      let (first, second) = (try server.handler.take(), try server.handler.take())
      second.answer(.value([2]))
      second.answer(.value([3]))
      #expect(try client.line() == #"{"jsonrpc":"2.0","id":2,"result":[2]}"#)
      first.answer(.value([1]))
      #expect(try client.line() == #"{"jsonrpc":"2.0","id":1,"result":[1]}"#)
    }
  }

  @Test("10,000 calls sent in one go are answered in their order")
  func pipelining() async throws {
    try await TestServer.run { server in
      let client = try server.client()
      let lines = (0..<10_000).map { #"{"jsonrpc":"2.0","method":"echo","params":{"n":\#($0)},"id":\#($0)}"# + "\n" }
      try client.send(Array(lines.joined().utf8))
      for number in 0..<10_000 {
        #expect(try client.line() == #"{"jsonrpc":"2.0","id":\#(number),"result":{"n":\#(number)}}"#)
      }
    }
  }

  @Test("the peer is known by its credentials")
  func peer() async throws {
    try await TestServer.run { server in
      let peer = try server.client().call("peer")
      #expect(peer["uid"] == .integer(Int64(getuid())))
      #expect(peer["gid"] == .integer(Int64(getgid())))
      #expect(peer["pid"] == .integer(Int64(getpid())))
      var groups = [gid_t](repeating: 0, count: Int(getgroups(0, nil)))
      getgroups(Int32(groups.count), &groups)
      #expect(peer["groups"] == .array(groups.map { .integer(Int64($0)) }))
    }
  }
}
