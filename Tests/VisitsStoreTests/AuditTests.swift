import GRDB
import Testing
import VisitsModel

@testable import VisitsStore

@Suite("The audit")
struct AuditTests {
  @Test(
    "cannot be changed, not even by SQL",
    arguments: [
      "UPDATE audit SET caller = 'nobody' WHERE sequence = 1", "DELETE FROM audit WHERE sequence = 1",
      "REPLACE INTO audit SELECT * FROM audit WHERE sequence = 1",
      "INSERT OR REPLACE INTO audit SELECT * FROM audit LIMIT 1",
    ])
  func appendOnly(sql: String) async throws {
    let test = try await TestStore().addPeople()
    let error = #expect(throws: DatabaseError.self) {
      try test.sql(sql)
    }
    #expect(error?.message == "the audit is append-only")
  }

  @Test("keeps who, from where, before and after")
  func entry() async throws {
    let test = try await TestStore().addPeople()
    let first = try await test.put(.test(1))[0]
    test.clock.set(.noon.adding(minutes: 5))
    var moved = first
    moved.note = "moved \u{1F600}\t\u{0}\"\\"
    moved.life = .cancelled(reason: "hospital", checkIn: .test())
    let outcome = try await test.store.change(
      ChangeRequest(
        caller: Caller(by: "alice", origin: .gateway, scope: "worker:alice"), method: "visit.cancel", requestId: "r9",
        fingerprint: [1], receivedAt: .noon)
    ) { [moved] in .visits([try $0.put(moved)]) }
    guard case .visits(let kept) = outcome else { return #expect(Bool(false)) }
    #expect(kept[0].updatedAt == .noon.adding(minutes: 5))
    let entries = try test.store.readNow { try $0.audit(visit: .number(1), limit: 10) }.entries
    #expect(entries.map(\.event.version) == [1, 2])
    #expect(
      entries[1]
        == AuditEntry(
          event: FeedEvent(
            sequence: 6, at: .noon.adding(minutes: 5), topic: .visit, method: "visit.cancel",
            thing: VisitID.number(1).rawValue, version: 2), by: "alice", from: .gateway, requestId: "r9",
          before: .visit(first), after: .visit(kept[0])))
  }

  @Test("of a worker holds the visits that they make, and those that they made")
  func worker() async throws {
    let test = try await TestStore().addPeople()
    try await test.put(.test(1))
    try await test.put(.test(2, worker: .james))
    try await test.put(.test(1, worker: .james, client: .john))
    try await test.put(.test(1, from: 15, worker: .james, client: .john))
    func versions(_ entries: [AuditEntry]) -> [String] {
      entries.map { "\($0.event.thing.suffix(1)):\($0.event.version)" }
    }
    try test.store.readNow { reader throws in
      #expect(try versions(reader.audit(worker: .sarah, limit: 10).entries).suffix(3) == ["1:1", "1:2", "1:3"])
      #expect(try versions(reader.audit(worker: .james, limit: 10).entries).suffix(4) == ["1:1", "2:1", "1:2", "1:3"])
      #expect(
        try versions(reader.audit(client: .margaret, limit: 10).entries).suffix(4) == ["1:1", "2:1", "1:2", "1:3"])
      #expect(try versions(reader.audit(client: .john, limit: 2).entries) == ["1:2", "1:3"])
      #expect(try reader.audit(worker: .sarah, limit: 10).entries.count == 4)
    }
  }

  @Test("is paged from the newest entry backwards, and can begin at an instant")
  func pages() async throws {
    let test = try await TestStore().addPeople()
    for minutes in 1...4 {
      test.clock.set(.noon.adding(minutes: Int64(minutes)))
      try await test.put(.test(1, from: Int64(minutes)))
    }
    try test.store.readNow { reader throws in
      let last = try reader.audit(visit: .number(1), limit: 2).entries
      #expect(last.map(\.event.version) == [3, 4])
      #expect(
        try reader.audit(visit: .number(1), before: last[0].event.sequence, limit: 2).entries.map(\.event.version) == [
          1, 2,
        ])
      #expect(
        try reader.audit(visit: .number(1), since: .noon.adding(minutes: 3), limit: 9).entries.map(\.event.version) == [
          3, 4,
        ])
      #expect(try reader.audit(since: .noon.adding(minutes: 4), limit: 9).entries.map(\.event.version) == [4])
      #expect(throws: Refusal.notFound(.worker, id: "nobody")) { try reader.audit(worker: .id("nobody"), limit: 1) }
    }
  }

  @Test("a long note is stored once as long as it stays, and every entry tells all of it")
  func longText() async throws {
    let test = try await TestStore().addPeople()
    let note = String(repeating: "Ring \"twice\".\u{0} ", count: 100)
    var visit = Visit.test(1)
    for number in 1...5 {
      visit.note = number == 4 ? "Short" : note
      visit.service = "Service \(number)"
      try await test.put(visit)
    }
    let entries = try test.store.readNow { try $0.audit(visit: .number(1), limit: 10) }.entries
    let told = entries.map { entry in
      if case .visit(let visit) = entry.after { visit.note } else { "" }
    }
    #expect(told == [note, note, note, "Short", note])
    #expect(entries.dropFirst().map(\.before) == entries.dropLast().map(\.after))
    let lengths = try test.answer(
      "SELECT group_concat(length(snapshot) > 1700, '') FROM audit WHERE topic = 'visit' ORDER BY sequence")
    #expect(lengths == "10001")
  }

  @Test("a page ends where its things take more than it has room for, and says that there are earlier ones")
  func largePages() async throws {
    let test = try await TestStore().addPeople()
    for number in 1...5 {
      var visit = Visit.test(1)
      visit.note = String(repeating: "\(number)", count: 1000)
      try await test.put(visit)
    }
    try test.store.readNow { reader throws in
      let page = try reader.audit(visit: .number(1), limit: 5, bytes: 3000)
      #expect(page.entries.map(\.event.version) == [4, 5])
      #expect(page.hasEarlier)
      let earlier = try reader.audit(visit: .number(1), before: page.entries[0].event.sequence, limit: 5, bytes: 1)
      #expect(earlier.entries.map(\.event.version) == [3])
      let all = try reader.audit(visit: .number(1), limit: 5)
      #expect(all.entries.count == 5)
      #expect(!all.hasEarlier)
    }
  }
}
