import JSON
import JSONRPC
import Testing
import VisitsDaemon
import VisitsModel
import VisitsTestSupport

/// The night of 2026-11-01 in New York: at 2:00 AM the clocks go back to 1:00 AM (06:00Z). On 2027-03-14 they skip from
/// 2:00 AM to 3:00 AM (07:00Z).
@Suite("Local times in the nights in which clocks change")
struct RepeatedHourTests {
  private static let zone = "America/New_York"

  private static func agency(_ settings: inout Settings) {
    settings.evv = VerificationAgency(
      taxID: "987654321", payers: [VerificationAgency.Payer(key: "medicaid", id: "18119")],
      reasons: [VerificationAgency.Reason(reason: "office", code: "03", resolution: "14")])
  }

  private func open(_ client: CheckedClient) async throws -> Office {
    let office = try await Office.open(client)
    _ = try await client.call(
      "worker.put", ["id": "sarah", "name": "Sarah Miller", "identifiers": ["code=C17"], "requestId": "code"])
    _ = try await client.call(
      "client.put",
      ["id": "margaret-chen", "name": "Margaret Chen", "memberIds": ["medicaid=004512345"], "requestId": "member"])
    return office
  }

  @Test(
    "a row of a payer's table that can be read otherwise is named by the check and by the export, with both readings",
    arguments: [
      (
        "2026-11-01T05:45:00Z", "2026-11-01T06:15:00Z",
        "Visit Start Time: 2026-11-01 01:45 - 2026-11-01 01:15 without an offset can be read as "
          + "01:45-04:00 - 01:15-04:00 (-0:30). It was 01:45-04:00 - 01:15-05:00 (0:30)."
      ),
      (
        "2026-11-01T02:00:00Z", "2026-11-01T11:00:00Z",
        "Visit Start Time: 2026-10-31 22:00 - 2026-11-01 06:00 without an offset can be read as "
          + "22:00 - 06:00 (8:00). It was 22:00-04:00 - 06:00-05:00 (9:00)."
      ),
      (
        "2026-11-01T06:10:00Z", "2026-11-01T06:50:00Z",
        "Visit Start Time: 2026-11-01 01:10 - 2026-11-01 01:50 without an offset can be read as "
          + "01:10-04:00 - 01:50-04:00 (0:40). It was 01:10-05:00 - 01:50-05:00 (0:40)."
      ),
      ("2026-11-01T02:00:00Z", "2026-11-01T04:00:00Z", nil),
    ] as [(String, String, String?)])
  func payersTable(start: String, end: String, words: String?) async throws {
    try await TestDaemon.run(at: "2026-11-01T18:00:00Z", zone: Self.zone, settings: Self.agency) { _, client in
      let office = try await open(client)
      let visit = try await office.visit(start, end, request: "v")
      for (method, at) in [("visit.start", start), ("visit.complete", end)] {
        _ = try await client.call(
          method, ["visit": .string(visit), "at": .string(at), "requestId": .string(method)])
      }
      _ = try await client.call(
        "visit.change", ["visit": .string(visit), "service": "Care", "serviceCode": "S5130", "requestId": "k"])
      let check = try await client.call(
        "evv.check", ["from": "2026-10-31", "to": "2026-11-02", "profile": "hhax"])
      let problems = check["visits"]?.array?.first?["problems"]?.array ?? []
      #expect(problems.compactMap { $0["words"]?.string } == [words].compactMap(\.self))
      #expect(problems.compactMap { $0["kind"]?.string } == (words == nil ? [] : ["doubtfulTime"]))
      let export = try await client.call(
        "export", ["from": "2026-10-31", "to": "2026-11-02", "profile": "hhax", "format": "evv"])
      #expect(export["count"] == 1)
      #expect(export["doubts"]?.array?.compactMap { $0["words"]?.string } ?? [] == [words].compactMap(\.self))
      #expect(export["doubts"]?.array?.first?["visit"]?.string == words.map { _ in visit })
    }
  }

  @Test("a typed check-out follows its check-in in an hour that comes twice, from each way in")
  func checkOut() async throws {
    try await TestDaemon.run(at: "2026-11-01T18:00:00Z", zone: Self.zone) { _, client in
      let office = try await open(client)
      let visit = try await office.visit("2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z", request: "v")
      _ = try await client.call(
        "visit.start", ["visit": .string(visit), "localAt": "2026-11-01 1:45", "requestId": "s"])
      let left = try await client.call(
        "visit.complete", ["visit": .string(visit), "localAt": "2026-11-01 1:15", "requestId": "d"])
      #expect(left["visit"]?["checkIn"]?["at"] == "2026-11-01T05:45:00Z")
      #expect(left["visit"]?["checkOut"]?["at"] == "2026-11-01T06:15:00Z")
      let corrected = try await client.call(
        "visit.correct",
        [
          "visit": .string(visit), "localCheckIn": "2026-11-01 1:50", "localCheckOut": "2026-11-01 1:20",
          "reason": "forgotten", "requestId": "c",
        ])
      #expect(corrected["visit"]?["checkIn"]?["at"] == "2026-11-01T05:50:00Z")
      #expect(corrected["visit"]?["checkOut"]?["at"] == "2026-11-01T06:20:00Z")
      let planned = try await client.call(
        "visit.add",
        [
          "client": "margaret-chen", "localStart": "2026-11-01 1:45", "localEnd": "1:15", "requestId": "p",
        ])
      #expect(planned["visits"]?.array?.first?["end"] == "2026-11-01T06:15:00Z")
    }
  }

