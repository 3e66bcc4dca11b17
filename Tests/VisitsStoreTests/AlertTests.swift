import GRDB
import Testing
import VisitsModel

@testable import VisitsStore

@Suite("An alert is kept")
struct AlertTests {
  private func raise(_ test: TestStore, _ kind: Alert.Kind, of number: Int) async throws -> Alert? {
    let outcome = try await test.change("raise-\(kind)-\(number)", "alert.raise") { transaction in
      guard let visit = try transaction.watched(.number(number), open: []) else { return .alerts([]) }
      return .alerts([try transaction.raise(kind, of: visit, since: .noon)].compactMap(\.self))
    }
    guard case .alerts(let alerts) = outcome else { return nil }
    return alerts.first
  }

  @Test("once for a visit and kind while it holds, and anew when it came to nothing before")
  func once() async throws {
    let test = try await TestStore().addPeople()
    try await test.put(.test(1))
    let first = try #require(try await raise(test, .late, of: 1))
    #expect(first.version == 1)
    #expect(first.worker == .sarah && first.client == .margaret)
    try await test.change("again", "alert.raise") { transaction in
      let visit = try #require(try transaction.watched(.number(1), open: []))
      #expect(try transaction.raise(.late, of: visit, since: .noon) == nil)
      #expect(try transaction.raise(.missed, of: visit, since: .noon) != nil)
      return .alerts([])
    }
    let outcome = try await test.change("over", "alert.resolve") { .alerts([try $0.resolve(first)]) }
    guard case .alerts(let resolved) = outcome else { return #expect(Bool(false)) }
    #expect(resolved.first?.state == .resolved)
    try test.store.readNow { reader throws in
      #expect(try reader.openAlerts(of: .number(1)).map(\.kind) == [.missed])
      #expect(try reader.openAlertCounts() == [.missed: 1])
      #expect(try reader.alerts(isOpen: false, limit: 10).map(\.id) == [first.id])
    }
    #expect(throws: DatabaseError.self) {
      try test.sql(
        """
        INSERT INTO alerts (id, kind, visit, worker, client, since, raisedAt, version, updatedAt, change)
        SELECT '018f3b2e-7c1a-7b3d-9f00-0000000000aa', kind, visit, worker, client, 0, 0, 1, 0, change FROM alerts
        WHERE kind = 'missed'
        """)
    }
  }

  @Test("and found page by page, the newest first, those of one moment by their ids")
  func pages() async throws {
    let test = try await TestStore().addPeople()
    for number in 1...5 {
      try await test.put(.test(number))
      _ = try await raise(test, .late, of: number)
    }
    try test.store.readNow { reader throws in
      let all = try reader.alerts(limit: 10).map(\.id)
      #expect(all.count == 5)
      #expect(try reader.alerts(limit: 2, after: all[1]).map(\.id) == [all[2], all[3]])
      #expect(try reader.alerts(isOpen: true, worker: .sarah, limit: 10, after: all[3]).map(\.id) == [all[4]])
      #expect(try reader.alerts(limit: 10, after: all[4]) == [])
    }
  }

