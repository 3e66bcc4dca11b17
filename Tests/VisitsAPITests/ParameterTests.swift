import JSON
import JSONRPC
import Testing
import VisitsAPI

@Suite("Parameters")
struct ParameterTests {
  @Test("a text that is far too long is refused without being looked at, and said back in part")
  func longText() {
    let shape = Shape<String>(.boolean, example: "", "a word") { _ in
      Issue.record("it was looked at")
      return nil
    }
    let text = JSONValue.string(String(repeating: "e\u{301}", count: 1000))
    #expect(shape.read(text) == nil)
    #expect(shape.flaw(of: text).unicodeScalars.count == 83)
    #expect(Shape<String>.text(0, 8000).read(.string(String(repeating: "😀", count: 8000))) != nil)
  }

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
        "The parameter \"location\" must be a place such as {\"latitude\":53.54,\"longitude\":-113.49,\"accuracy\":12}; it has the latitude 91."
      ),
      (
        ["visit": "v", "requestId": "r", "location": ["latitude": 53.5, "lon": 0]], "location",
        "The parameter \"location\" must be a place such as {\"latitude\":53.54,\"longitude\":-113.49,\"accuracy\":12}; it has a member \"lon\"."
      ),
      (
        ["visit": "v", "requestId": "r", "location": ["latitude": 53.5]], "location",
        "The parameter \"location\" must be a place such as {\"latitude\":53.54,\"longitude\":-113.49,\"accuracy\":12}; it has no longitude."
      ),
      (
        ["visit": "v", "requestId": "r", "location": "home"], "location",
        "The parameter \"location\" must be a place such as {\"latitude\":53.54,\"longitude\":-113.49,\"accuracy\":12}; it is \"home\"."
      ),
      (
        ["visit": "v", "requestId": "r", "expectedVersion": 1.5], "expectedVersion",
        "The parameter \"expectedVersion\" must be a whole number from 0 to 2147483647; it is 1.5."
      ),
      (
        ["visit": "v", "requestId": "r", "offset": "-06:00", "at": "2026-11-20T15:00:00Z"], "offset",
        "The parameter \"offset\" tells which of two local times is meant, and no local… parameter is given. Leave it out, or send the time as a local one."
      ),
      (
        ["vist": "v", "requestId": "r"], "vist", "There is no parameter \"vist\". Did you mean \"visit\"?"
      ),
      (
        ["visit": 7, "requestId": "r", "expectedversion": 1], "expectedversion",
        "There is no parameter \"expectedversion\". Did you mean \"expectedVersion\"?"
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

  @Test(
    "a refusal tells the rule apart from its words, so that a program can word it",
    arguments: [
      ("task.stats", "days", 500, #"{"field":"days","rule":"range","minimum":1,"maximum":366,"found":500}"#),
      (
        "task.put", "category", "food",
        #"{"field":"category","rule":"choice","choices":["health","nutrition","medication","personalCare","#
          + #""activity","rest","household","other"],"found":"food"}"#
      ),
      ("task.put", "title", "", #"{"field":"title","rule":"length","minimum":1,"maximum":200,"length":0}"#),
      ("task.put", "title", "  ", #"{"field":"title","rule":"blank"}"#),
      ("task.put", "symbol", "A b", #"{"field":"symbol","rule":"form","example":"fork.knife","found":"A b"}"#),
      ("task.put", "titel", "A b", #"{"field":"titel","rule":"unknown","nearest":"title"}"#),
      (
        "visit.list", "status", ["missed", "x"],
        #"{"field":"status","rule":"choice","choices":["scheduled","inProgress","completed","cancelled","missed"],"#
          + #""found":"x"}"#
      ),
      ("task.stats", "client", nil, #"{"field":"client","rule":"missing"}"#),
    ] as [(String, String, JSONValue?, String)])
  func rules(method: String, field: String, value: JSONValue?, data: String) throws {
    let row = try #require(MethodTable.row(named: method))
    var params = JSONObject(uniqueMembers: [.init(name: "client", value: "c"), .init(name: "requestId", value: "r")])
    if method != "task.put" { params["requestId"] = nil }
    if method == "visit.list" { params["client"] = nil }
    params[field] = value
    let error = #expect(throws: RPCError.self) { try Self.read(row.method, params) }
    #expect(error.map { String(decoding: JSONValue.object($0.data).bytes, as: UTF8.self) } == data)
  }

  private static func read<Called: Method>(_ method: Called.Type, _ params: JSONObject) throws {
    _ = try Called.read(params)
  }

  @Test(
    "of a list, the element that is wrong is shown",
    arguments: [
      (
        ["status": ["scheduled", "x"]],
        "The parameter \"status\" must be a list of at most 5, each one of scheduled, inProgress, completed, cancelled, missed; it holds \"x\"."
      ),
      (
        ["status": ["missed", "missed", "missed", "missed", "missed", "missed"]],
        "The parameter \"status\" must be a list of at most 5, each one of scheduled, inProgress, completed, cancelled, missed; it holds 6."
      ),
      (
        ["status": "x"],
        "The parameter \"status\" must be a list of at most 5, each one of scheduled, inProgress, completed, cancelled, missed; it is \"x\"."
      ),
    ] as [(JSONValue, String)])
  func elements(params: JSONValue, message: String) throws {
    let error = #expect(throws: RPCError.self) { _ = try VisitList.read(try #require(params.object)) }
    #expect(error?.data["field"] == "status")
    #expect(error?.message == message)
  }

  @Test(
    "a whole number may be written in any of JSON's ways",
    arguments: ["2", "2.0", "2e0", "20e-1", "0.2E+1"])
  func wholeNumbers(text: String) throws {
    let params = try JSONScanner.parse(Array(#"{"visit":"v","requestId":"r","expectedVersion":\#(text)}"#.utf8))
    let (parameters, _) = try VisitStart.read(try #require(params.object))
    #expect(parameters.change.expectedVersion == 2)
  }

  @Test("a number that is not whole, or too large, is none", arguments: ["2.5", "1e300", "-1.0", "2147483648.0"])
  func noWholeNumbers(text: String) throws {
    let params = try JSONScanner.parse(Array(#"{"visit":"v","requestId":"r","expectedVersion":\#(text)}"#.utf8))
    #expect(throws: RPCError.self) { _ = try VisitStart.read(try #require(params.object)) }
  }

  @Test("blanks around a person's name are taken away")
  func trimmedNames() throws {
    let params: JSONValue = ["id": "sarah", "name": " \u{00A0}Sarah  Miller ", "requestId": "r"]
    #expect(try WorkerPut.read(try #require(params.object)).0.name == "Sarah  Miller")
    let joined: JSONValue = ["id": "mina", "name": "مینا \u{200C}رضا", "requestId": "r"]
    #expect(try ClientPut.read(try #require(joined.object)).0.name == "مینا \u{200C}رضا")
  }

  @Test(
    "a name of blanks or with control characters is refused",
    arguments: [
      "", " ", "\u{3000}\u{00A0}", "\u{200B}", "Sarah\nMiller", "Sarah\u{7}", "\u{1B}[31mSarah", "Sarah\u{85}",
      "Sarah\u{2028}Miller", "\u{202E}Sarah", "\u{61C}Sarah",
    ])
  func refusedNames(name: String) throws {
    for read in [{ _ = try WorkerPut.read($0) }, { _ = try ClientPut.read($0) }] as [(JSONObject) throws -> Void] {
      let params: JSONValue = ["id": "sarah", "name": .string(name), "requestId": "r"]
      let error = #expect(throws: RPCError.self) { try read(try #require(params.object)) }
      #expect(error?.data["field"] == "name")
    }
  }

  @Test("a parameter of thousands of characters is not said back whole")
  func longNames() throws {
    let params: JSONValue = ["visit": "v", "requestId": "r"]
    var object = try #require(params.object)
    object[String(repeating: "x", count: 5000)] = 1
    let error = #expect(throws: RPCError.self) { _ = try VisitStart.read(object) }
    #expect(error?.data["field"] == .string(String(repeating: "x", count: 79) + "…"))
    #expect((error?.message.count ?? .max) < 400)
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
    #expect(
      open == [
        "sync.status", "event.wait", "event.subscribe", "system.status", "system.metrics", "system.health",
        "rpc.discover",
      ])
    #expect(
      MethodTable.rows.filter { $0.roles.contains(.gateway) }.map(\.name) == ["device.enrol", "system.health"])
  }
}
