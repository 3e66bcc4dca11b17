import JSON
import Testing
import VisitsTestSupport

@testable import VisitsService

/// The machine's clock was hours or months ahead for a moment, and is set right.
@Suite("A clock that is set back")
struct SetBackClockTests {
  @Test("leaves nobody the Today, Home or board of another day")
  func screens() async throws {
    try await TestDaemon.run(at: "2026-11-20T14:30:00Z") { daemon, client in
      let office = try await Office.open(client)
      _ = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      daemon.time.set("2026-12-20T14:30:00Z")
      for _ in 1...3 { #expect(try await office.today()["date"] == "2026-12-20") }
      #expect(try await client.call("today", ["all": true])["date"] == "2026-12-20")
      let homeAhead = try await client.call("home", ["worker": "sarah"])
      daemon.time.set("2026-11-20T14:31:00Z")
      for _ in 1...3 { #expect(try await office.today()["date"] == "2026-11-20") }
      #expect(try await office.today()["cards"]?.array?.count == 1)
      #expect(try await client.call("today", ["all": true])["date"] == "2026-11-20")
      #expect(try await client.call("home", ["worker": "sarah"]) != homeAhead)
    }
  }

  @Test("takes back the alerts that it raised too early, and late visits are noticed when they are late")
  func alerts() async throws {
    let office = try await SweepOffice.open(at: "2026-11-20T14:00:00Z")
    try await office.plan(1, "2026-11-20T15:00:00Z")
    #expect(try await office.look(at: "2026-11-20T19:00:00Z") == ["late 1 open", "missed 1 open"])
    #expect(try await office.look(at: "2026-11-20T14:01:00Z") == ["late 1 resolved", "missed 1 resolved"])
    let late = try await office.look(at: "2026-11-20T15:15:00Z")
    #expect(late == ["late 1 open", "late 1 resolved", "missed 1 resolved"])
  }

  @Test("is noticed within ten minutes where nobody asks for anything and nothing was to come")
  func asleep() async throws {
    let clock = DrivenClock()
    let office = try await SweepOffice.open(at: "2026-12-20T14:00:00Z", clock: clock)
    try await office.plan(1, "2026-11-20T15:00:00Z")
    let running = Task { await office.service.alerts.run() }
    await clock.untilSomebodySleeps(for: .seconds(600))
    #expect(try office.alerts() == [])
    office.time.set("2026-11-20T15:14:59Z")
    clock.advance(by: .seconds(600))
    await clock.untilSomebodySleeps(for: .seconds(1))
    running.cancel()
    await running.value
  }

  @Test("does not make a device look as if it had been heard from later")
  func devices() async throws {
    try await TestDaemon.run(at: "2026-11-20T14:30:00Z") { daemon, client in
      let office = try await Office.open(client)
      let device = try await office.device("sarah", at: daemon)
      daemon.time.set("2026-12-20T14:30:00Z")
      #expect(await device.reply("today", ["worker": "sarah"]).error == nil)
      daemon.time.set("2026-11-20T14:31:00Z")
      let heard = try await client.call("device.list", [:])["devices"]?.array?.first?["lastHeardAt"]
      #expect(heard == "2026-11-20T14:31:00Z")
      daemon.time.set("2026-11-20T14:32:00Z")
      #expect(await device.reply("today", ["worker": "sarah"]).error == nil)
      let now = try await client.call("device.list", [:])["devices"]?.array?.first?["lastHeardAt"]
      #expect(now == "2026-11-20T14:32:00Z")
    }
  }
}
