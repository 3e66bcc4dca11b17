import JSON
import Testing
import VisitsModel
import VisitsTestSupport

@Suite("A device's check near one that the office or upstream recorded")
struct JoinedReportTests {
  private static let place: JSONValue = ["latitude": 53.5461, "longitude": -113.4938, "accuracy": 12]

  @Test(
    "is joined to it without an alert within 30 minutes, and is a conflict beyond",
    arguments: [
      ("visit.start", "checkIn", "2026-11-20T15:35:00Z", false),
      ("visit.start", "checkIn", "2026-11-20T15:35:01Z", true),
      ("visit.start", "checkIn", "2026-11-20T14:35:00Z", false),
      ("visit.start", "checkIn", "2026-11-20T14:34:59Z", true),
      ("visit.complete", "checkOut", "2026-11-20T15:35:00Z", false),
      ("visit.complete", "checkOut", "2026-11-20T15:35:01Z", true),
    ])
  func office(_ method: String, _ end: String, _ at: String, isConflict: Bool) async throws {
    try await TestDaemon.run(at: "2026-11-20T15:45:00Z") { daemon, client in
      let office = try await Office.open(client)
      let visit = JSONValue.string(
        try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1"))
      let recorded = try await client.call(
        method, ["visit": visit, "at": "2026-11-20T15:05:00Z", "requestId": "o1"])
      let device = try await office.device("sarah", at: daemon)
      let reported = try await device.call(
        method, ["visit": visit, "at": .string(at), "location": Self.place, "requestId": "f1"])
      #expect(reported["visit"]?[end] == recorded["visit"]?[end], "what the office recorded stays")
      let beside = reported["visit"]?["attendances"]?.array?.first?[end]
      #expect(beside?["at"] == .string(at))
      #expect(beside?["method"] == "device")
      #expect(beside?["location"] == Self.place)
      let alerts = try await client.call("alert.list", ["open": true])["alerts"]?.array ?? []
      #expect(alerts.filter { $0["kind"] == "conflict" }.map { $0["visit"] } == (isConflict ? [visit] : []))
    }
  }

  @Test(
    "of upstream is joined to it just so",
    arguments: [(-30, nil), (30, nil), (-31, .recorded), (31, .recorded)] as [(Int64, FieldClash.Kind?)])
  func upstream(minutes: Int64, clash: FieldClash.Kind?) throws {
    let sarah = try #require(WorkerID(rawValue: "sarah"))
    let start = Instant.at("2026-11-20T15:00:00Z")
    let recorded = Check(at: start, receivedAt: start, method: .upstream)
    var visit = Visit(
      id: VisitID(rawValue: "v"), worker: sarah, client: try #require(ClientID(rawValue: "margaret-chen")),
      start: start, end: start.adding(minutes: 60), life: .inProgress(checkIn: recorded))
    let reported = Check(at: start.adding(minutes: minutes), receivedAt: start.adding(minutes: 60), method: .device)
    #expect(visit.record(.checkIn, reported, by: sarah) { [] } == clash)
    #expect(visit.life == .inProgress(checkIn: recorded))
    #expect(visit.attendances == [Attendance(worker: sarah, checkIn: reported)])
  }

  @Test("ends the visit as any other does when only the start was recorded in the office")
  func completion() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:45:00Z") { daemon, client in
      let office = try await Office.open(client)
      let visit = JSONValue.string(
        try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1"))
      _ = try await client.call("visit.start", ["visit": visit, "at": "2026-11-20T15:05:00Z", "requestId": "o1"])
      let device = try await office.device("sarah", at: daemon)
      _ = try await device.call("visit.start", ["visit": visit, "at": "2026-11-20T15:02:00Z", "requestId": "f1"])
      let done = try await device.call("visit.complete", ["visit": visit, "requestId": "f2"])
      #expect(done["visit"]?["checkIn"]?["at"] == "2026-11-20T15:05:00Z")
      #expect(done["visit"]?["checkOut"]?["method"] == "device")
      #expect(done["visit"]?["attendances"]?.array?.map { $0["checkIn"]?["at"] } == ["2026-11-20T15:02:00Z"])
    }
  }
}
