import Testing
import VisitsModel

@testable import VisitsStore

@Suite("A report counts what became of visits")
struct ReportTests {
  private let window = Instant.noon..<Instant.noon.adding(minutes: 600)

  private func check(_ minutes: Int64) -> Check { .test(.noon.adding(minutes: minutes)) }

  private func office() async throws -> TestStore {
    let test = try await TestStore().addPeople()
    try await test.change { transaction in
      guard var john = try transaction.client(.john) else { throw StoreFault.unreadable("client") }
      john.isTimeCritical = true
      return .client(try transaction.put(john))
    }
    try await test.put(
      // On the minute of the threshold is in time.
      .test(1, life: .completed(checkIn: check(15), checkOut: check(61))),
      .test(2, from: 60, life: .completed(checkIn: check(76), checkOut: check(136))),
      .test(3, from: 120, client: .john, life: .inProgress(checkIn: check(126))),
      .test(4, from: 180, life: .missed(by: .worker, reason: "snow")),
      .test(5, from: 240, life: .cancelled(reason: "ill", checkIn: check(300))),
      .test(6, from: 300, lasting: 30, worker: .james), .test(7, from: 360, worker: nil, client: .john),
      .test(8, from: 420, worker: nil, life: .cancelled(reason: "ill", checkIn: nil)),
      // Outside of the window, and withdrawn.
      .test(9, from: 600), .test(10, from: -60))
    var withdrawn = Visit.test(11, from: 480)
    withdrawn.isWithdrawn = true
    try await test.put(withdrawn)
    return test
  }

  @Test("of all visits of the window: cancelled ones for themselves, late by each client's threshold")
  func total() async throws {
    let tally = try await office().store.readNow { try $0.tally(window, lateRule: LateRule()) }
    #expect(
      tally
        == VisitTally(
          planned: 6, completed: 2, late: 2, missed: 1, cancelled: 2, open: 1, millisecondsPlanned: 330 * 60_000,
          millisecondsWorked: 106 * 60_000))
    #expect(tally.missedShare == 1.0 / 6)
    let none = try TestStore().store.readNow { try $0.tally(window, lateRule: LateRule()) }
    #expect(none == VisitTally())
    #expect(none.missedShare == nil)
  }

  @Test("of each worker, with the open ones first, and of each client")
  func people() async throws {
    let test = try await office()
    func lines(_ people: [PersonTally]) -> [String] {
      people.map { person in
        let tally = person.tally
        return "\(person.id ?? "-") \(person.name ?? "-") \(tally.planned) \(tally.completed) \(tally.late) "
          + "\(tally.missed) \(tally.cancelled) \(tally.open)"
      }
    }
    #expect(
      lines(try test.store.readNow { try $0.tallies(byWorker: window, lateRule: LateRule()) }) == [
        "- - 1 0 0 0 1 1", "james James Okafor 1 0 0 0 0 0", "sarah Sarah Miller 4 2 2 1 1 0",
      ])
    #expect(
      lines(try test.store.readNow { try $0.tallies(byClient: window, lateRule: LateRule()) }) == [
        "john-smith John Smith 2 0 1 0 0 1", "margaret-chen Margaret Chen 4 2 1 1 2 0",
      ])
  }

  @Test("goes along the index of starts, and keeps tallies alone")
  func plan() throws {
    let test = try TestStore()
    func plan(_ kind: Refusal.Thing?) throws -> [String] {
      try test.store.readNow { try $0.db.all("EXPLAIN QUERY PLAN " + StoreReader.tally(of: kind)) { $0.text(3) } }
    }
    let ways = [
      "SEARCH visits USING INDEX visitsByStart (startsAt>? AND startsAt<?)",
      "SEARCH clients USING INDEX sqlite_autoindex_clients_1 (id=?)",
    ]
    #expect(try plan(nil) == ways)
    #expect(try plan(.worker).prefix(3) == ways + ["USE TEMP B-TREE FOR GROUP BY"])
    #expect(try plan(.client).prefix(3) == ways + ["USE TEMP B-TREE FOR GROUP BY"])
  }
}
