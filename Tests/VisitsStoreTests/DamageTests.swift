import Foundation
import Testing
import VisitsModel

@testable import VisitsStore

@Suite("A damaged database")
struct DamageTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private var pages: DatabasePages { DatabasePages(path: folder.database) }

  /// A store with a hundred visits, whose database is all in its file.
  private func filled() async throws -> TestStore {
    let test = try await TestStore(in: folder).addPeople()
    try await test.change { transaction in
      .visits(
        try (1...100).map { number in
          var visit = Visit.test(number, from: Int64(number) * 60)
          visit.note = "Bell \(number)." + String(repeating: " Ring twice.", count: 20)
          return try transaction.put(visit)
        })
    }
    try test.sql("PRAGMA wal_checkpoint(TRUNCATE)")
    return test
  }

  /// A store whose database was damaged while it was stopped.
  private func damaged(_ damage: () throws -> Void) async throws -> TestStore {
    try await filled().store.close()
    try damage()
    return try TestStore(in: folder, seed: 2)
  }

  private func backUp(_ test: TestStore) async throws {
    _ = try await test.store.backUp(test.request("b1", "system.backup"), name: nil)
  }

  @Test("is found by the check after a start: it is told once, and takes no changes until the next start")
  func check() async throws {
    let test = try await damaged { try pages.overwrite(.rows, with: "Bell 50.") }
    #expect(test.store.fault == nil)
    _ = try? await test.store.check()
    let fault = try #require(test.store.fault)
    #expect(fault.reason == .databaseDamaged)
    #expect(fault.isDamage)
    #expect(!fault.words.isEmpty)
    await #expect(throws: Refusal.unavailable(.databaseDamaged)) { try await test.put(.test(500)) }
    await #expect(throws: Refusal.unavailable(.databaseDamaged)) { try await test.store.forgetRequests(keeping: 1) }
    #expect(try test.store.readNow { try $0.counts().workers } == 2)

    var faults = test.store.faults.makeAsyncIterator()
    #expect(await faults.next() == fault)
    for _ in 1...3 {
      _ = try? await test.store.check()
      _ = try? await test.store.read { try $0.visit(.number(50)) }
      #expect(await test.store.reopen() == fault)
    }
    #expect(test.store.fault == fault)
    await test.store.close()
    #expect(await faults.next() == nil)
  }

  @Test("is told in one sentence, however much of it there is")
  func words() {
    #expect(DiskFault(findings: []) == nil)
    #expect(DiskFault(findings: ["Page 2 is bad"])?.words == "Page 2 is bad")
    #expect(DiskFault(findings: ["Page 2 is bad", "Page 3 is bad"])?.words == "Page 2 is bad, and 1 more finding")
    #expect(DiskFault(findings: ["a", "b", "c"])?.words == "a, and 2 more findings")
  }

  @Test("is found by a read of the page, which says so instead of failing for no reason")
  func read() async throws {
    let test = try await damaged { try pages.overwrite(.rows, with: "Bell 50.") }
    await #expect(throws: Refusal.unavailable(.databaseDamaged)) {
      try await test.store.read { try $0.visit(.number(50)) }
    }
    #expect(test.store.fault?.words == "database disk image is malformed")
    #expect(throws: Refusal.unavailable(.databaseDamaged)) { try test.store.readNow { try $0.visit(.number(50)) } }
    #expect(try await test.store.read { try $0.visit(.number(1))?.version } == 1)
    await #expect(throws: Refusal.unavailable(.databaseDamaged)) { try await test.put(.test(500)) }
  }

  @Test("is found by a read while the store runs")
  func running() async throws {
    let test = try await filled()
    try pages.overwrite(.rows, with: "Bell 50.")
    await #expect(throws: Refusal.unavailable(.databaseDamaged)) {
      try await test.store.read { try $0.visit(.number(50)) }
    }
    #expect(test.store.fault?.reason == .databaseDamaged)
  }

  @Test("is found by a change, which is not made; what was acknowledged before is repeated")
  func change() async throws {
    let test = try await damaged { try pages.overwrite(.rows, with: "Bell 50.") }
    let first = try await test.change("before") { .visits([try $0.put(.test(500))]) }
    await #expect(throws: Refusal.unavailable(.databaseDamaged)) { try await test.put(.test(50)) }
    #expect(test.store.fault?.reason == .databaseDamaged)
    let again = try await test.change("before") { _ in
      Issue.record("made twice")
      return .visits([])
    }
    #expect(again == first)
  }

  @Test("is found in an index and in a single row")
  func parts() async throws {
    let index = try await damaged { try pages.overwrite(.index, with: VisitID.number(50).rawValue) }
    _ = try? await index.store.check()
    #expect(index.store.fault?.reason == .databaseDamaged)
    await index.store.close()
    try FileManager.default.removeItem(atPath: folder.database)
    let row = try await damaged { try pages.overwriteRow(with: "Bell 50.") }
    _ = try? await row.store.check()
    #expect(row.store.fault?.reason == .databaseDamaged)
  }

  @Test("is found before each backup, even where an index only hides rows; no backup is begun then")
  func backup() async throws {
    let test = try await damaged { try pages.misspell(VisitID.number(50).rawValue) }
    #expect(try await test.store.check() == [])
    for _ in 1...2 {
      await #expect(throws: Refusal.unavailable(.databaseDamaged)) { try await backUp(test) }
      let words = try #require(test.store.fault?.words)
      #expect(words.contains("missing from index"), "\(words)")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/backups"))
  }

  @Test("is found before a backup while the store runs, when it is in the header")
  func header() async throws {
    let test = try await filled()
    try pages.overwriteHeader()
    await #expect(throws: Refusal.unavailable(.databaseDamaged)) { try await backUp(test) }
    #expect(test.store.fault?.words == "file is not a database")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/backups"))
  }

  @Test("is told though the disk failed before, and outlasts that")
  func afterFault() async throws {
    let test = try await damaged { try pages.overwrite(.rows, with: "Bell 50.") }
    try await test.failCommit()
    #expect(test.store.fault?.reason == .diskFailing)
    _ = try? await test.store.read { try $0.visit(.number(50)) }
    #expect(test.store.fault?.reason == .databaseDamaged)
    #expect(await test.store.reopen()?.reason == .databaseDamaged)
    await #expect(throws: Refusal.unavailable(.databaseDamaged)) { try await test.put(.test(500)) }
  }
}
