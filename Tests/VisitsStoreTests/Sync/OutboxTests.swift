import Testing
import VisitsModel

@testable import VisitsStore

@Suite("The outbox")
struct OutboxTests {
  private let test: TestStore
  private let first = SyncThing(.visit, VisitID.number(1).rawValue)
  private let second = SyncThing(.visit, VisitID.number(2).rawValue)

  init() async throws {
    test = try await TestStore(hasUpstream: true).addPeople()
    try await test.put(.test(1), .test(2, from: 120, worker: .james))
  }

  private func waiting(_ limit: Int = 100, skipping: Set<SyncThing> = []) throws -> [SyncThing] {
    try test.store.readNow { try $0.waiting(limit: limit, skipping: skipping) }
  }

  private func rows(_ worker: WorkerID? = nil) throws -> SyncStanding.Rows {
    try test.store.readNow { try $0.rows(of: worker) }
  }

  private let attempts = Attempts(
    version: 1,
    records: [
      Attempt(type: "Appointment", id: "a", method: .update, base: "3", fields: "{}"),
      Attempt(type: "Encounter", id: "e", method: .create, base: nil, fields: "{}"),
    ])

  private func prepare(_ thing: SyncThing, _ attempts: Attempts? = nil) throws {
    try test.store.keepNow { try $0.prepare(thing, attempts ?? self.attempts) }
  }

  @Test("holds one row for each visit, however often it changed, in the order of the first change")
  func rows() async throws {
    try await test.put(.test(1, from: 30))
    #expect(try waiting() == [first, second])
    #expect(try waiting(1) == [first])
    #expect(try waiting(1, skipping: [first]) == [second])
    #expect(try rows() == SyncStanding.Rows(pending: 2))
    #expect(try rows(.sarah) == SyncStanding.Rows(pending: 1))
  }

  @Test("holds nothing where there is no upstream, nor what upstream said")
  func notOurs() async throws {
    let alone = try await TestStore().addPeople()
    try await alone.put(.test(1))
    #expect(try alone.store.readNow { try $0.rows() } == SyncStanding.Rows())
    try await test.change { transaction in
      transaction.isFromUpstream = true
      return .visits([try transaction.put(.test(3, from: 240))])
    }
    #expect(try rows() == SyncStanding.Rows(pending: 2))
  }

  @Test("keeps a row in the very transaction of the change: a change that is taken back leaves none")
  func together() async throws {
    _ = try? await test.change { transaction in
      _ = try transaction.put(.test(3, from: 240))
      throw Refusal.notFound(.visit, id: "x")
    }
    #expect(try rows() == SyncStanding.Rows(pending: 2))
  }

  @Test("is left by a visit only when the version that was confirmed is the one that is stored")
  func confirming() async throws {
    try prepare(first)
    try await test.put(.test(1, from: 30))
    #expect(try test.store.keepNow { try $0.confirm(first, version: 1) } == false)
    #expect(try waiting() == [second, first])
    #expect(try test.store.keepNow { try $0.confirm(first, version: 2) } == true)
    #expect(try waiting() == [second])
  }

  @Test("gives those with the fewest attempts first, so that none holds up another")
  func order() throws {
    try prepare(first)
    #expect(try waiting() == [second, first])
    try prepare(second)
    #expect(try waiting() == [first, second])
  }

  @Test("remembers attempts until they are confirmed, and forgets only the last that surely did not arrive")
  func remembering() throws {
    try prepare(first)
    let later = Attempts(
      version: 2, records: [Attempt(type: "Appointment", id: nil, method: .post, base: nil, fields: "[]")])
    try prepare(first, later)
    #expect(try test.store.readNow { try $0.attempts(at: first) } == [attempts, later])
    try test.store.keepNow { try $0.forget(first) }
    #expect(try test.store.readNow { try $0.attempts(at: first) } == [attempts])
    _ = try test.store.keepNow { try $0.confirm(first, version: 1) }
    #expect(try test.store.readNow { try $0.attempts(at: first) } == [])
  }

  @Test("keeps what is parked apart until a person has it tried again, whatever changes meanwhile")
  func parking() async throws {
    try test.store.keepNow { _ = try $0.park(first, true) }
    try await test.put(.test(1, from: 30))
    #expect(try waiting() == [second])
    #expect(try rows(.sarah) == SyncStanding.Rows(parked: 1))
    #expect(try test.store.readNow { try $0.syncState(of: first) } == .parked)
    try test.store.keepNow { _ = try $0.park(first, false) }
    #expect(try waiting() == [first, second])
    #expect(try test.store.readNow { try $0.syncState(of: first) } == .pending)
  }

