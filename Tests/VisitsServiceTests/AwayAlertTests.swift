import Testing
import VisitsModel
import VisitsStore
import VisitsTestSupport

@testable import VisitsService

@Suite("While a worker is away")
struct AwayAlertTests {
  private func away(_ office: SweepOffice, from: String, to: String) async throws -> AbsenceID {
    let (from, to) = (Instant.at(from), Instant.at(to))
    let id = AbsenceID(rawValue: "018f3b2e-7c1a-7b3d-9f00-00000000abcd")
    try await office.change { transaction in
      _ = try transaction.put(Absence(id: id, worker: .sarah, from: from, to: to, zone: .utc, reason: "sick"))
    }
    return id
  }

  @Test("a visit of theirs is not late but lacks somebody, in one change, and is late when they are back")
  func untaken() async throws {
    let office = try await SweepOffice.open(at: "2026-11-20T14:00:00Z")
    try await office.plan(1, "2026-11-20T15:00:00Z")
    try await office.plan(2, "2026-11-20T19:00:00Z")
    #expect(try await office.look(at: "2026-11-20T15:15:00Z") == ["late 1 open"])
    let id = try await away(office, from: "2026-11-20T15:00:00Z", to: "2026-11-20T18:00:00Z")
    #expect(try await office.look(at: "2026-11-20T15:16:00Z") == ["late 1 resolved", "openNotTaken 1 open"])
    #expect(try office.methods().count { $0 == "alert.resolve" } == 2)
    #expect(try await office.look(at: "2026-11-20T16:30:00Z") == ["late 1 resolved", "openNotTaken 1 open"])
    // The other visit is after the absence.
    #expect(try await office.look(at: "2026-11-20T19:15:00Z").last == "late 2 open")
    try await office.change { transaction in
      guard var absence = try transaction.absence(id) else { return }
      absence.takenBackAt = transaction.now
      _ = try transaction.put(absence)
    }
    #expect(
      Set(try await office.look(at: "2026-11-20T19:16:00Z")) == [
        "late 1 resolved", "openNotTaken 1 resolved", "late 2 open", "late 1 open", "missed 1 open",
      ])
  }

  @Test("a visit that they begin all the same is watched like any other")
  func begun() async throws {
    let office = try await SweepOffice.open(at: "2026-11-20T14:00:00Z")
    try await office.plan(1, "2026-11-20T15:00:00Z")
    // Only a part of the visit lies in the absence.
    _ = try await away(office, from: "2026-11-20T15:50:00Z", to: "2026-11-21T00:00:00Z")
    #expect(try await office.look(at: "2026-11-20T15:14:00Z") == [])
    #expect(try await office.look(at: "2026-11-20T15:15:00Z") == ["openNotTaken 1 open"])
    try await office.change(1) { visit in
      visit.life = .inProgress(checkIn: .at("2026-11-20T15:16:00Z"))
    }
    #expect(try await office.look(at: "2026-11-20T15:17:00Z") == ["openNotTaken 1 resolved"])
    #expect(try await office.look(at: "2026-11-20T16:15:00Z") == ["openNotTaken 1 resolved", "overrun 1 open"])
  }

  @Test("an alert of a visit that ended more than a day ago stays")
  func longPast() async throws {
    let office = try await SweepOffice.open(at: "2026-11-20T14:00:00Z")
    try await office.plan(1, "2026-11-20T15:00:00Z")
    #expect(try await office.look(at: "2026-11-20T15:15:00Z") == ["late 1 open"])
    _ = try await away(office, from: "2026-11-20T15:00:00Z", to: "2026-11-20T18:00:00Z")
    #expect(try await office.look(at: "2026-11-21T16:00:00Z") == ["late 1 open"])
  }

  @Test("another worker's visit after theirs is late at its minute")
  func next() async throws {
    let office = try await SweepOffice.open(at: "2026-11-20T14:00:00Z")
    try await office.plan(1, "2026-11-20T15:00:00Z")
    try await office.plan(2, "2026-11-20T15:30:00Z")
    try await office.change(2) { $0.worker = .james }
    _ = try await away(office, from: "2026-11-20T00:00:00Z", to: "2026-11-21T00:00:00Z")
    #expect(try await office.look(at: "2026-11-20T14:01:00Z") == [])
    #expect(try await office.look(at: "2026-11-20T15:15:00Z") == ["openNotTaken 1 open"])
    #expect(try await office.look(at: "2026-11-20T15:45:00Z") == ["openNotTaken 1 open", "late 2 open"])
  }

  @Test("an open visit needs somebody all the same")
  func open() async throws {
    let office = try await SweepOffice.open(at: "2026-11-20T14:00:00Z")
    try await office.plan(1, "2026-11-20T15:00:00Z")
    _ = try await away(office, from: "2026-11-20T00:00:00Z", to: "2026-11-21T00:00:00Z")
    try await office.change(1) { $0.worker = nil }
    #expect(try await office.look(at: "2026-11-20T14:01:00Z") == ["openNotTaken 1 open"])
  }
}
