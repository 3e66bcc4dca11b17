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

  @Test("no visit of theirs is late or missed, an alert that stands goes, and it comes when they are back")
  func quiet() async throws {
    let office = try await SweepOffice.open(at: "2026-11-20T14:00:00Z")
    try await office.plan(1, "2026-11-20T15:00:00Z")
    try await office.plan(2, "2026-11-20T19:00:00Z")
    #expect(try await office.look(at: "2026-11-20T15:15:00Z") == ["late 1 open"])
    let id = try await away(office, from: "2026-11-20T15:00:00Z", to: "2026-11-20T18:00:00Z")
    #expect(try await office.look(at: "2026-11-20T15:16:00Z") == ["late 1 resolved"])
    #expect(try await office.look(at: "2026-11-20T16:30:00Z") == ["late 1 resolved"])
    // The other visit is after the absence.
    #expect(try await office.look(at: "2026-11-20T19:15:00Z").last == "late 2 open")
    try await office.change { transaction in
      guard var absence = try transaction.absence(id) else { return }
      absence.takenBackAt = transaction.now
      _ = try transaction.put(absence)
    }
    #expect(
      Set(try await office.look(at: "2026-11-20T19:16:00Z")) == [
        "late 1 resolved", "late 2 open", "late 1 open", "missed 1 open",
      ])
  }

  @Test("another worker's visit after theirs is late at its minute")
  func next() async throws {
    let office = try await SweepOffice.open(at: "2026-11-20T14:00:00Z")
    try await office.plan(1, "2026-11-20T15:00:00Z")
    try await office.plan(2, "2026-11-20T15:30:00Z")
    try await office.change(2) { $0.worker = .james }
    _ = try await away(office, from: "2026-11-20T00:00:00Z", to: "2026-11-21T00:00:00Z")
    #expect(try await office.look(at: "2026-11-20T14:01:00Z") == [])
    #expect(try await office.look(at: "2026-11-20T15:15:00Z") == [])
    #expect(try await office.look(at: "2026-11-20T15:45:00Z") == ["late 2 open"])
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
