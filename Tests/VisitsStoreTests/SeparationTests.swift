import Synchronization
import Testing
import VisitsModel
import VisitsTestSupport

@testable import VisitsStore

@Suite("Clients whom upstream merged into one and separates again")
struct SeparationTests {
  /// So many visits has each of them.
  private static let visits = 4

  private func client(_ number: Int) throws -> ClientID {
    try #require(ClientID(rawValue: number == 0 ? "bea" : "client-\(number)"))
  }

  private func address(_ number: Int) -> RecordAddress { RecordAddress(type: "Patient", id: "p\(number)") }

  /// Clients with visits of Appointments of theirs, and a goal each; all of them are merged into Bea then, who has as many
  /// visits of her own, and followed.
  private func merged(_ count: Int) async throws -> TestStore {
    let test = try await TestStore(hasUpstream: true).addPeople()
    try await test.change { transaction in
      transaction.isFromUpstream = true
      for number in 0...count {
        let id = try client(number)
        _ = try transaction.put(Client(id: id, key: transaction.newPersonKey(), name: "Client \(number)"))
        if number > 0 {
          _ = try transaction.put(
            Goal(id: transaction.newGoalID(), client: id, title: "Walk", setAt: .noon, statusAt: .noon))
        }
        let first = number == 0 ? (count + 1) * Self.visits : number * Self.visits
        for visit in first..<first + (number == 0 ? count : 1) * Self.visits {
          let kept = try transaction.put(.test(visit, from: Int64(visit) * 60, worker: nil, client: id))
          let fields = #"{"read":{"client":{"system":"https://ehr.example","value":"Patient/p\#(number)"}}}"#
          try transaction.ledger.agree(
            on: AgreedRecord(
              RecordAddress(type: "Appointment", id: "a\(visit)"), version: "1",
              thing: SyncThing(.visit, kept.id.rawValue), fields: fields, body: ""))
        }
      }
      return .imported(ImportSummary())
    }
    try await tell(test, count, areMerged: true)
    _ = try await follow(test)
    #expect(try test.answer("SELECT count(*) FROM visits WHERE client = 'bea'") == "\(2 * count * Self.visits)")
    #expect(try test.answer("SELECT count(*) FROM goals WHERE client = 'bea'") == "\(count)")
    return test
  }

  private func tell(_ test: TestStore, _ count: Int, areMerged: Bool) async throws {
    try await test.change { transaction in
      for number in 0...count {
        let fields = areMerged && number > 0 ? "Patient/p0" : ""
        try transaction.ledger.agree(
          on: AgreedRecord(
            address(number), version: "1", thing: SyncThing(.client, client(number).rawValue), fields: fields,
            body: ""))
      }
      try transaction.ledger.noteMergesDue(at: transaction.now)
      return .imported(ImportSummary())
    }
  }

  /// Follows what is due, as sync does; returns the number of changes and who was separated.
  private func follow(
    _ test: TestStore, between: () throws -> Void = {}
  ) async throws -> (changes: Int, separated: [SeparatedClients]) {
    var pass = MergePass()
    var changes = 0
    var separated: [SeparatedClients] = []
    while !pass.isDone {
      let result = Mutex<(MergePass, [SeparatedClients])?>(nil)
      try await test.change("follow \(changes) \(try test.answer("SELECT count(*) FROM audit") ?? "")") {
        [pass] transaction in
        var pass = pass
        let found = try transaction.follow(&pass, atMost: 500)
        result.withLock { $0 = (pass, found) }
        return .imported(ImportSummary())
      }
      let (next, found) = try #require(result.withLock { $0 })
      pass = next
      separated += found
      changes += 1
      try between()
    }
    return (changes, separated)
  }

  private func separated(_ count: Int) async throws -> Int {
    let test = try await merged(count)
    try await tell(test, count, areMerged: false)
    let counted = try await Steps.count(in: test.store.pool) { try await follow(test) }
    #expect(try test.answer("SELECT count(*) FROM visits WHERE client = 'bea'") == "\(count * Self.visits)")
    #expect(try test.answer("SELECT count(*) FROM goals WHERE client = 'bea'") == "0")
    #expect(try test.answer("SELECT count(*) FROM followedMerges") == "0")
    #expect(try test.answer("SELECT count(*) FROM mergedThings") == "0")
    for number in [1, count] {
      #expect(try test.answer("SELECT count(*) FROM visits WHERE client = 'client-\(number)'") == "\(Self.visits)")
    }
    #expect(counted.value.separated == [], "nothing was recorded for Bea")
    return counted.steps
  }

  @Test("cost four times the work where they are four times as many")
  func linear() async throws {
    let few = try await separated(75)
    let many = try await separated(300)
    #expect(many < 6 * few, "\(few) steps for 75 clients, \(many) for 300")
  }

  @Test("move in changes of at most 500 things, and in between each visit is sent as its client's")
  func bounded() async throws {
    let test = try await merged(300)
    try await tell(test, 300, areMerged: false)
    var held: [Int] = []
    let (changes, _) = try await follow(test) {
      let visits = try test.answer("SELECT count(*) FROM visits WHERE client = 'bea'")
      held.append((Int(visits ?? "") ?? 0) - 300 * Self.visits)
      let wrong = try test.store.readNow { reader in
        try stride(from: 1, through: 300, by: 10).filter { number in
          let visit = try #require(try reader.visit(.number(number * Self.visits)))
          return try reader.client(of: visit) != client(number)
        }
      }
      #expect(wrong == [])
    }
    #expect(changes >= 5)
    #expect(held.first == 1200 && held.last == 0)
    #expect(zip(held, held.dropFirst()).allSatisfy { $0 - $1 <= 500 })
    let most = try test.answer(
      """
      SELECT max(things) FROM (SELECT count(*) AS things FROM audit WHERE requestId LIKE 'follow %' GROUP BY requestId)
      """)
    #expect(most == "500")
  }

  @Test("are all moved by the next pass where one was dropped half-way")
  func resumed() async throws {
    let test = try await merged(150)
    try await tell(test, 150, areMerged: false)
    for limit in [1, 7, 100, 3] {
      try await test.change("dropped \(limit)") { transaction in
        var pass = MergePass()
        _ = try transaction.follow(&pass, atMost: limit)
        #expect(!pass.isDone)
        return .imported(ImportSummary())
      }
    }
    _ = try await follow(test)
    #expect(try test.answer("SELECT count(*) FROM visits WHERE client = 'bea'") == "600")
    #expect(try test.answer("SELECT count(*) FROM goals WHERE client = 'bea'") == "0")
    #expect(try test.answer("SELECT count(*) FROM followedMerges") == "0")
  }
}
