import JSON
import JSONRPC
import Testing
import VisitsDaemon
import VisitsModel
import VisitsTestSupport

@Suite("Records in the form of an aggregator, through the socket")
struct AggregatorTests {
  private static func agency(_ settings: inout Settings) {
    settings.evv = VerificationAgency(
      providerID: "123456789", taxID: "987654321",
      payers: [VerificationAgency.Payer(key: "medicaid", id: "CTDSS", program: "PCP")],
      reasons: [VerificationAgency.Reason(reason: "office", code: "03", resolution: "14")])
  }

  /// A visit from 10:00 to 11:00 in New York, which the office has entered, of people of whom everything is known.
  private func open(_ client: CheckedClient) async throws -> String {
    let office = try await Office.open(client)
    _ = try await client.call(
      "worker.put",
      [
        "id": "sarah", "givenNames": ["Sarah"], "familyName": "Miller", "identifiers": ["code=C17", "ssn=54321"],
        "requestId": "w",
      ])
    _ = try await client.call(
      "client.put",
      [
        "id": "margaret-chen", "givenNames": ["Margaret"], "familyName": "Chen", "memberIds": ["medicaid=004512345"],
        "street": ["123 Oak St"], "city": "Hartford", "region": "CT", "postalCode": "06103", "requestId": "c",
      ])
    let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
    _ = try await client.call("visit.start", ["visit": .string(visit), "at": "2026-11-20T15:02:00Z", "requestId": "s"])
    _ = try await client.call(
      "visit.complete", ["visit": .string(visit), "at": "2026-11-20T16:01:00Z", "requestId": "d"])
    return visit
  }

