import Foundation
import Testing
import VisitsModel
import VisitsStore
import VisitsTestSupport

@testable import VisitsService

@Suite("A day of alerts")
struct AlertDayTests {
  @Test("late, proposed as missed, disproved by a check-in that came late, each at its minute and once")
  func course() async throws {
    let office = try await SweepOffice.open(at: "2026-11-20T14:00:00Z")
    try await office.plan(1, "2026-11-20T15:00:00Z")
    #expect(try await office.look(at: "2026-11-20T15:14:59Z") == [])
    #expect(try await office.look(at: "2026-11-20T15:15:00Z") == ["late 1 open"])
    #expect(try await office.look(at: "2026-11-20T15:20:00Z") == ["late 1 open"])
    #expect(try await office.look(at: "2026-11-20T15:30:00Z") == ["late 1 open", "missed 1 open"])
    try await office.change(1) { $0.life = .inProgress(checkIn: .at("2026-11-20T15:10:00Z")) }
    #expect(try await office.look(at: "2026-11-20T15:31:00Z") == ["late 1 resolved", "missed 1 resolved"])
    #expect(try await office.look(at: "2026-11-20T16:15:00Z").last == "overrun 1 open")
    try await office.change(1) {
      $0.life = .completed(checkIn: .at("2026-11-20T15:10:00Z"), checkOut: .at("2026-11-20T16:16:00Z"))
    }
    #expect(try await office.look(at: "2026-11-20T16:17:00Z").last == "overrun 1 resolved")
    #expect(
      try office.methods() == [
        "alert.raise", "alert.raise", "alert.resolve", "alert.resolve", "alert.raise", "alert.resolve",
      ])
    #expect(try office.origins() == [.system])
  }

  @Test("an alert that was acknowledged stays so, is not raised again, and is resolved like any other")
  func acknowledged() async throws {
    let office = try await SweepOffice.open(at: "2026-11-20T15:00:00Z")
    try await office.plan(1, "2026-11-20T15:00:00Z")
    _ = try await office.look(at: "2026-11-20T15:15:00Z")
    try await office.acknowledge(1)
    #expect(try await office.look(at: "2026-11-20T15:16:00Z") == ["late 1 acknowledged"])
    #expect(try await office.look(at: "2026-11-20T15:30:00Z") == ["late 1 acknowledged", "missed 1 open"])
    try await office.change(1) { $0.life = .cancelled(reason: "hospital", checkIn: nil) }
    #expect(try await office.look(at: "2026-11-20T15:31:00Z") == ["late 1 resolved", "missed 1 resolved"])
  }

  @Test("another worker is late anew; one who is taken away leaves an open visit that nobody has taken")
  func reassigned() async throws {
    let office = try await SweepOffice.open(at: "2026-11-20T15:00:00Z")
    try await office.plan(1, "2026-11-20T15:00:00Z")
    _ = try await office.look(at: "2026-11-20T15:15:00Z")
    try await office.change(1) { $0.worker = .james }
    #expect(try await office.look(at: "2026-11-20T15:16:00Z") == ["late 1 resolved", "late 1 open"])
    try await office.change(1) { $0.worker = nil }
    #expect(
      try await office.look(at: "2026-11-20T15:17:00Z")
        == ["late 1 resolved", "late 1 resolved", "openNotTaken 1 open"])
    try await office.change(1) { $0.worker = .sarah }
    #expect(try await office.look(at: "2026-11-20T15:18:00Z").suffix(2) == ["openNotTaken 1 resolved", "late 1 open"])
  }

  @Test("a client who is made time-critical is late at once")
  func timeCritical() async throws {
    let office = try await SweepOffice.open(at: "2026-11-20T15:00:00Z")
    try await office.plan(1, "2026-11-20T15:00:00Z")
    #expect(try await office.look(at: "2026-11-20T15:07:00Z") == [])
    try await office.makeTimeCritical()
    #expect(try await office.look(at: "2026-11-20T15:07:00Z") == ["late 1 open"])
  }

  @Test(
    "across a clock change a visit is late 15 minutes after its start, by any clock",
    arguments: [
      // Clocks skip from 2:00 to 3:00 in Edmonton; then repeat 1:00 to 2:00.
      ("2026-03-08T08:50:00Z", "2026-03-08T09:05:00Z", "2026-03-08T09:20:00Z"),
      ("2026-11-01T06:50:00Z", "2026-11-01T07:05:00Z", "2026-11-01T07:20:00Z"),
    ])
  func clockChange(_ start: String, _ late: String, _ missed: String) async throws {
    let office = try await SweepOffice.open(at: start)
    try await office.plan(1, start)
    let second = Instant.at(late).adding(seconds: -1)
    #expect(try await office.look(at: second) == [])
    #expect(try await office.look(at: late) == ["late 1 open"])
    #expect(try await office.look(at: missed) == ["late 1 open", "missed 1 open"])
  }

  @Test("after a stop what fell due meanwhile is raised, never doubled, and nothing of visits that ended a day ago")
  func restarted() async throws {
    let folder = try TestDaemon.makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let before = try await SweepOffice.open(at: "2026-11-20T15:00:00Z", in: folder)
    try await before.plan(1, "2026-11-20T15:00:00Z")
    try await before.plan(2, "2026-11-20T15:10:00Z")
    try await before.plan(3, "2026-11-21T15:00:00Z")
    _ = try await before.look(at: "2026-11-20T15:15:00Z")
    // Checked in, and stopped before the sweep has looked.
    try await before.change(1) { $0.life = .inProgress(checkIn: .at("2026-11-20T15:12:00Z")) }
    await before.store.close()
    let after = try await SweepOffice.open(at: "2026-11-20T15:30:00Z", in: folder)
    #expect(try await after.look(at: "2026-11-20T15:30:00Z") == ["late 1 resolved", "late 2 open"])
    #expect(try await after.look(at: "2026-11-20T15:30:00Z") == ["late 1 resolved", "late 2 open"])
    await after.store.close()
    // Two days later: the visit of the day before has ended 23 hours ago, that of two days before long since.
    let late = try await SweepOffice.open(at: "2026-11-22T15:00:00Z", in: folder)
    #expect(
      try await late.look(at: "2026-11-22T15:00:00Z")
        == ["late 1 resolved", "late 2 open", "late 3 open", "missed 3 open"])
    await late.store.close()
  }

  @Test("what upstream plans twice at once holds until one of the two is moved")
  func overlap() async throws {
    let office = try await SweepOffice.open(at: "2026-11-20T10:00:00Z")
    try await office.plan(1, "2026-11-20T15:00:00Z")
    try await office.plan(2, "2026-11-20T15:30:00Z")
    try await office.raise(.overlap, of: 2)
    #expect(try await office.look(at: "2026-11-20T10:01:00Z") == ["overlap 2 open"])
    // The other one is moved, of which the alert does not tell.
    try await office.change(1) {
      $0.start = .at("2026-11-20T14:00:00Z")
      $0.end = .at("2026-11-20T15:00:00Z")
    }
    #expect(try await office.look(at: "2026-11-20T10:02:00Z") == ["overlap 2 resolved"])
  }

  @Test("what upstream plans twice at once ends with the visit that it tells of, whatever falls due before")
  func overlapOver() async throws {
    let office = try await SweepOffice.open(at: "2026-11-20T10:00:00Z")
    try await office.plan(1, "2026-11-20T15:00:00Z")
    try await office.plan(2, "2026-11-20T15:30:00Z")
    _ = try await office.look(at: "2026-11-20T10:00:00Z")
    try await office.raise(.overlap, of: 2)
    _ = try await office.look(at: "2026-11-20T10:01:00Z")
    for (number, start) in [(1, "2026-11-20T15:00:00Z"), (2, "2026-11-20T15:30:00Z")] {
      try await office.change(number) { $0.life = .inProgress(checkIn: .at(start)) }
    }
    #expect(try await office.look(at: "2026-11-20T16:15:00Z").contains("overlap 2 open"))
    #expect(office.service.alerts.next == .at("2026-11-20T16:30:00Z"))
    #expect(try await office.look(at: "2026-11-20T16:30:00Z").contains("overlap 2 resolved"))
  }

  @Test("of visits that come to overlap at once there is one alert for each two, and another for each that comes later")
  func laterOverlap() async throws {
    let office = try await SweepOffice.open(at: "2026-11-20T10:00:00Z")
    func come(_ visits: [Int: String]) async throws -> [String] {
      for (number, start) in visits { try await office.plan(number, start) }
      try await office.change { try $0.raiseOverlaps(of: visits.keys.sorted().map { .number($0) }) }
      return try office.alerts()
    }
    #expect(try await come([1: "2026-11-20T15:00:00Z", 2: "2026-11-20T15:30:00Z"]) == ["overlap 1 open"])
    #expect(try await come([3: "2026-11-20T14:30:00Z"]) == ["overlap 1 open", "overlap 3 open"])
    #expect(try await come([4: "2026-11-20T17:00:00Z"]).count == 2)
    #expect(try await come([:]).count == 2)
    try await office.change { try $0.raiseOverlaps(of: [.number(3)]) }
    #expect(try office.alerts().count == 2, "it is known")
    #expect(try await come([5: "2026-11-20T08:00:00Z", 6: "2026-11-20T08:30:00Z"]).count == 2, "both are over")
  }

  @Test("of three visits in each other's way two are told of: without one of them the others still are")
  func threeOverlap() async throws {
    let office = try await SweepOffice.open(at: "2026-11-20T10:00:00Z")
    for number in 1...3 { try await office.plan(number, "2026-11-20T15:\(number)0:00Z") }
    try await office.change { try $0.raiseOverlaps(of: (1...3).map { .number($0) }) }
    #expect(try office.alerts() == ["overlap 1 open", "overlap 2 open"])
  }
}
