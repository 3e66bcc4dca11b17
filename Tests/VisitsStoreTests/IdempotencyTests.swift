import Synchronization
import Testing
import VisitsModel

@testable import VisitsStore

@Suite("A change is made once")
struct IdempotencyTests {
  @Test("a repeat gets the first answer, as things were then, and changes nothing")
  func repeated() async throws {
    let test = try await TestStore().addPeople()
    let first = try await test.change("r1") { .visits([try $0.put(.test(1))]) }
    try await test.put(.test(1, from: 30))
    let sequence = try test.store.readNow { try $0.cursor.sequence }
    let again = try await test.change("r1") { _ in
      Issue.record("the body ran a second time")
      return .visits([])
    }
    #expect(again == first)
    guard case .visits(let visits) = again else { return #expect(Bool(false)) }
    #expect(visits.map(\.version) == [1])
    #expect(visits.map(\.start) == [.noon])
    #expect(try test.store.readNow { try $0.cursor.sequence } == sequence)
  }

  @Test("of a device that has sent as many as are taken, those that change nothing are not remembered")
  func usedUp() async throws {
    let test = try await TestStore().addPeople()
    func completed(_ requestId: String) -> ChangeRequest {
      var request = test.request(requestId, "visit.complete")
      request.device = DeviceID(rawValue: "phone")
      return request
    }
    func remembered() throws -> Int? {
      try test.store.readNow { try $0.db.first("SELECT count(*) FROM requests", []) { $0.int(0) } }
    }
    let before = try #require(try remembered())
    for _ in 1..<20_000 { test.store.context.quota.count(completed("earlier"), [], at: test.clock.now) }
    for number in 20_000...20_010 { _ = try await test.store.change(completed("r\(number)")) { _ in .visits([]) } }
    #expect(try remembered() == before + 1)
    // That somebody came or left is kept all the same, and its request with it.
    _ = try await test.store.change(completed("new")) { .visits([try $0.put(.test(1))]) }
    #expect(try remembered() == before + 2)
  }

  @Test("workers, clients and imports are answered the same again, too")
  func otherOutcomes() async throws {
    let test = try TestStore()
    let worker = try await test.change("w") {
      .worker(try $0.put(Worker(id: .sarah, key: $0.newPersonKey(), name: "Sarah", zone: Zone("America/Edmonton"))))
    }
    let client = try await test.change("c") {
      .client(
        try $0.put(
          Client(
            id: .margaret, key: $0.newPersonKey(), name: "Margaret \"Meg\" Chen\n", birthDate: CareDay("1941-02-28"),
            location: Position(latitude: 53.5461, longitude: -113.4938, accuracy: 12.5), isTimeCritical: true)))
    }
    var summary = ImportSummary(
      added: 1, changed: 2, unchanged: 3,
      refused: [
        .init(place: .path("entry[17] Appointment/abc"), reason: .words("no \u{0}start")),
        .init(
          place: .row(14),
          reason: .fault(TextFault(.rowNoDay, cell: TextFault.Cell(heading: "Datum", text: "\u{1F}heute")))),
        .init(
          place: .table,
          reason: .fault(TextFault(.tableNoHeading, [.value: "A", .name: "b"], names: ["C", "d"], hasMoreNames: true))),
        .init(
          place: .calendar, reason: .fault(TextFault(.fhirBadTime, [.value: "x"], because: .fhirTimeYearZero))),
      ], refusedMore: 4, kept: [.init(place: .row(2), reason: .words("completed already"))], keptMore: 5)
    summary.outside = .init(events: 12, first: CareDay(daysSince1970: 20_771), last: CareDay(daysSince1970: 20_834))
    let outcome = ChangeOutcome.imported(summary)
    try await test.change("i") { _ in outcome }
    try await test.change("m") { _ in .madeVisits(3) }
    #expect(try await test.change("w") { _ in .visits([]) } == worker)
    #expect(try await test.change("c") { _ in .visits([]) } == client)
    #expect(try await test.change("i") { _ in .visits([]) } == outcome)
    #expect(try await test.change("m") { _ in .visits([]) } == .madeVisits(3))
  }

  @Test("what an import did not take before its reasons had names is told in the words of then")
  func olderReasons() async throws {
    let test = try TestStore()
    try await test.change("i") { _ in .imported(ImportSummary()) }
    try test.sql(
      """
      UPDATE requests SET outcome = '{"feed":1,"imported":{"added":0,"changed":0,"unchanged":0,'
        || '"refused":[{"place":"row 2","reason":"has no client; a visit needs one"}],"kept":[]}}'
      """)
    let refused = ImportSummary.Refused(place: .path("row 2"), reason: .words("has no client; a visit needs one"))
    #expect(
      try await test.change("i") { _ in .visits([]) } == .imported(ImportSummary(refused: [refused])))
  }