  @Test("what a visit lacks is named with where it is set, and the visit is left out and counted until then")
  func gaps() async throws {
    try await TestDaemon.run(at: "2026-11-20T17:00:00Z", zone: "America/New_York", settings: Self.agency) { _, client in
      let visit = try await open(client)
      let check: JSONValue = ["from": "2026-11-20", "to": "2026-11-21", "profile": "sandata"]
      let export: JSONValue = ["from": "2026-11-20", "to": "2026-11-21", "profile": "sandata", "format": "evv"]
      _ = try await client.call(
        "visit.change", ["visit": .string(visit), "service": "Personal care", "requestId": "n"])
      let found = try await client.call("evv.check", check)["visits"]?.array?.first?["problems"]?.array ?? []
      #expect(
        found.compactMap { $0["words"]?.string } == [
          "ProcedureCode is missing. Set evv.services in the configuration for \"Personal care\"."
        ])
      #expect(found.first?["kind"] == "missingField")
      #expect(found.first?["field"] == "ProcedureCode")
      let empty = try await client.call("export", export)
      #expect(empty["content"] == "")
      #expect(empty["count"] == 0)
      #expect(empty["leftOut"] == 1)
      // A code of its own is enough.
      let changed = try await client.call(
        "visit.change", ["visit": .string(visit), "serviceCode": "t1019:u1", "requestId": "k"])
      #expect(changed["visit"]?["serviceCode"] == "T1019:U1")
      #expect(try await client.call("evv.check", check)["visits"]?.array?.isEmpty == true)
      let whole = try await client.call("export", export)
      #expect(whole["count"] == 1)
      #expect(whole["leftOut"] == 0)
      #expect(whole["mediaType"] == "application/jsonl")
      let line = try #require(whole["content"]?.string)
      let record = try #require(try JSONScanner.parse(Array(line.dropLast().utf8)).array?.first)
      #expect(record["VisitOtherID"]?.string == visit)
      #expect(record["Modifier1"] == "U1")
      #expect(record["Modifier2"]?.isNull == true)
      #expect(record["Calls"]?.array?.map { $0["CallType"] } == ["Manual", "Manual"])
      #expect(record["VisitChanges"]?.array?.first?["ReasonCode"] == "03")
    }
  }

  @Test("a visit without a service is left out and counted, and the home of the day stays when the client moves")
  func elements() async throws {
    try await TestDaemon.run(at: "2026-11-20T17:00:00Z", zone: "America/New_York", settings: Self.agency) { _, client in
      let visit = try await open(client)
      let check: JSONValue = ["from": "2026-11-20", "to": "2026-11-21", "profile": "hhax"]
      let export: JSONValue = ["from": "2026-11-20", "to": "2026-11-21", "profile": "hhax", "format": "evv"]
      _ = try await client.call("visit.change", ["visit": .string(visit), "service": .null, "requestId": "n"])
      let left = try await client.call("export", export)
      #expect(left["count"] == 0)
      #expect(left["leftOut"] == 1)
      let problems = try await client.call("evv.check", check)["visits"]?.array?.first?["problems"]?.array ?? []
      #expect(
        problems.compactMap { $0["words"]?.string } == [
          "No service", "Procedure Code is missing. Set it: visits evv code \(visit) --code …",
        ])
      _ = try await client.call(
        "visit.change", ["visit": .string(visit), "serviceCode": "T1019", "requestId": "k"])
      _ = try await client.call(
        "client.put",
        [
          "id": "margaret-chen", "street": ["9 Elm St"], "city": "New Haven", "postalCode": "06511", "requestId": "m",
        ])
      let whole = try await client.call("export", export)
      #expect(whole["count"] == 1)
      #expect(whole["leftOut"] == 0)
      let table = try #require(whole["content"]?.string)
      #expect(table.contains("123 Oak St"))
      #expect(!table.contains("9 Elm St"))
    }
  }

  @Test("the clients and the workers of the visits are told alike, and HHAeXchange has a table")
  func people() async throws {
    try await TestDaemon.run(at: "2026-11-20T17:00:00Z", zone: "America/New_York", settings: Self.agency) { _, client in
      let visit = try await open(client)
      _ = try await client.call(
        "visit.change", ["visit": .string(visit), "serviceCode": "T1019", "requestId": "k"])
      func export(_ profile: String, _ records: String? = nil) async throws -> JSONValue {
        var params = JSONObject()
        for (name, value) in [("format", "evv"), ("from", "2026-11-20"), ("to", "2026-11-21"), ("profile", profile)] {
          params[name] = .string(value)
        }
        params["records"] = records.map { .string($0) }
        return try await client.call("export", .object(params))
      }
      let clients = try await export("sandata", "clients")
      #expect(clients["content"]?.string?.contains(#""ClientZip":"061030000""#) == true)
      #expect(clients["count"] == 1)
      #expect(clients["next"]?.isNull == true)
      let employees = try await export("sandata", "employees")
      #expect(employees["content"]?.string?.contains(#""EmployeeIdentifier":"C17""#) == true)
      let table = try await export("hhax")
      #expect(table["mediaType"] == "text/csv; charset=utf-8; header=present")
      let rows = try #require(table["content"]?.string).split(separator: "\r\n")
      #expect(rows.count == 2)
      #expect(rows[1].hasPrefix("987654321,,CTDSS,004512345,Margaret,Chen,margaret-chen,C17,,,Sarah,Miller,"))
      let office = Office(client: client)
      for (params, field): (JSONValue, JSONValue) in [
        (["format": "csv", "profile": "hhax"], "profile"),
        (["format": "evv", "profile": "hhax", "evvFormat": "csv"], "evvFormat"),
        (["format": "evv", "profile": "hhax", "records": "clients"], "records"),
      ] {
        #expect(try await office.refusal("export", params).data["field"] == field)
      }
    }
  }

  @Test("identifiers are kept with their keys, of which none stands twice, and a device is told none of a client's")
  func identifiers() async throws {
    try await TestDaemon.run(at: "2026-11-20T17:00:00Z") { daemon, client in
      _ = try await open(client)
      let office = Office(client: client)
      #expect(
        try await client.call("client.show", ["client": "margaret-chen"])["client"]?["memberIds"]
          == ["medicaid=004512345"])
      #expect(
        try await client.call("worker.show", ["worker": "sarah"])["worker"]?["identifiers"] == [
          "code=C17", "ssn=54321",
        ])
      for wrong: JSONValue in [["ssn=123456789"], ["badge=1"], ["code="], ["code=1", "code=2"]] {
        let error = try await office.refusal(
          "worker.put", ["id": "sarah", "identifiers": wrong, "requestId": "wrong"])
        #expect(error.data["field"] == "identifiers")
      }
      let taken = try await client.call("client.put", ["id": "margaret-chen", "memberIds": .null, "requestId": "x"])
      #expect(taken["client"]?["memberIds"] == [])
    }
  }
}
