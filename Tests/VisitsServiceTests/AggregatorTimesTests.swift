import JSON
import JSONRPC
import Testing
import VisitsDaemon
import VisitsModel
import VisitsTestSupport

@Suite("What an aggregator refuses")
struct AggregatorTimesTests {
  private static func agency(_ settings: inout Settings) {
    settings.evv = VerificationAgency(
      providerID: "123456789", taxID: "987654321",
      payers: [VerificationAgency.Payer(key: "medicaid", id: "CTDSS", program: "PCP")],
      reasons: ["office", "forgotten"].map { VerificationAgency.Reason(reason: $0, code: "03", resolution: "14") })
  }

  private func open(_ client: CheckedClient, member: String = "004512345") async throws -> Office {
    let office = try await Office.open(client)
    _ = try await client.call(
      "worker.put",
      [
        "id": "sarah", "givenNames": ["Sarah"], "familyName": "Miller", "identifiers": ["code=C17"], "requestId": "w",
      ])
    _ = try await client.call(
      "client.put",
      [
        "id": "margaret-chen", "givenNames": ["Margaret"], "familyName": "Chen",
        "memberIds": [.string("medicaid=\(member)")], "street": ["123 Oak St"], "city": "Hartford", "region": "CT",
        "postalCode": "06103", "requestId": "c",
      ])
    return office
  }

  /// A visit of Sarah's that was made from one time to another.
  private func made(_ office: Office, _ start: String, _ end: String, request: String) async throws -> String {
    let planned = start == end ? "2026-11-20T16:30:00Z" : end
    let visit = try await office.visit(start, planned, request: "visit-\(request)", allowOverlap: true)
    for (method, at) in [("visit.start", start), ("visit.complete", end)] {
      _ = try await office.client.call(
        method, ["visit": .string(visit), "at": .string(at), "requestId": .string("visit-\(request)-\(method)")])
    }
    _ = try await office.client.call(
      "visit.change",
      ["visit": .string(visit), "service": "Care", "serviceCode": "T1019", "requestId": .string("visit-\(request)-k")])
    return visit
  }

  private func problems(_ client: CheckedClient, _ profile: String) async throws -> [String: [String]] {
    let check = try await client.call(
      "evv.check", ["from": "2026-11-19", "to": "2026-11-22", "profile": .string(profile)])
    var found: [String: [String]] = [:]
    for visit in check["visits"]?.array ?? [] {
      guard let id = visit["visit"]?["id"]?.string else { continue }
      found[id] = visit["problems"]?.array?.compactMap { $0["words"]?.string }
    }
    return found
  }

  @Test("times of one worker that overlap by more than a minute are named at both visits, and one minute is not")
  func overlaps() async throws {
    try await TestDaemon.run(at: "2026-11-20T20:00:00Z", zone: "America/New_York", settings: Self.agency) { _, client in
      let office = try await open(client)
      let first = try await made(office, "2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "a")
      let second = try await made(office, "2026-11-20T15:50:00Z", "2026-11-20T16:30:00Z", request: "b")
      let third = try await made(office, "2026-11-20T16:29:00Z", "2026-11-20T17:00:00Z", request: "c")
      let found = try await problems(client, "hhax")
      #expect(found[first] == ["Overlaps the worker's visit \(second.suffix(8)) by 10 min."])
      #expect(found[second] == ["Overlaps the worker's visit \(first.suffix(8)) by 10 min."])
      #expect(found[third] == nil)
      #expect(try await problems(client, "sandata").isEmpty)
    }
  }

  @Test("a visit of less than a unit is named: 7 minutes and 0, not 8")
  func units() async throws {
    try await TestDaemon.run(at: "2026-11-20T20:00:00Z", zone: "America/New_York", settings: Self.agency) { _, client in
      let office = try await open(client)
      let seven = try await made(office, "2026-11-20T15:00:00Z", "2026-11-20T15:07:59Z", request: "a")
      let none = try await made(office, "2026-11-20T16:00:00Z", "2026-11-20T16:00:00Z", request: "b")
      let eight = try await made(office, "2026-11-20T17:00:00Z", "2026-11-20T17:08:00Z", request: "c")
      let found = try await problems(client, "hhax")
      #expect(found[seven] == ["Lasted 7 min: a unit needs at least 8."])
      #expect(found[none] == ["Lasted 0 min: a unit needs at least 8."])
      #expect(found[eight] == nil)
    }
  }

  @Test("a visit of more than 24 hours is named for Sandata, and one of 24 hours is not")
  func longerThanADay() async throws {
    try await TestDaemon.run(at: "2026-11-21T20:00:00Z", zone: "America/New_York", settings: Self.agency) { _, client in
      let office = try await open(client)
      let visit = try await made(office, "2026-11-20T10:00:00Z", "2026-11-21T10:00:00Z", request: "a")
      #expect(try await problems(client, "sandata").isEmpty)
      _ = try await client.call(
        "visit.correct",
        [
          "visit": .string(visit), "checkOut": "2026-11-21T10:01:00Z", "reason": "forgotten",
          "requestId": "long",
        ])
      #expect(try await problems(client, "sandata")[visit] == ["Lasted longer than 24 hours."])
    }
  }

  @Test(
    "a member id with other characters than letters and digits is named, and its visit is left out",
    arguments: ["00-4512345", "0045.12345", "004512345/A"])
  func memberID(id: String) async throws {
    try await TestDaemon.run(at: "2026-11-20T20:00:00Z", zone: "America/New_York", settings: Self.agency) { _, client in
      let office = try await open(client, member: id)
      let visit = try await made(office, "2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "a")
      #expect(
        try await problems(client, "hhax")[visit] == [
          "Medicaid Number cannot be \"\(id)\". Set it: visits clients change margaret-chen --member-id medicaid=…"
        ])
      let export = try await client.call(
        "export", ["from": "2026-11-20", "to": "2026-11-21", "profile": "hhax", "format": "evv"])
      #expect(export["leftOut"] == 1)
    }
  }

  @Test(
    "a name with characters that Sandata's field does not take is named",
    arguments: ["Chen3", "Chen, RN", "Chen (Wong)"])
  func names(family: String) async throws {
    try await TestDaemon.run(at: "2026-11-20T20:00:00Z", zone: "America/New_York", settings: Self.agency) { _, client in
      let office = try await open(client)
      _ = try await client.call(
        "client.put", ["id": "margaret-chen", "familyName": .string(family), "requestId": "family"])
      let visit = try await made(office, "2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "a")
      #expect(
        try await problems(client, "sandata")[visit] == [
          "ClientLastName cannot be \"\(family)\". Set it: visits clients change margaret-chen --family-name …"
        ])
    }
  }
}
