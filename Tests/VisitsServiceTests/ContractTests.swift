import JSON
import JSONRPC
import Testing
import VisitsAPI
import VisitsTestSupport

@Suite("The contract")
struct ContractTests {
  @Test("every row of the method table has a handler")
  func handled() async throws {
    try await TestDaemon.run { _, client in
      for row in MethodTable.rows {
        do {
          _ = try await client.raw(row.name, ["no such parameter": 1])
        } catch let error as RPCError {
          #expect(error.kind != "methodNotFound", "\(row.name)")
        }
      }
    }
  }

  @Test("the API describes itself, method by method")
  func discover() async throws {
    try await TestDaemon.run { _, client in
      let document = try await client.call("rpc.discover")
      #expect(document["openrpc"] == "1.3.2")
      #expect(document["methods"]?.array?.map { $0["name"]?.string } == MethodTable.rows.map(\.name))
    }
  }

  @Test(
    "a call that is wrong is told what is wrong, and with what",
    arguments: [
      (
        #"{"jsonrpc":"2.0","id":1,"method":"tody","params":{}}"#,
        #"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"There is no method \"tody\". Did you mean \"today\"?","data":{"kind":"methodNotFound","method":"tody","nearest":"today"}}}"#
      ),
      (
        #"{"jsonrpc":"2.0","id":"a","method":"today"}"#,
        #"{"jsonrpc":"2.0","id":"a","error":{"code":-32602,"message":"Whose day? Send \"worker\" with a worker's id, or \"all\": true for everybody's.","data":{"kind":"invalidParams","field":"worker"}}}"#
      ),
      (
        #"{"jsonrpc":"2.0","id":1.50,"method":"today","params":{"worker":"sarah","dat":"2026-11-20"}}"#,
        #"{"jsonrpc":"2.0","id":1.50,"error":{"code":-32602,"message":"There is no parameter \"dat\". Did you mean \"date\"?","data":{"kind":"invalidParams","field":"dat","rule":"unknown","nearest":"date"}}}"#
      ),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"today","params":{"worker":7}}"#,
        #"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"The parameter \"worker\" must be a worker's id; it is 7.","data":{"kind":"invalidParams","field":"worker","rule":"form","example":"sarah","found":7}}}"#
      ),
    ])
  func wrongCalls(line: String, expected: String) async throws {
    try await TestDaemon.run { _, client in
      let answer = try await client.line(Array(line.utf8))
      #expect(answer == expected)
    }
  }

  @Test("a method's name of thousands of characters is not said back whole")
  func longMethod() async throws {
    try await TestDaemon.run { _, client in
      let method = String(repeating: "x", count: 5000)
      let answer = try await client.line(Array(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)"}"#.utf8))
      let shown = String(repeating: "x", count: 79) + "…"
      #expect(answer.contains(#""message":"There is no method \"\#(shown)\".""#))
      #expect(answer.contains(#""method":"\#(shown)""#))
    }
  }

  @Test("a finished visit is not moved, and both states are named")
  func finished() async throws {
    try await TestDaemon.run { _, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      _ = try await client.call("visit.complete", ["visit": .string(visit), "requestId": "c1"])
      let error = try await office.refusal(
        "visit.change", ["visit": .string(visit), "start": "2026-11-20T17:00:00Z", "requestId": "m1"])
      #expect(error.code == 1422)
      #expect(error.data["from"] == "completed")
      #expect(error.data["to"] == "scheduled")
    }
  }

  @Test("a worker, client or visit that is not there is named")
  func notFound() async throws {
    try await TestDaemon.run { _, client in
      let office = try await Office.open(client)
      let worker = try await office.refusal("today", ["worker": "sara"])
      #expect(worker.code == 1404)
      #expect(worker.data["thing"] == "worker")
      #expect(worker.data["id"] == "sara")
      let visit = try await office.refusal("visit.show", ["visit": "no-such-visit"])
      #expect(visit.data["thing"] == "visit")
      let client = try await office.refusal("client.show", ["client": "nobody"])
      #expect(client.data["thing"] == "client")
    }
  }
}
