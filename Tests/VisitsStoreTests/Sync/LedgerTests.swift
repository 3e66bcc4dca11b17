import Testing
import VisitsModel

@testable import VisitsStore

@Suite("What sync writes down")
struct LedgerTests {
  private let test: TestStore
  private let address = RecordAddress(type: "Appointment", id: "a")
  private let visit = SyncThing(.visit, VisitID.number(1).rawValue)

  init() async throws {
    test = try await TestStore(hasUpstream: true).addPeople()
  }

  private func days(_ first: String, _ last: String) throws -> ClosedRange<CareDay> {
    try #require(CareDay(first))...#require(CareDay(last))
  }

  @Test("is what both sides agreed on last of a record, until it is gone")
  func agreeing() throws {
    var record = AgreedRecord(address, version: "1", thing: visit, fields: "{}", body: "{\"id\":\"a\"}")
    try test.store.keepNow { try $0.agree(on: record) }
    record.version = "2"
    try test.store.keepNow { try $0.agree(on: record) }
    try test.store.readNow { reader throws in
      #expect(try reader.agreed(on: address) == [record])
      #expect(try reader.agreed(on: visit) == [record])
      #expect(try reader.syncState(of: visit) == .synced)
    }
    let other = SyncThing(.visit, VisitID.number(2).rawValue)
    let second = AgreedRecord(address, version: "2", thing: other, part: 2, fields: "{}", body: record.body)
    try test.store.keepNow { try $0.agree(on: second) }
    #expect(try test.store.readNow { try $0.agreed(on: address) } == [record, second])
    try test.store.keepNow { try $0.disagree(on: address) }
    #expect(try test.store.readNow { try $0.agreed(on: address) } == [])
  }

