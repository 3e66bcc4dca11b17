import JSONRPC
import Testing
import VisitsAPI

@Suite("Parameters")
struct ParameterTests {
  @Test(
    "a parameter that is wrong is named, with what it must be",
    arguments: [
      (
        ["visit": "v", "requestId": ""], "requestId",
        "The parameter \"requestId\" must be 1 to 64 characters that name this change; it is \"\"."
      ),
      (
        ["visit": "v"], "requestId",
        "The parameter \"requestId\" is missing. It must be 1 to 64 characters that name this change."
      ),
      (
        ["visit": "v", "requestId": "r", "at": "8:00"], "at",
        "The parameter \"at\" must be an instant with its offset such as 2026-11-20T15:00:00Z; it is \"8:00\"."
      ),
      (
        ["visit": "v", "requestId": "r", "at": "2026-11-20T15:00:00Z", "localAt": "8:00"], "at",
        "The parameters \"at\" and \"localAt\" say the same thing: send one of them."
      ),
      (
        ["visit": "v", "requestId": "r", "location": ["latitude": 91, "longitude": 0]], "location",
        "The parameter \"location\" must be a place such as {\"latitude\":53.54,\"longitude\":-113.49,\"accuracy\":12}; it is an object."
      ),
      (
        ["visit": "v", "requestId": "r", "expectedVersion": 1.5], "expectedVersion",
        "The parameter \"expectedVersion\" must be a whole number from 0 to 2147483647; it is 1.5."
      ),
      (
        ["visit": "v", "requestId": "r", "requestid": "r"], "requestid",
        "There is no parameter \"requestid\". Did you mean \"requestId\"?"
      ),
    ] as [(JSONValue, String, String)])
  func refuses(params: JSONValue, field: String, message: String) throws {
    let error = #expect(throws: RPCError.self) { _ = try VisitStart.read(try #require(params.object)) }
    #expect(error?.code == -32602)
    #expect(error?.data["field"] == .string(field))
    #expect(error?.message == message)
  }

  @Test("null leaves a worker out where that means an open visit, and is nothing elsewhere")
  func null() throws {
    let (parameters, _) = try VisitChange.read(
      JSONObject(uniqueMembers: [
        .init(name: "visit", value: "v"), .init(name: "worker", value: .null), .init(name: "start", value: .null),
        .init(name: "requestId", value: "r"),
      ]))
    guard case .null = parameters.worker else {
      Issue.record("worker was \(parameters.worker)")
      return
    }
    #expect(parameters.start == nil)
  }

  @Test("every change takes a requestId, and no read does")
  func requestIds() {
    for row in MethodTable.rows {
      #expect(
        row.parameters.contains { $0.name == "requestId" && $0.isRequired } == (row.effect == .change), "\(row.name)")
    }
  }

  @Test("names, addresses and notes are for the office: a monitor reads none of them")
  func monitor() {
    let open = MethodTable.rows.filter { $0.roles.contains(.monitor) }.map(\.name)
    #expect(open == ["event.wait", "system.status", "rpc.discover"])
    #expect(MethodTable.rows.filter { $0.roles.contains(.gateway) }.isEmpty)
  }
}
