import Foundation
import GRDB
import Synchronization
import Testing
import VisitsModel

@testable import VisitsStore

@Suite("A store whose disk has failed a commit")
struct FaultTests {
  @Test("refuses every change with the reason, and reads on, until it has been opened anew")
  func readOnly() async throws {
    let test = try await TestStore().addPeople()
    try await test.put(.test(1))
    #expect(test.store.fault == nil)
    try await test.failCommit()
    #expect(test.store.fault?.reason == .diskFailing)
    #expect(test.store.fault?.code == 1034)
    await #expect(throws: Refusal.unavailable(.diskFailing)) { try await test.put(.test(2)) }
    await #expect(throws: Refusal.unavailable(.diskFailing)) {
      try await test.store.forgetRequests(keeping: 1)
    }
    #expect(try await test.store.read { try $0.visit(.number(1))?.version } == 1)
    #expect(try test.store.readNow { try $0.visit(.number(999)) } == nil)

    #expect(await test.store.reopen() == nil)
    #expect(test.store.fault == nil)
    try await test.put(.test(2))
    #expect(try test.store.readNow { try $0.visit(.number(2))?.version } == 1)
    #expect(try test.answer("PRAGMA synchronous") == "2")
  }

  @Test("answers what was acknowledged before as it was, and refuses another change under that id")
  func repeats() async throws {
    let test = try await TestStore().addPeople()
    let first = try await test.change("r1") { .visits([try $0.put(.test(1))]) }
    try await test.failCommit()
    let again = try await test.change("r1") { _ in
      Issue.record("made twice")
      return .visits([])
    }
    #expect(again == first)
    await #expect(throws: Refusal.requestIdReused("r1")) {
      try await test.change("r1", parameters: #"{"other":1}"#) { _ in .visits([]) }
    }
    await #expect(throws: Refusal.unavailable(.diskFailing)) {
      try await test.change("failing") { _ in .visits([]) }
    }
  }

  @Test("tells everybody of the failed group and behind it, and repeats what one of them had asked before")
  func group() async throws {
    let test = try await TestStore().addPeople()
    try await test.change("done") { .visits([try $0.put(.test(1))]) }
    let results = try await withHeldWriter(of: test) { answers in
      for number in 2...400 {
        test.store.change(test.request(number == 3 ? "done" : "r\(number)")) { transaction in
          if number == 7 { transaction.db.add(transactionObserver: FailingDisk(), extent: .nextTransaction) }
          return .visits([try transaction.put(.test(number))])
        } completion: {
          answers.keep($0)
        }
      }
      return 399
    }
    let refused = results.filter { result in
      guard case .failure(let error) = result else { return false }
      return error as? Refusal == .unavailable(.diskFailing)
    }
    #expect(refused.count == 398)
    #expect(results.compactMap { try? $0.get() }.count == 1)
    #expect(try test.store.readNow { try $0.counts().visits[.scheduled] } == 1)
    #expect(await test.store.reopen() == nil)
    try await test.put(.test(2))
  }

  @Test("takes back the whole group even where the engine would have gone on with the rest")
  func oneOfGroup() async throws {
    let test = try await TestStore().addPeople()
    let results = try await withHeldWriter(of: test) { answers in
      for number in 1...3 {
        test.store.change(test.request("r\(number)")) { transaction in
          if number == 2 { throw DatabaseError(resultCode: .SQLITE_FULL) }
          return .visits([try transaction.put(.test(number))])
        } completion: {
          answers.keep($0)
        }
      }
      return 3
    }
    for result in results { #expect(throws: Refusal.unavailable(.diskFull)) { try result.get() } }
    #expect(try test.store.readNow { try $0.counts().visits[.scheduled] } == 0)
    #expect(await test.store.reopen() == nil)
    try await test.put(.test(1))
  }

  @Test("makes no change that was meant for a time before or during the fault, though it makes others again")
  func eras() async throws {
    let test = try await TestStore().addPeople()
    let before = test.store.era
    #expect(before.takesChanges)
    try await test.failCommit()
    let during = test.store.era
    #expect(!during.takesChanges)
    #expect(await test.store.reopen() == nil)
    let after = test.store.era
    #expect(after.takesChanges)
    #expect(after != before)
    for (number, era) in [before, during, .past].enumerated() {
      await #expect(throws: Refusal.unavailable(.diskFailing)) {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
          test.store.change(test.request("past\(number)"), in: era) { _ in
            Issue.record("made")
            return .visits([])
          } completion: {
            continuation.resume(with: $0.map { _ in })
          }
        }
      }
    }
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      test.store.change(test.request("present"), in: after) {
        .visits([try $0.put(.test(3))])
      } completion: {
        continuation.resume(with: $0.map { _ in })
      }
    }
    #expect(try test.store.readNow { try $0.visit(.number(3))?.version } == 1)
  }

  @Test("stays so while the probe fails, and says why")
  func probe() async throws {
    let test = try await TestStore().addPeople()
    try await test.failCommit()
    try test.sql("CREATE TRIGGER broken BEFORE UPDATE ON meta BEGIN SELECT raise(ABORT, 'no'); END")
    #expect(await test.store.reopen()?.reason == .diskFailing)
    await #expect(throws: Refusal.unavailable(.diskFailing)) { try await test.put(.test(2)) }
    try test.sql("DROP TRIGGER broken")
    #expect(await test.store.reopen() == nil)
    try await test.put(.test(2))
  }

  @Test("tells of each fault once, in order, until it is closed")
  func faults() async throws {
    let test = try await TestStore().addPeople()
    try await test.failCommit()
    var faults = test.store.faults.makeAsyncIterator()
    #expect(await faults.next()?.code == 1034)
    #expect(await test.store.reopen() == nil)
    try await test.failCommit()
    #expect(await faults.next()?.code == 1034)
    await test.store.close()
    #expect(await faults.next() == nil)
  }

  @Test("that is closed takes nothing again")
  func closed() async throws {
    let folder = try TestFolder()
    let test = try await TestStore(in: folder).addPeople()
    try await test.put(.test(1))
    try await test.failCommit()
    await test.store.close()
    await #expect(throws: Refusal.unavailable(.shuttingDown)) { try await test.put(.test(2)) }
    let next = try TestStore(in: folder, seed: 2)
    #expect(try next.store.readNow { try $0.counts().visits[.scheduled] } == 1)
  }
}

