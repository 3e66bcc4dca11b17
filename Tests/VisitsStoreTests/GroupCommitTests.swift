import GRDB
import Synchronization
import Testing
import VisitsModel

@testable import VisitsStore

@Suite("Changes that come together share a commit")
struct GroupCommitTests {
  @Test("they are told after one commit, in the order in which they came")
  func order() async throws {
    let test = try await TestStore().addPeople()
    let commits = Mutex<[[String]]>([])
    test.store.onCommit { changes in commits.withLock { $0.append(changes.map(\.event.thing)) } }
    let results = try await withHeldWriter(of: test) { answers in
      for number in 1...5 {
        test.store.change(test.request("r\(number)")) {
          .visits([try $0.put(.test(number))])
        } completion: {
          #expect(commits.withLock(\.count) == 1)
          answers.keep($0)
        }
      }
      return 5
    }
    let ids = try results.map { result in
      guard case .visits(let visits) = try result.get() else { return "" }
      return visits.map(\.id.rawValue).joined()
    }
    #expect(ids == (1...5).map { VisitID.number($0).rawValue })
    #expect(commits.withLock { $0 } == [ids])
  }

  @Test("one that fails is taken back alone, with all that it wrote")
  func isolation() async throws {
    let test = try await TestStore().addPeople()
    struct Mishap: Error {}
    let results = try await withHeldWriter(of: test) { answers in
      test.store.change(test.request("r1")) {
        .visits([try $0.put(.test(1))])
      } completion: {
        answers.keep($0)
      }
      test.store.change(test.request("r2")) {
        _ = try $0.put(.test(2))
        _ = try $0.put(.test(1, from: 90))
        throw Mishap()
      } completion: {
        answers.keep($0)
      }
      test.store.change(test.request("r3")) {
        #expect(try $0.visit(.number(1))?.start == .noon)
        #expect(try $0.visit(.number(2)) == nil)
        return .visits([try $0.put(.test(3))])
      } completion: {
        answers.keep($0)
      }
      return 3
    }
    #expect(throws: Mishap.self) { try results[1].get() }
    _ = try results[2].get()
    try test.store.readNow { reader throws in
      #expect(try reader.visit(.number(1))?.version == 1)
      #expect(try reader.visit(.number(2)) == nil)
      #expect(try reader.counts().visits[.scheduled] == 2)
      let things = try reader.events(after: nil, topics: [.visit], limit: 10).map(\.thing)
      #expect(things == [VisitID.number(1).rawValue, VisitID.number(3).rawValue])
    }
  }

  @Test("a worker that is not there is a refusal; it does not open the visit")
  func unknownPeople() async throws {
    let test = try await TestStore().addPeople()
    await #expect(throws: Refusal.notFound(.worker, id: "nobody")) {
      try await test.put(.test(1, worker: .id("nobody")))
    }
    await #expect(throws: Refusal.notFound(.client, id: "nobody")) {
      try await test.put(.test(1, client: .id("nobody")))
    }
  }

  @Test("nothing is said of a commit that changed nothing")
  func silence() async throws {
    let test = try await TestStore().addPeople()
    try await test.put(.test(1))
    let commits = Mutex(0)
    test.store.onCommit { _ in commits.withLock { $0 += 1 } }
    let kept = try await test.put(.test(1))
    #expect(kept.map(\.version) == [1])
    #expect(commits.withLock { $0 } == 0)
  }

  @Test("a commit says whose days it touches: who had the visit, and who has it")
  func affected() async throws {
    let test = try await TestStore().addPeople()
    try await test.put(.test(1))
    let seen = Mutex<[CommittedChange]>([])
    test.store.onCommit { changes in seen.withLock { $0 += changes } }
    try await test.put(.test(1, worker: .james, client: .john))
    let changes = seen.withLock { $0 }
    let change = try #require(changes.first)
    #expect(change.workers == [.sarah, .james])
    #expect(change.clients == [.margaret, .john])
  }

  @Test("what was taken before closing is made; what comes after is refused")
  func closing() async throws {
    let folder = try TestFolder()
    let test = try await TestStore(in: folder).addPeople()
    let answers = Answers()
    for number in 1...20 {
      test.store.change(test.request("r\(number)")) {
        .visits([try $0.put(.test(number))])
      } completion: {
        answers.keep($0)
      }
    }
    await test.store.close()
    #expect(answers.wait(for: 20).count == 20)
    await #expect(throws: Refusal.unavailable(.shuttingDown)) { try await test.put(.test(99)) }
    await #expect(throws: Refusal.unavailable(.shuttingDown)) { try await test.store.read { try $0.counts() } }
    let next = try TestStore(in: folder, seed: 2)
    #expect(try next.store.readNow { try $0.counts().visits[.scheduled] } == 20)
  }

  @Test("a full disk fails the whole group, and nothing of it stays")
  func fullDisk() async throws {
    let test = try await TestStore().addPeople()
    let pages = try #require(try test.answer("PRAGMA page_count").flatMap { Int($0) })
    try test.sql("PRAGMA max_page_count = \(pages + 4)")
    let results = try await withHeldWriter(of: test) { answers in
      test.store.change(test.request("small")) {
        .visits([try $0.put(.test(1))])
      } completion: {
        answers.keep($0)
      }
      test.store.change(test.request("large")) { transaction in
        .visits(try (2...2000).map { try transaction.put(.test($0)) })
      } completion: {
        answers.keep($0)
      }
      return 2
    }
    for result in results { #expect(throws: Refusal.unavailable(.diskFull)) { try result.get() } }
    #expect(try test.store.readNow { try $0.counts().visits[.scheduled] } == 0)
    #expect(await test.store.reopen() == nil)
    try await test.put(.test(1))
    #expect(try test.store.readNow { try $0.counts().visits[.scheduled] } == 1)
  }

  @Test("a commit that fails fails them all: nothing stays, nobody is told")
  func failedCommit() async throws {
    let test = try await TestStore().addPeople()
    try await test.put(.test(1))
    let commits = Mutex(0)
    test.store.onCommit { _ in commits.withLock { $0 += 1 } }
    let results = try await withHeldWriter(of: test) { answers in
      test.store.change(test.request("r1")) {
        .visits([try $0.put(.test(2))])
      } completion: {
        answers.keep($0)
      }
      test.store.change(test.request("r2")) {
        $0.db.add(transactionObserver: FailingDisk(), extent: .nextTransaction)
        return .visits([try $0.put(.test(3))])
      } completion: {
        answers.keep($0)
      }
      return 2
    }
    for result in results { #expect(throws: Refusal.unavailable(.diskFailing)) { try result.get() } }
    #expect(commits.withLock { $0 } == 0)
    #expect(try test.store.readNow { try $0.counts().visits[.scheduled] } == 1)
    #expect(await test.store.reopen() == nil)
    try await test.put(.test(2))
    #expect(try test.store.readNow { try $0.events(after: nil, topics: [.visit], limit: 9).map(\.sequence) } == [5, 6])
  }
}