  @Test("the same id with other parameters or another method is refused")
  func reused() async throws {
    let test = try await TestStore().addPeople()
    try await test.change("r1", parameters: #"{"a":1}"#) { .visits([try $0.put(.test(1))]) }
    await #expect(throws: Refusal.requestIdReused("r1")) {
      try await test.change("r1", parameters: #"{"a":2}"#) { .visits([try $0.put(.test(2))]) }
    }
    await #expect(throws: Refusal.requestIdReused("r1")) {
      try await test.change("r1", "visit.cancel", parameters: #"{"a":1}"#) { .visits([try $0.put(.test(2))]) }
    }
    #expect(try test.store.readNow { try $0.visit(.number(2)) } == nil)
  }

  @Test("two callers may use the same id")
  func scopes() async throws {
    let test = try await TestStore().addPeople()
    try await test.change("r1") { .visits([try $0.put(.test(1))]) }
    try await test.change("r1", scope: "uid:1000") { .visits([try $0.put(.test(2))]) }
    #expect(try test.store.readNow { try $0.counts().visits[.scheduled] } == 2)
  }

  @Test("what was refused is tried again")
  func refusedIsNotKept() async throws {
    let test = try await TestStore().addPeople()
    await #expect(throws: Refusal.notFound(.visit, id: VisitID.number(1).rawValue)) {
      try await test.change("r1") { .visits([try $0.visit(.number(1), expectedVersion: nil)]) }
    }
    try await test.put(.test(1))
    let outcome = try await test.change("r1") { .visits([try $0.visit(.number(1), expectedVersion: nil)]) }
    guard case .visits(let visits) = outcome else { return #expect(Bool(false)) }
    #expect(visits.map(\.id) == [.number(1)])
  }

  @Test("of two at the same time one does the work, and both get its answer")
  func twins() async throws {
    let test = try await TestStore().addPeople()
    let runs = Mutex(0)
    let outcomes = try await withHeldWriter(of: test) { answers in
      for _ in 0..<2 {
        test.store.change(test.request("r1")) {
          runs.withLock { $0 += 1 }
          return .visits([try $0.put(.test(1))])
        } completion: {
          answers.keep($0)
        }
      }
      return 2
    }
    #expect(runs.withLock { $0 } == 1)
    #expect(try outcomes[0].get() == outcomes[1].get())
    #expect(try test.store.readNow { try $0.visit(.number(1))?.version } == 1)
  }

  @Test("requests that come after all others were forgotten are remembered")
  func forgettingAll() async throws {
    let test = try await TestStore().addPeople()
    for number in 1...20 { try await test.change("early \(number)") { _ in .visits([]) } }
    for day in 1...4 {
      test.clock.set(.noon.adding(minutes: Int64(day) * 24 * 60))
      _ = try await test.store.forgetRequests(keeping: 3)
    }
    try await test.change("late") { _ in .visits([]) }
    for _ in 1...3 { #expect(try await test.store.forgetRequests(keeping: 3) == 0) }
    test.clock.set(.noon.adding(minutes: 5 * 24 * 60))
    #expect(try await test.store.forgetRequests(keeping: 3) == 0)
    _ = try await test.change("late") { _ in
      Issue.record("the change was made a second time")
      return .visits([])
    }
  }

  @Test("requests are forgotten after so many days on which the service ran, the oldest first, a few at a time")
  func forgetting() async throws {
    let test = try await TestStore().addPeople()
    for number in 1...4 {
      test.clock.set(.noon.adding(minutes: Int64(number) * 24 * 60))
      #expect(try await test.store.forgetRequests(keeping: 4) == (number == 4 ? 1 : 0))
      try await test.change("r\(number)") { .visits([try $0.put(.test(number))]) }
    }
    #expect(try await test.store.forgetRequests(keeping: 1, limit: 2) == 2)
    #expect(try await test.store.forgetRequests(keeping: 1) == 1)
    #expect(try await test.store.forgetRequests(keeping: 1) == 0)
    let runs = Mutex(0)
    for id in ["r3", "r4"] {
      try await test.change(id) { _ in
        runs.withLock { $0 += 1 }
        return .imported(ImportSummary())
      }
    }
    #expect(runs.withLock { $0 } == 1)
  }

  @Test("a result that was not stored is a fault, and takes the change back")
  func foreignOutcome() async throws {
    let test = try await TestStore().addPeople()
    await #expect(throws: StoreFault.foreignOutcome) {
      try await test.change {
        var visit = try $0.put(.test(1))
        visit.version = 7
        return .visits([visit])
      }
    }
    #expect(try test.store.readNow { try $0.visit(.number(1)) } == nil)
  }
}