  @Test("a refused time in an hour that comes twice names the offsets to add")
  func offsets() async throws {
    try await TestDaemon.run(at: "2026-11-01T18:00:00Z", zone: Self.zone) { _, client in
      let office = try await open(client)
      let visit = try await office.visit("2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z", request: "v")
      _ = try await client.call(
        "visit.start", ["visit": .string(visit), "at": "2026-11-01T06:45:00Z", "requestId": "s"])
      let refusal = try await office.refusal(
        "visit.complete", ["visit": .string(visit), "localAt": "2026-11-01 1:15", "requestId": "d"])
      #expect(
        refusal.message.hasSuffix(
          "The clocks show 1:15 AM twice on November 1, 2026: type \"2026-11-01 01:15-04:00\" or "
            + "\"2026-11-01 01:15-05:00\"."), "\(refusal.message)")
      let other = try await office.refusal(
        "visit.complete", ["visit": .string(visit), "localAt": "2026-11-01 0:15", "requestId": "e"])
      #expect(!other.message.contains("12:15 AM twice"))
    }
  }

  /// The ends of the night visits on three dates: of a change back, of a change forward, and of an ordinary night.
  private static func ends(_ office: Office, _ client: CheckedClient) async throws -> [String: String] {
    let list = try await client.call("visit.list", ["from": "2026-10-30", "to": "2027-03-16", "limit": 1000])
    var ends: [String: String] = [:]
    for visit in list["visits"]?.array ?? [] {
      if let start = visit["start"]?.string, let end = visit["end"]?.string { ends[String(start.prefix(10))] = end }
    }
    return ends
  }

  @Test("a night that ends at 8:00 ends at 8:00 also when the clocks change, in a typed series")
  func typedSeries() async throws {
    try await TestDaemon.run(
      at: "2026-10-30T15:00:00Z", zone: Self.zone,
      settings: { $0.visits.horizonWeeks = 26 }
    ) { _, client in
      let office = try await open(client)
      _ = try await client.call(
        "visit.add",
        [
          "client": "margaret-chen", "localStart": "2026-10-30 22:00", "localEnd": "8:00", "repeat": "daily",
          "requestId": "r",
        ])
      let ends = try await Self.ends(office, client)
      #expect(ends["2026-10-31"] == "2026-10-31T12:00:00Z")
      #expect(ends["2026-11-01"] == "2026-11-01T13:00:00Z")
      #expect(ends["2026-11-02"] == "2026-11-02T13:00:00Z")
      #expect(ends["2027-03-14"] == "2027-03-14T12:00:00Z")
    }
  }

  @Test("a series that begins in the night of the change keeps its times on the clocks")
  func seriesFromTheNight() async throws {
    try await TestDaemon.run(at: "2026-10-30T15:00:00Z", zone: Self.zone) { _, client in
      let office = try await open(client)
      _ = try await client.call(
        "visit.add",
        [
          "client": "margaret-chen", "localStart": "2026-10-31 22:00", "localEnd": "8:00", "repeat": "daily",
          "requestId": "r",
        ])
      let ends = try await Self.ends(office, client)
      #expect(ends["2026-11-01"] == "2026-11-01T13:00:00Z")
      #expect(ends["2026-11-02"] == "2026-11-02T13:00:00Z")
    }
  }

  @Test("a night that ends at 8:00 ends at 8:00 also when the clocks change, in a table and in a calendar")
  func imported() async throws {
    try await TestDaemon.run(at: "2026-10-30T15:00:00Z", zone: Self.zone) { _, client in
      let office = try await open(client)
      let table = """
        client,start,end
        margaret-chen,2026-10-31 22:00,2026-11-01 8:00
        margaret-chen,2026-11-01 1:45,2026-11-01 1:15
        """
      #expect(
        try await client.call("import", ["format": "csv", "content": .string(table), "requestId": "t"])["added"] == 2)
      func calendar(_ zone: String, _ client: String) -> String {
        """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//x//x//EN
        BEGIN:VEVENT
        UID:\(client)\(zone)
        DTSTAMP:20261001T000000Z
        DTSTART\(zone):20261030T220000
        DTEND\(zone):20261031T080000
        RRULE:FREQ=DAILY;COUNT=3
        SUMMARY:\(client)
        END:VEVENT
        END:VCALENDAR

        """.replacing("\n", with: "\r\n")
      }
      for (zone, name) in [(";TZID=America/New_York", "Agnes Park"), ("", "Bert Park")] {
        _ = try await client.call(
          "client.put",
          ["id": .string(name == "Agnes Park" ? "agnes" : "bert"), "name": .string(name), "requestId": .string(name)])
        let answer = try await client.call(
          "import", ["format": "ics", "content": .string(calendar(zone, name)), "requestId": .string("i" + name)])
        #expect(answer["added"] == 3)
      }
      for (client, id) in [(client, "agnes"), (client, "bert")] {
        let list = try await client.call(
          "visit.list", ["from": "2026-10-30", "to": "2026-11-03", "client": .string(id)])
        #expect(
          list["visits"]?.array?.compactMap { $0["end"]?.string } == [
            "2026-10-31T12:00:00Z", "2026-11-01T13:00:00Z", "2026-11-02T13:00:00Z",
          ])
      }
      let rows = try await client.call(
        "visit.list", ["from": "2026-10-31", "to": "2026-11-03", "client": "margaret-chen"])
      #expect(
        rows["visits"]?.array?.compactMap { $0["end"]?.string } == [
          "2026-11-01T13:00:00Z", "2026-11-01T06:15:00Z",
        ])
      _ = office
    }
  }
}