@Suite("The log of changes")
struct WriteAheadLogTests {
  @Test("is brought into the database when it is long, by us and not by the engine, which says nothing when that fails")
  func checkpoint() async throws {
    let test = try await TestStore().addPeople()
    #expect(try test.answer("PRAGMA wal_autocheckpoint") == "0")
    try test.sql("PRAGMA wal_checkpoint(TRUNCATE)")
    let before = try size(of: test)
    try await test.put(.test(1))
    #expect(try size(of: test) == before)
    try await test.change { transaction in
      .visits(
        try (2...100).map { number in
          var visit = Visit.test(number)
          visit.note = String(repeating: "x", count: 60_000)
          return try transaction.put(visit)
        })
    }
    // The change is answered before the log is brought in: the next one stands behind it.
    try await test.put(.test(101))
    #expect(try size(of: test) > before + 8_000_000)
  }

  private func size(of test: TestStore) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: test.folder.database)[.size] as? Int ?? 0
  }
}

@Suite("The next attempt to write")
struct ProbeScheduleTests {
  @Test("comes after a second, then after twice as long each time, up to a minute")
  func doubling() {
    var schedule = ProbeSchedule()
    #expect((1...8).map { _ in schedule.next() } == [1, 2, 4, 8, 16, 32, 60, 60].map(Duration.seconds))
  }

  @Test("waits on as before when the fault is soon back, and begins anew after a quiet minute")
  func flapping() {
    var schedule = ProbeSchedule()
    for _ in 1...3 { _ = schedule.next() }
    schedule.fault(after: .seconds(59))
    #expect(schedule.next() == .seconds(8))
    schedule.fault(after: .seconds(60))
    #expect(schedule.next() == .seconds(1))
  }
}
