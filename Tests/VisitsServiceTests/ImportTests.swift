import JSONRPC
import Testing
import VisitsExchange
import VisitsModel
import VisitsTestSupport

@Suite("The import of a FHIR Bundle, through the socket")
struct ImportTests {
  private func sample() throws -> String {
    SampleAgency.bundle(today: try #require(CareDay("2026-11-20")), in: try #require(Zone("America/Edmonton")))
  }

  @Test("the sample agency gives Sarah the Today of the design")
  func sampleAgency() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:05:00Z") { _, client in
      let summary = try await client.call(
        "import", ["format": "fhir", "content": .string(try sample()), "requestId": "i1"])
      #expect(summary["refused"] == [])
      let today = try await client.call("today", ["worker": "sarah"])
      let cards = try #require(today["cards"]?.array)
      #expect((6...8).contains(cards.count))
      #expect(cards[0]["title"] == "Margaret Chen")
      #expect(cards[0]["time"] == "8:00 AM - 9:00 AM")
      #expect(cards[0]["address"] == "123 Oak St, Edmonton")
      #expect(cards[0]["status"] == "completed")
      #expect(cards[1]["title"] == "John Smith")
      #expect(cards[1]["time"] == "10:00 AM - 11:00 AM")
      #expect(cards[1]["address"] == "456 Maple Ave, Edmonton")
      #expect(cards[1]["status"] == "scheduled")
    }
  }

  @Test("a second import of the same Bundle changes nothing")
  func twice() async throws {
    try await TestDaemon.run { _, client in
      let content = JSONValue.string(try sample())
      let first = try await client.call("import", ["format": "fhir", "content": content, "requestId": "i1"])
      let second = try await client.call("import", ["format": "fhir", "content": content, "requestId": "i2"])
      #expect(second["added"] == 0)
      #expect(second["changed"] == 0)
      #expect(second["unchanged"] == first["added"])
    }
  }

  @Test("a check-in of ours is never overwritten by an import")
  func keepsCheckIns() async throws {
    try await TestDaemon.run(at: "2026-11-20T17:10:00Z") { _, client in
      let content = JSONValue.string(try sample())
      _ = try await client.call("import", ["format": "fhir", "content": content, "requestId": "i1"])
      let cards = try await client.call("today", ["worker": "sarah"])["cards"]?.array
      let john = try #require(cards?[1]["visit"])
      _ = try await client.call("visit.start", ["visit": john, "requestId": "s1"])
      _ = try await client.call("import", ["format": "fhir", "content": content, "requestId": "i2"])
      let shown = try await client.call("visit.show", ["visit": john])
      #expect(shown["visit"]?["status"] == "inProgress")
      #expect(shown["visit"]?["checkIn"]?["at"] == "2026-11-20T17:10:00Z")
    }
  }

  @Test("a dry run says what would happen, and nothing does")
  func dryRun() async throws {
    try await TestDaemon.run { _, client in
      let summary = try await client.call(
        "import", ["format": "fhir", "content": .string(try sample()), "dryRun": true, "requestId": "i1"])
      #expect(summary["added"]?.integer ?? 0 > 10)
      let status = try await client.call("system.status")
      #expect(status["visits"] == 0)
      #expect(status["workers"] == 0)
    }
  }

  @Test("one bad entry holds up the rest, unless it may be left out")
  func allOrNothing() async throws {
    try await TestDaemon.run { _, client in
      let content: JSONValue = .string(
        """
        {"resourceType":"Bundle","type":"collection","entry":[
          {"resource":{"resourceType":"Patient","id":"margaret-chen","name":[{"text":"Margaret Chen"}]}},
          {"resource":{"resourceType":"Appointment","id":"a1","status":"booked","start":"2026-11-20T10:00:00Z",
            "end":"2026-11-20T09:00:00Z","participant":[{"actor":{"reference":"Patient/margaret-chen"},
            "status":"accepted"}]}}]}
        """)
      let whole = try await client.call("import", ["format": "fhir", "content": content, "requestId": "i1"])
      #expect(whole["added"] == 0)
      #expect(whole["refused"]?.array?.count == 1)
      #expect(whole["refused"]?.array?.first?["place"]?.string?.hasPrefix("entry[1] Appointment/a1") == true)
      let rest = try await client.call(
        "import", ["format": "fhir", "content": content, "skipInvalid": true, "requestId": "i2"])
      #expect(rest["added"] == 1)
      #expect(rest["refused"]?.array?.count == 1)
    }
  }
}