  @Test("lets go of what a person has discarded: it stands here alone until it changes again")
  func discarding() async throws {
    let record = AgreedRecord(
      RecordAddress(type: "Appointment", id: "a"), version: "3", thing: first, fields: "{}", body: "{}")
    try test.store.keepNow { try $0.agree(on: record) }
    try prepare(first)
    try test.store.keepNow { _ = try $0.park(first, true) }
    try test.store.keepNow { try $0.discard(first) }
    #expect(try rows() == SyncStanding.Rows(pending: 1))
    #expect(try test.store.readNow { try $0.syncState(of: first) } == .local)
    _ = try test.store.keepNow { try $0.enqueueLocal(at: .noon) }
    #expect(try waiting() == [second])
    try await test.put(.test(1, from: 30))
    #expect(try waiting() == [second, first])
    #expect(try test.store.readNow { try $0.syncState(of: first) } == .pending)
  }

  @Test("takes in what was kept before there was an upstream, once and in parts")
  func local() async throws {
    let test = try await TestStore().addPeople()
    for number in 1...3 { try await test.put(.test(number, from: Int64(number) * 120)) }
    #expect(try test.store.readNow { try $0.syncState(of: first) } == .local)
    var place: LocalPlace? = .beginning
    var parts = 0
    while let last = place {
      place = try test.store.keepNow { try $0.enqueueLocal(after: last, limit: 2, at: .noon) }
      parts += 1
    }
    #expect(parts == 3)
    #expect(try test.store.readNow { try $0.waiting(limit: 9).map(\.rawValue.last) } == ["1", "2", "3"])
  }

  @Test("takes in what was changed while there was no upstream, also of what both sides had agreed on")
  func alone() async throws {
    let test = try await TestStore().addPeople()
    try await test.put(.test(1), .test(2, from: 120), .test(3, from: 240))
    let third = SyncThing(.visit, VisitID.number(3).rawValue)
    try test.store.keepNow { ledger in
      try ledger.keep(server: "https://ehr.example", formerly: nil)
      for thing in [first, second, third] {
        let address = RecordAddress(type: "Appointment", id: thing.rawValue)
        try ledger.agree(on: AgreedRecord(address, version: "1", thing: thing, fields: "{}", body: "{}"))
      }
      try ledger.discard(third)
      try ledger.noteAlone()
    }
    try await test.put(.test(2, from: 150))
    try await test.put(.test(3, from: 270))
    try test.store.keepNow { try $0.noteAlone() }
    func states() throws -> [SyncState] {
      try test.store.readNow { reader in try [first, second, third].map(reader.syncState) }
    }
    #expect(try states() == [.synced, .local, .local])
    let end = try test.store.keepNow { try $0.enqueueLocal(at: .noon) }
    #expect(try states() == [.synced, .pending, .pending])
    try test.store.keepNow { ledger in
      try ledger.noteTogether()
      for thing in [second, third] { _ = try ledger.confirm(thing, version: 9) }
    }
    #expect(try test.store.keepNow { try $0.enqueueLocal(at: .noon) } == end)
    #expect(try states() == [.synced, .synced, .synced])
  }

  @Test("gives emergencies to nobody but the express lane")
  func emergencies() async throws {
    let id = EmergencyID(rawValue: "0199e0c2-5d80-7000-8000-0000000000e1")
    try await test.change("e", "emergency.raise") { transaction in
      .emergency(
        try transaction.put(
          Emergency(
            id: id, worker: .sarah, visit: nil, note: nil, position: nil, at: .noon, receivedAt: .noon,
            isClockSuspect: false, raisedBy: "sarah")))
    }
    #expect(try waiting() == [first, second])
    #expect(try test.store.readNow { try $0.waitingEmergencies() } == [id])
    #expect(try rows(.sarah) == SyncStanding.Rows(pending: 2))
  }

  @Test("is read in its order, with nothing to sort")
  func plans() throws {
    func plan(_ sql: String) throws -> [String] {
      try test.store.readNow { try $0.db.all("EXPLAIN QUERY PLAN " + sql) { $0.text(3) } }
    }
    #expect(try plan(StoreReader.waitingVisits) == ["SCAN outbox USING INDEX outboxVisitsInOrder"])
    let waiting = try plan(StoreReader.waiting)
    #expect(waiting.first == "SCAN outbox USING INDEX outboxInOrder")
    #expect(waiting.dropFirst().allSatisfy { !$0.hasPrefix("SCAN") && !$0.contains("TEMP B-TREE") }, "\(waiting)")
    #expect(try plan(StoreReader.ownRows) == ["SEARCH outbox USING COVERING INDEX outboxByWorker (worker=?)"])
  }
}