  @Test("with its whole history, and a repeat of the change answers the same")
  func history() async throws {
    let test = try await TestStore().addPeople()
    try await test.put(.test(1))
    let first = try #require(try await raise(test, .late, of: 1))
    try await test.change("ack", "alert.acknowledge") { transaction in
      var alert = try transaction.alert(first.id, expectedVersion: 1)
      try alert.acknowledge(Alert.Acknowledgement(at: .noon, by: "anna", note: "Calling her"))
      return .alerts([try transaction.put(alert)])
    }
    #expect(try await raise(test, .late, of: 1) == first, "the request is known: it changes nothing")
    let entries = try test.store.readNow { try $0.audit(limit: 10) }.entries
    guard case .alert(let before)? = entries.last?.before, case .alert(let after)? = entries.last?.after else {
      return #expect(Bool(false))
    }
    #expect(before == first)
    #expect(after.acknowledged == Alert.Acknowledgement(at: .noon, by: "anna", note: "Calling her"))
    #expect(after.version == 2)
    let events = try test.store.readNow { try $0.events(after: nil, topics: [.alert], limit: 10) }
    #expect(events.map(\.thing) == [first.id.rawValue, first.id.rawValue])
    await #expect(throws: Refusal.self) {
      try await test.change("stale", "alert.acknowledge") { .alerts([try $0.alert(first.id, expectedVersion: 1)]) }
    }
  }

  @Test("as the daemon's own change: the audit of an older database takes it too")
  func origin() async throws {
    let folder = try TestFolder()
    let old = try TestStore(in: folder, migrations: [.schedule, .emergencies, .pages, .devices, .series])
    try old.sql(Fixtures.people)
    await old.store.close()
    let test = try TestStore(in: folder, seed: 2)
    try await test.put(.test(1))
    let caller = Caller(by: "visitsd", origin: .system, scope: "system")
    let request = ChangeRequest(
      caller: caller, method: "alert.raise", requestId: "r", fingerprint: [], receivedAt: .noon)
    _ = try await test.store.change(request) { transaction in
      let visit = try #require(try transaction.watched(.number(1), open: []))
      return .alerts([try #require(try transaction.raise(.late, of: visit, since: .noon))])
    }
    #expect(try test.answer("SELECT origin FROM audit ORDER BY sequence DESC LIMIT 1") == "system")
  }

  @Test("once when the field reports otherwise than the office has decided, and holds until somebody has settled it")
  func conflict() async throws {
    let test = try await TestStore().addPeople()
    try await test.put(.test(1), .test(2))
    try await test.change("clash", "visit.complete") { transaction in
      let visit = try transaction.visit(.number(1), expectedVersion: nil)
      try transaction.raiseConflict(of: visit)
      try transaction.raiseConflict(of: visit)
      return .visits([visit])
    }
    func conflicts() throws -> [VisitID: Instant] { try test.store.readNow { try $0.conflicts() } }
    #expect(try conflicts() == [.number(1): .noon])
    let alert = try #require(try test.store.readNow { try $0.openAlerts(of: .number(1)) }.first)
    #expect(alert.kind == .conflict)
    try await test.change("settle", "alert.acknowledge") { transaction in
      var alert = alert
      try alert.acknowledge(Alert.Acknowledgement(at: .noon, by: "anna", note: nil))
      return .alerts([try transaction.put(alert)])
    }
    #expect(try conflicts() == [:])
  }

  @Test("and what may need one is found: what can have passed a threshold, and who will be next")
  func watched() async throws {
    let test = try await TestStore().addPeople()
    let day: Int64 = 24 * 60
    try await test.put(
      .test(1, from: -3 * day), .test(2, from: -1440), .test(3, from: -20),
      .test(4, from: -20, life: .completed(checkIn: nil, checkOut: nil)),
      .test(5, from: 40), .test(6, from: 200), .test(7, from: 100, worker: nil), .test(8, from: 500, worker: nil),
      .test(9, from: 900, worker: nil), .test(10, from: -100, life: .inProgress(checkIn: nil)), .test(11, from: 45))
    func numbers(since: Instant?) throws -> [Int] {
      try test.store.readNow { reader in
        try reader.watched(since: since, now: .noon, LateRule()).map { Int($0.id.rawValue.suffix(12), radix: 16) ?? 0 }
          .sorted()
      }
    }
    #expect(try numbers(since: nil) == [2, 3, 5, 7, 8, 10, 11])
    #expect(try numbers(since: .noon.adding(minutes: -1)) == [3, 5, 7, 8, 10, 11], "what was looked at is left out")
    #expect(try numbers(since: .noon) == [3, 5, 7, 8, 10, 11])
  }
}
