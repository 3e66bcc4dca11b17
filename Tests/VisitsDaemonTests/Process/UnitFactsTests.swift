import Testing
import VisitsModel

@testable import VisitsDaemon

@Suite("The unit's status line")
struct UnitFactsTests {
  private static let now = Instant(milliseconds: 1_000_000_000)

  private static func line(
    ago seconds: Int64?, pending: Int = 0, parked: Int = 0, _ condition: SyncLoop.Condition = .working
  ) -> String {
    UnitFacts(
      visits: 12304,
      sync: .init(
        syncedAt: seconds.map { Instant(milliseconds: now.milliseconds - 1000 * $0) }, pending: pending, parked: parked,
        condition: condition)
    ).line(at: now)
  }

  @Test("says how much there is and how sync stands")
  func standing() {
    #expect(Self.line(ago: 20) == "12,304 visits, synced 20 s ago, 0 pending")
    #expect(Self.line(ago: 185, pending: 1204, parked: 2) == "12,304 visits, synced 3 min ago, 1,204 pending, 2 parked")
    #expect(Self.line(ago: 7200) == "12,304 visits, synced 2 h ago, 0 pending")
    #expect(Self.line(ago: 200_000) == "12,304 visits, synced 2 days ago, 0 pending")
    #expect(Self.line(ago: nil) == "12,304 visits, not synced yet, 0 pending")
    #expect(UnitFacts(visits: 1).line(at: Self.now) == "1 visit")
    #expect(UnitFacts(visits: 1_234_567).line(at: Self.now) == "1,234,567 visits")
    #expect(UnitFacts(visits: 999).line(at: Self.now) == "999 visits")
  }

  @Test("says what is wrong")
  func trouble() {
    #expect(
      Self.line(ago: 300, pending: 3, .unreachable)
        == "12,304 visits, synced 5 min ago, 3 pending. Upstream cannot be reached; changes are saved here.")
    #expect(
      Self.line(ago: 300, .failing(.server))
        == "12,304 visits, synced 5 min ago, 0 pending. Sync fails: the server fails or is overloaded; changes are saved here."
    )
    #expect(
      UnitFacts(visits: 7, fault: .diskFull).line(at: Self.now)
        == "Read-only: the disk is full. Free some space. 7 visits")
    #expect(
      UnitFacts(fault: .diskFailing).line(at: Self.now) == "Read-only: the disk fails. See the journal. ")
    #expect(
      UnitFacts(visits: 7, fault: .databaseDamaged).line(at: Self.now)
        == "Read-only: the database is damaged. Restore the latest backup. 7 visits")
  }
}
