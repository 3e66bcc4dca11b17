import Testing
import VisitsModel
import VisitsStore
import VisitsTestSupport

@testable import VisitsService

@Suite("The sweep of alerts")
struct AlertSweepTests {
  @Test("sleeps until the next threshold to the millisecond, a minute at most, and until then looks at nothing")
  func sleeps() async throws {
    let clock = DrivenClock()
    let office = try await SweepOffice.open(at: "2026-11-20T14:58:30.250Z", clock: clock)
    try await office.plan(1, "2026-11-20T14:45:00Z")
    let running = Task { await office.service.alerts.run() }
    // Late at 15:00:00, in 89.75 s.
    await clock.untilSomebodySleeps(for: .seconds(60))
    office.time.set("2026-11-20T14:59:30.250Z")
    clock.advance(by: .seconds(60))
    await clock.untilSomebodySleeps(for: .milliseconds(29_750))
    office.time.set("2026-11-20T15:00:00Z")
    clock.advance(by: .milliseconds(29_750))
    await clock.untilSomebodySleeps(for: .seconds(60))
    #expect(try office.alerts() == ["late 1 open"])
    running.cancel()
    await running.value
  }

  @Test("looks at the clock every ten minutes while nothing can fall due: an empty daemon, one whose visits are done")
  func quiet() async throws {
    let clock = DrivenClock()
    let office = try await SweepOffice.open(at: "2026-11-20T14:00:00Z", clock: clock)
    let alerts = office.service.alerts
    let running = Task { await alerts.run() }
    await clock.untilSomebodySleeps(for: .seconds(600))
    #expect(alerts.next == nil && clock.sleepsBegun() == 1)
    try await office.plan(1, "2026-11-20T15:00:00Z")
    await clock.untilSomebodySleeps(for: .seconds(60))
    #expect(clock.sleepsBegun() == 2)
    try await office.change(1) { $0.life = .cancelled(reason: "away", checkIn: nil) }
    // It looks at what it has waited for, finds it gone, and waits for nothing.
    office.time.set("2026-11-20T15:15:00Z")
    clock.advance(by: .seconds(60))
    await clock.untilSomebodySleeps(for: .seconds(600))
    #expect(alerts.next == nil && clock.sleepsBegun() == 3)
    running.cancel()
    await running.value
  }

  @Test("is woken by a change that brings the next threshold nearer, and by one that disproves an alert, by no other")
  func woken() async throws {
    let office = try await SweepOffice.open(at: "2026-11-20T15:00:00Z")
    try await office.plan(1, "2026-11-20T16:00:00Z")
    _ = await office.service.alerts.look()
    func wakes(_ change: () async throws -> Void) async throws -> Bool {
      let before = office.service.alerts.wakes
      try await change()
      return office.service.alerts.wakes != before
    }
    #expect(try await !wakes { try await office.plan(2, "2026-11-20T17:00:00Z") })
    #expect(try await wakes { try await office.plan(3, "2026-11-20T15:30:00Z") })
    _ = await office.service.alerts.look()
    #expect(try await !wakes { try await office.change(1) { $0.note = "Ring twice" } })
    #expect(try await !wakes { try await office.change(2) { $0.life = .cancelled(reason: "away", checkIn: nil) } })
    _ = try await office.look(at: "2026-11-20T15:45:00Z")
    #expect(try await wakes { try await office.change(3) { $0.life = .inProgress(checkIn: nil) } })
    _ = await office.service.alerts.look()
    #expect(try office.alerts() == ["late 3 resolved"])
  }

  @Test("forgets nothing of what changes while it looks")
  func meanwhile() throws {
    var schedule = AlertSchedule(LateRule())
    let look = schedule.begin(at: .at("2026-11-20T15:00:00Z"))
    #expect(look.scope == .everything)
    schedule.finish(look, next: .at("2026-11-20T15:15:00Z"))
    #expect(schedule.begin(at: .at("2026-11-20T15:14:59Z")).isEmpty)
    let due = schedule.begin(at: .at("2026-11-20T15:15:00Z"))
    #expect(due.scope == .due(since: .at("2026-11-20T15:00:00Z")))
    // Until it is known what comes next, everything that changes may be it.
    #expect(schedule.next == nil)
    schedule.fail(due)
    #expect(schedule.begin(at: .at("2026-11-20T15:15:01Z")).scope == .everything)
  }
}
