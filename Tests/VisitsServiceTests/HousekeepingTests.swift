import JSON
import JSONRPC
import Testing
import VisitsModel
import VisitsTestSupport

@Suite("What the daemon does by itself")
struct HousekeepingTests {
  @Test("a request is known for 35 days on which the daemon ran, however wrong the clock is on one, and forgotten then")
  func forgets() async throws {
    let clock = DrivenClock()
    let day = Duration.seconds(86_400)
    try await TestDaemon.run(at: "2026-11-20T15:00:00Z", clock: clock) { daemon, client in
      await clock.untilSomebodySleeps(for: day)
      func wake(on date: String) async {
        let begun = clock.sleepsBegun(for: day)
        daemon.time.set("\(date)T15:00:00Z")
        clock.advance(by: day)
        await clock.untilMoreSleeps(than: begun, for: day)
      }
      let first: JSONValue = ["id": "sarah", "name": "Sarah Miller", "requestId": "r1"]
      let other: JSONValue = ["id": "sarah", "name": "Sarah Jones", "requestId": "r1"]
      _ = try await client.call("worker.put", first)
      // A clock that is wrong by a year, then the next 33 days.
      let november = (21...30).map { "2026-11-\($0)" }
      let december = (1...23).map { "2026-12-\($0 < 10 ? "0" : "")\($0)" }
      for date in ["2027-11-20"] + november + december { await wake(on: date) }
      await #expect(throws: RPCError.self) { try await client.call("worker.put", other) }
      await wake(on: "2026-12-24")
      await #expect(throws: RPCError.self) { try await client.call("worker.put", other) }
      await wake(on: "2026-12-25")
      let again = try await client.call("worker.put", other)
      #expect(again["worker"]?["name"] == "Sarah Jones")
    }
  }

  @Test("a machine whose time zone is not known is a standing warning")
  func warning() async throws {
    try await TestDaemon.run(warnings: [.timeZoneUnknown(used: .utc)]) { _, client in
      let status = try await client.call("system.status")
      #expect(
        status["warnings"] == [
          "This machine's time zone is no IANA zone that is known here: days begin and end in GMT. Set agency.timeZone.",
          "Nobody is paged in an emergency. Set emergency.tiers to the command that pages the person on call.",
        ])
    }
  }
}
