import JSONRPC
import Testing
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

  /// What the board says needs attention, of each visit.
  private func texts(_ client: CheckedClient) async throws -> [String: String] {
    let alerts = try await client.call("today", ["all": true])["alerts"]?.array ?? []
    return Dictionary(alerts.map { ($0["visit"]?.string ?? "", $0["text"]?.string ?? "") }) { first, _ in first }
  }
}
