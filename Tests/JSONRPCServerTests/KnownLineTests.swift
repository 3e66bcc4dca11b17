import JSON
import JSONRPCServer
import Testing
import VisitsTestSupport

@Suite("Lines that are known again", .ownThread)
struct KnownLineTests {
  @Test("who polls is answered without being read, each under its own id")
  func polled() async throws {
    try await TestServer.run { server in
      let client = try server.client()
      for id in ["1", "2", #""b""#, "3"] {
        try client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"poll","params":{"a":1}}"#)
        #expect(try client.line() == #"{"jsonrpc":"2.0","id":\#(id),"result":{"a":1}}"#)
      }
      #expect(server.handler.handled == 1)
      try client.send(#"{"jsonrpc":"2.0","id":4,"method":"poll","params":{"a":2}}"#)
      #expect(try client.line() == #"{"jsonrpc":"2.0","id":4,"result":{"a":2}}"#)
      #expect(server.handler.handled == 2)
    }
  }

  @Test("a parameter that is called id is not taken for the call's")
  func parameterNamedID() async throws {
    try await TestServer.run { server in
      let client = try server.client()
      for parameter in ["5", "7"] {
        try client.send(#"{"jsonrpc":"2.0","method":"poll","params":{"id":\#(parameter)},"id":6}"#)
        #expect(try client.line() == #"{"jsonrpc":"2.0","id":6,"result":{"id":\#(parameter)}}"#)
      }
      // The text of a string may look like a member.
      for id in ["8", "9"] {
        try client.send(#"{"jsonrpc":"2.0","method":"poll","params":{"x":"\"id\":1,"},"id":\#(id)}"#)
        #expect(try client.line() == #"{"jsonrpc":"2.0","id":\#(id),"result":{"x":"\"id\":1,"}}"#)
      }
    }
  }

  @Test("a notification that looks like a known line is not answered, and a batch is read")
  func othersAreRead() async throws {
    try await TestServer.run { server in
      let client = try server.client()
      try client.send(#"{"jsonrpc":"2.0","method":"poll","params":{"id":1}}"#)
      try client.send(#"{"jsonrpc":"2.0","method":"poll","params":{"id":1}}"#)
      try client.send(#"[{"jsonrpc":"2.0","id":2,"method":"poll","params":{}}]"#)
      #expect(try client.line() == #"[{"jsonrpc":"2.0","id":2,"result":{}}]"#)
      try client.send(#"[{"jsonrpc":"2.0","id":3,"method":"poll","params":{}}]"#)
      #expect(try client.line() == #"[{"jsonrpc":"2.0","id":3,"result":{}}]"#)
      #expect(server.handler.handled == 4)
    }
  }
}
