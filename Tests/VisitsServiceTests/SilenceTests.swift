import JSON
import Testing
import VisitsModel
import VisitsService
import VisitsTestSupport

@Suite("Of a worker whose device says nothing")
struct SilenceTests {
  @Test("a late visit tells since when there is no news, and that it is late as soon as the device is heard from")
  func silence() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:00:00Z") { daemon, client in
      let office = try await Office.open(client)
      _ = try await client.call("worker.put", ["id": "james", "name": "James Okafor", "requestId": "w-james"])
      let sarahs = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      let james = try await office.visit(
        "2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", worker: "james", request: "v2", allowOverlap: true)
      let device = try await office.device("sarah", at: daemon)
      daemon.time.set("2026-11-20T15:02:00Z")
      _ = try await device.call("today", ["worker": "sarah"])
      daemon.time.set("2026-11-20T15:20:00Z")
      #expect(try await texts(client) == [sarahs: "No news since 8:02 AM", james: "Late since 8:15 AM"])
      let card = try await office.today()["cards"]?.array?.first
      #expect(card?["alert"]?["kind"] == "noNews")
      daemon.time.set("2026-11-20T15:21:00Z")
      let own = try await device.call("today", ["worker": "sarah"])["cards"]?.array?.first
      #expect(own?["alert"]?["kind"] == "late")
      #expect(try await texts(client) == [sarahs: "Late since 8:15 AM", james: "Late since 8:15 AM"])
    }
  }

  @Test("its wait for events is news of it when that is answered, as it is when it is asked")
  func waited() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:00:00Z") { daemon, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      let device = try await office.device("sarah", at: daemon)
      daemon.time.set("2026-11-20T15:02:00Z")
      let cursor = try #require(try await client.call("event.wait", ["timeout": 0])["cursor"])
      async let heard = device.call("event.wait", ["since": cursor, "topics": ["visit"], "timeout": 60])
      while daemon.service.lastHeard(from: .sarah) != .at("2026-11-20T15:02:00Z") { await Task.yield() }
      daemon.time.set("2026-11-20T15:20:00Z")
      #expect(try await texts(client) == [visit: "No news since 8:02 AM"])
      _ = try await client.call("visit.change", ["visit": .string(visit), "note": "Ring twice", "requestId": "c1"])
      _ = try await heard
      daemon.time.set("2026-11-20T15:21:00Z")
      #expect(try await texts(client) == [visit: "Late since 8:15 AM"])
    }
  }

  /// What the board says needs attention, of each visit.
  private func texts(_ client: CheckedClient) async throws -> [String: String] {
    let alerts = try await client.call("today", ["all": true])["alerts"]?.array ?? []
    return Dictionary(alerts.map { ($0["visit"]?.string ?? "", $0["text"]?.string ?? "") }) { first, _ in first }
  }
}
