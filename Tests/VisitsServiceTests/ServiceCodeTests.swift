import JSON
import JSONRPC
import Testing
import VisitsService
import VisitsTestSupport

@Suite("What a payer calls the service of a visit")
struct ServiceCodeTests {
  private func params(_ members: [String: JSONValue]) -> JSONValue {
    var object = JSONObject()
    for (name, value) in members { object[name] = value }
    return .object(object)
  }

  private let plan: [String: JSONValue] = [
    "client": "margaret-chen", "worker": "sarah", "localStart": "2026-11-23T08:00", "minutes": 60,
    "service": "Personal care",
  ]

  @Test("is said when it is planned, and the audit keeps it; what is no code is refused")
  func planned() async throws {
    try await TestDaemon.run { _, client in
      let office = try await Office.open(client)
      let answer = try await client.call(
        "visit.add", params(plan.merging(["serviceCode": "t1019:u1", "requestId": "a"]) { $1 }))
      let visit = try #require(answer["visits"]?.array?.first)
      #expect(visit["serviceCode"] == "T1019:U1")
      let audit = try await client.call("audit.list", ["visit": try #require(visit["id"])])
      #expect(audit["entries"]?.array?.first?["after"]?["serviceCode"] == "T1019:U1")
      let refused = try await office.refusal(
        "visit.add", params(plan.merging(["serviceCode": "home help", "requestId": "b"]) { $1 }))
      #expect(refused.data["field"] == "serviceCode")
    }
  }

  @Test("is that of each visit of a series, as the series has it from a day on, but for a visit with its own")
  func series() async throws {
    try await TestDaemon.run(at: "2026-11-20T12:00:00Z") { daemon, client in
      _ = try await Office.open(client)
      let more: [String: JSONValue] = ["serviceCode": "T1019", "repeat": "daily", "requestId": "s"]
      let answer = try await client.call("visit.add", params(plan.merging(more) { $1 }))
      let visits = try #require(answer["visits"]?.array)
      #expect(answer["series"]?["serviceCode"] == "T1019")
      #expect(visits.allSatisfy { $0["serviceCode"] == "T1019" })
      _ = try await client.call(
        "visit.change", ["visit": try #require(visits[2]["id"]), "serviceCode": "S5135", "requestId": "own"])
      let changed = try await client.call(
        "series.change",
        ["visit": try #require(visits[1]["id"]), "serviceCode": "T1019:U1", "requestId": "c"])
      #expect(changed["series"]?["serviceCode"] == "T1019:U1")
      let listed =
        try await client.call("visit.list", ["from": "2026-11-23", "to": "2026-11-27"])["visits"]?.array ?? []
      #expect(listed.map { $0["serviceCode"] } == ["T1019", "T1019:U1", "S5135", "T1019:U1"])
      let taken = try await client.call(
        "series.change", ["visit": try #require(visits[1]["id"]), "serviceCode": .null, "requestId": "d"])
      #expect(taken["series"]?["serviceCode"] == nil)
      // The visits that are made later have what the series has.
      daemon.time.set("2026-12-20T12:00:00Z")
      _ = try await daemon.service.makeDueVisits()
      let later = try await client.call("visit.list", ["from": "2027-02-01", "to": "2027-02-02"])["visits"]?.array
      #expect(later?.count == 1)
      #expect(later?.first?["serviceCode"] == nil)
    }
  }

  @Test("is a column of a table, which goes out and comes back, and changes a visit that has another")
  func table() async throws {
    try await TestDaemon.run { _, client in
      _ = try await Office.open(client)
      func importing(_ code: String, _ request: String) async throws -> JSONValue {
        try await client.call(
          "import",
          [
            "format": "csv", "requestId": .string(request),
            "content": .string(
              """
              id,client,start,end,service,service code
              7,margaret-chen,2026-11-23 08:00,2026-11-23 09:00,Personal care,\(code)
              """),
          ])
      }
      #expect(try await importing("T1019:U1", "a")["added"] == 1)
      #expect(try await importing("T1019:U1", "b")["unchanged"] == 1)
      // An empty cell says nothing.
      #expect(try await importing("", "c")["unchanged"] == 1)
      #expect(try await importing("T1019:U2", "d")["changed"] == 1)
      let window: JSONValue = ["format": "csv", "from": "2026-11-23", "to": "2026-11-24"]
      let table = try #require(try await client.call("export", window)["content"]?.string)
      #expect(table.contains(",Personal care,T1019:U2,"))
      let back = try await client.call("import", ["format": "csv", "content": .string(table), "requestId": "back"])
      #expect(back["unchanged"] == 1)
      let evv = try await client.call("export", ["format": "evv", "from": "2026-11-23", "to": "2026-11-24"])
      #expect(evv["content"]?.string?.contains(#""serviceCode":"T1019:U2""#) == true)
    }
  }
}