  @Test("together with a change is kept with it or not at all")
  func together() async throws {
    let record = AgreedRecord(address, version: "1", thing: visit, fields: "{}", body: "{}")
    let request = test.request("r", "visit.add")
    #expect(throws: Refusal.notFound(.visit, id: "x")) {
      try test.store.changeNow(request) { transaction in
        try transaction.ledger.agree(on: record)
        throw Refusal.notFound(.visit, id: "x")
      }
    }
    #expect(try test.store.readNow { try $0.agreed(on: visit) } == [])
    _ = try test.store.changeNow(request) { transaction in
      try transaction.ledger.agree(on: record)
      return .visits([try transaction.put(.test(1))])
    }
    #expect(try test.store.readNow { try $0.agreed(on: visit) } == [record])
  }

  @Test("is about a server by whichever address it has")
  func moving() async throws {
    let (old, new) = ("https://ehr.example/fhir", "https://new.example/fhir")
    func fields(_ base: String) -> String {
      #"{"note":"\"system\":\"https://ehr.example/fhir\"","worker":{"system":"\#(base)","value":"Practitioner/sarah"}}"#
    }
    func attempts(_ base: String) -> Attempts {
      Attempts(
        version: 1,
        records: [Attempt(type: "Appointment", id: "a", method: .update, base: "1", fields: fields(base))])
    }
    try await test.put(.test(1))
    @Sendable func sarah(_ base: String) -> UpstreamIdentity {
      UpstreamIdentity(system: base, value: "Practitioner/sarah")
    }
    _ = try test.store.changeNow(test.request("r", "worker.link")) { transaction in
      try transaction.keepLink(sarah(old), to: .worker, "sarah")
      return .settled(1)
    }
    try test.store.keepNow { ledger in
      try ledger.keep(server: old, formerly: nil)
      try ledger.agree(on: AgreedRecord(address, version: "1", thing: visit, fields: fields(old), body: "{}"))
      try ledger.prepare(visit, attempts(old))
      try ledger.keep(server: new, formerly: old)
    }
    #expect(try test.store.readNow { try $0.agreed(on: visit).map(\.fields) } == [fields(new)])
    #expect(try test.store.readNow { try $0.attempts(at: visit) } == [attempts(new)])
    #expect(try test.store.readNow { try $0.linkedPerson(.worker, to: sarah(new)) } == "sarah")
  }

  @Test("is how far each type was taken")
  func marks() throws {
    let window = try days("2026-11-19", "2026-11-22")
    let friday = try #require(CareDay("2026-11-20"))
    try test.store.keepNow { ledger throws in
      try ledger.keep(.watermark("Patient", .noon))
      try ledger.keep(.watermark("Patient", Instant.noon.adding(seconds: -60)))
      try ledger.keep(.covered("Appointment", friday))
      try ledger.keep(.covered("Appointment", friday))
    }
    try test.store.readNow { reader throws in
      #expect(try reader.watermark(of: "Patient") == Instant.noon.adding(seconds: -60))
      #expect(try reader.watermark(of: "Appointment") == nil)
      #expect(
        try reader.uncovered("Appointment", in: window).map(\.text) == ["2026-11-19", "2026-11-21", "2026-11-22"])
      #expect(try reader.uncovered("Encounter", in: window).count == 4)
    }
    try test.store.keepNow { try $0.uncover("Appointment", outside: days("2026-11-21", "2026-11-24")) }
    #expect(try test.store.readNow { try $0.uncovered("Appointment", in: window).count } == 4)
  }

  @Test("is what was seen outside the window, by its version")
  func outside() throws {
    func version(_ version: String?) -> RecordVersion {
      RecordVersion(address, version: version, lastUpdated: nil)
    }
    func isOutside(_ record: RecordVersion) throws -> Bool {
      try test.store.readNow { try $0.met(record.address).isOutside(in: record.version) }
    }
    try test.store.keepNow { try $0.note(outside: version("1"), isOutside: true) }
    #expect(try isOutside(version("1")))
    #expect(try !isOutside(version("2")))
    try test.store.keepNow { try $0.note(outside: version("2"), isOutside: false) }
    #expect(try !isOutside(version("1")))
  }

  @Test("is looked up for a whole page at once, each record by its type")
  func met() throws {
    let (here, away, bad) = (
      address, RecordAddress(type: "Encounter", id: "a"), RecordAddress(type: "Patient", id: "\"")
    )
    let unknown = RecordAddress(type: "Patient", id: "a")
    try test.store.keepNow { ledger throws in
      for (part, version) in [(1, "2"), (2, "1")] {
        try ledger.agree(
          on: AgreedRecord(here, version: version, thing: visit, part: part, fields: "{}", body: "{}"))
      }
      try ledger.note(outside: RecordVersion(away, version: nil, lastUpdated: nil), isOutside: true)
      try ledger.note(leftOut: RecordVersion(bad, version: "7", lastUpdated: nil))
    }
    let met = try test.store.readNow { try $0.met([here, away, bad, unknown]) }
    #expect(Set(met.keys) == [here, away, bad])
    #expect(met[here]?.agreed == ["2", "1"])
    #expect(met[here]?.isAgreed(in: "2") == false, "a part of it was taken in in another version")
    #expect(met[away]?.isOutside(in: nil) == true)
    #expect(met[away]?.isOutside(in: "1") == false)
    #expect(met[bad]?.isLeftOut(in: "7") == true)
    #expect(met[bad]?.isLeftOut(in: "8") == false)
    #expect(try test.store.readNow { try $0.met(unknown) } == MetRecord())
  }

  @Test("is looked up through indices, each of a page's records by itself")
  func plans() throws {
    func plan(_ sql: String) throws -> [String] {
      try test.store.readNow { try $0.db.all("EXPLAIN QUERY PLAN " + sql) { $0.text(3) } }
        .filter { !$0.contains("asked") && $0 != "COMPOUND QUERY" && $0 != "UNION ALL" }
    }
    #expect(
      try plan(StoreReader.met) == [
        "LEFT-MOST SUBQUERY", "SEARCH known USING INDEX sqlite_autoindex_agreed_1 (type=? AND id=?)",
        "SEARCH known USING PRIMARY KEY (type=? AND id=?)", "SEARCH known USING PRIMARY KEY (type=? AND id=?)",
      ])
    let clients = try plan(StoreReader.unmergedClients)
    #expect(
      clients == [
        "CORRELATED SCALAR SUBQUERY 1", "SEARCH agreed USING INDEX sqlite_autoindex_agreed_1 (type=? AND id=?)",
        "SEARCH upstream USING PRIMARY KEY (topic=? AND system=? AND value=? AND part=?)",
        "SEARCH clients USING INDEX sqlite_autoindex_clients_1 (id=?)",
      ])
    #expect(
      try plan(StoreReader.workers) == [
        "SEARCH upstream USING PRIMARY KEY (topic=? AND system=? AND value=? AND part=?)"
      ])
  }

  @Test("is what waits outside for an Appointment, until that is here")
  func awaiting() throws {
    let encounter = RecordVersion(RecordAddress(type: "Encounter", id: "e"), version: "1", lastUpdated: nil)
    func isStillOutside() throws -> Bool { try test.store.readNow { try $0.isStillOutside(encounter) } }
    #expect(try !isStillOutside())
    let other = RecordAddress(type: "Appointment", id: "b")
    try test.store.keepNow { try $0.note(outside: encounter, isOutside: true, awaiting: [other, address]) }
    #expect(try isStillOutside())
    try test.store.keepNow { ledger throws in
      try ledger.agree(on: AgreedRecord(address, version: "1", thing: visit, fields: "{}", body: "{}"))
    }
    #expect(try !isStillOutside())
  }

  @Test("knows that a problem that is being retried is not settled")
  func unsettledKinds() throws {
    try test.store.keepNow { ledger throws in
      try ledger.note(SyncProblem(.parked, visit.rawValue, words: "Unknown code"), at: .noon)
      try ledger.retry(visit.rawValue, at: .noon)
    }
    #expect(try test.store.readNow { try $0.problemCounts() } == [:])
    #expect(try test.store.readNow { try $0.unsettledKinds() } == [.parked])
    try test.store.keepNow { ledger throws in
      try ledger.settle(.parked, of: visit.rawValue, by: "upstream", at: .noon)
    }
    #expect(try test.store.readNow { try $0.unsettledKinds() } == [])
  }

  @Test("is each problem once while it is open, and again when it comes back")
  func problems() throws {
    let problem = SyncProblem(.parked, visit.rawValue, words: "Unknown code")
    let again = SyncProblem(.parked, visit.rawValue, words: "Still unknown", detail: "{}")
    try test.store.keepNow { ledger throws in
      try ledger.note(problem, at: .noon)
      try ledger.note(again, at: Instant.noon.adding(minutes: 1))
    }
    #expect(
      try test.store.readNow { try $0.problems() } == [
        KeptProblem(number: 1, problem: again, since: .noon, times: 2)
      ])
    try test.store.keepNow { ledger throws in
      try ledger.settle(.parked, of: visit.rawValue, by: "omar", reason: "Entered there", at: .noon)
      try ledger.note(problem, at: Instant.noon.adding(minutes: 2))
    }
    #expect(try test.store.readNow { try $0.problems() }.map(\.number) == [2])
  }

  @Test("is each value that was overruled, by itself")
  func overruled() throws {
    try test.store.keepNow { ledger throws in
      try ledger.note(SyncProblem(.overruled, visit.rawValue, words: "worker", detail: "1"), at: .noon)
      try ledger.note(SyncProblem(.overruled, visit.rawValue, words: "worker", detail: "2"), at: .noon)
    }
    #expect(try test.store.readNow { try $0.problems() }.map(\.problem.detail) == ["1", "2"])
  }
}
