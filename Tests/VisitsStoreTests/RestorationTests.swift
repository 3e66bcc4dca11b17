import Foundation
import GRDB
import Testing
import VisitsModel

@testable import VisitsStore

@Suite("A restored backup")
struct RestorationTests {
  private let folder: TestFolder
  private let backup: Backup
  private let cursor: VisitsModel.Cursor

  /// A database with two visits, and a backup from when it had one.
  init() async throws {
    folder = try TestFolder()
    let test = try await TestStore(in: folder).addPeople()
    try await test.put(.test(1))
    backup = try await test.store.backUp(test.request("b", "system.backup"), name: "one.sqlite")
    try await test.put(.test(2))
    cursor = try test.store.readNow { try $0.cursor }
    await test.store.close()
  }

  private func restoration(of file: String? = nil, at instant: Instant = .noon) -> Restoration {
    Restoration(of: file ?? backup.path, to: folder.database, now: instant)
  }

  private var kept: String { folder.database + ".before-restore-20261120T150000Z" }

  @Test("stands in the place of the database, which is kept; cursors of the life before are refused")
  func restored() async throws {
    #expect(try restoration().run() == Restoration.Outcome(kept: kept, visits: 1, undone: 1))
    let test = try TestStore(in: folder, seed: 2)
    try test.store.readNow { reader throws in
      #expect(try reader.visit(.number(1)) != nil)
      #expect(try reader.visit(.number(2)) == nil)
      let present = try reader.cursor
      #expect(present.epoch > cursor.epoch)
      #expect(throws: Refusal.cursorGone(present: present)) { try reader.events(after: cursor, limit: 1) }
      #expect(throws: Refusal.cursorGone(present: present)) {
        try reader.events(after: VisitsModel.Cursor(epoch: cursor.epoch, sequence: 1), limit: 1)
      }
    }
    try await test.put(.test(3))
    let before = try DatabaseQueue(path: kept)
    #expect(try await before.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM visits") } == 2)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.contains { $0.contains("restoring") })
  }

  @Test("can be undone by restoring what was kept, again in a new life")
  func undone() throws {
    _ = try restoration().run()
    let first = try TestStore(in: folder, seed: 2).store.readNow { try $0.cursor.epoch }
    #expect(try restoration(of: kept, at: .noon.adding(minutes: 1)).run().visits == 2)
    let second = try TestStore(in: folder, seed: 3).store.readNow { try $0.cursor.epoch }
    #expect(second > first)
  }

  @Test("keeps what the log of a killed daemon held")
  func log() async throws {
    let copy = folder.path + "/killed.sqlite"
    let test = try TestStore(in: folder, seed: 2)
    try await test.put(.test(3))
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: folder.database + suffix, toPath: copy + suffix)
    }
    await test.store.close()
    #expect(try restoration(of: copy).run().visits == 3)
    #expect(!FileManager.default.fileExists(atPath: folder.database + "-wal"))
  }

  @Test("is refused when the number of its life leaves no room for another", arguments: [Int64.min, -1, Int64.max])
  func strangeEpoch(epoch: Int64) async throws {
    try await DatabaseQueue(path: backup.path).write {
      try $0.execute(sql: "UPDATE meta SET value = ? WHERE name = 'epoch'", arguments: [epoch])
    }
    let finding = "the epoch is \(epoch), and must be from 0 to 253402300799"
    #expect(throws: StoreRefusal.damaged(path: backup.path, findings: [finding])) { try restoration().run() }
  }

  @Test("begins the life after the backup's own when the number of the present one leaves no room for another")
  func strangePresentEpoch() async throws {
    try await DatabaseQueue(path: folder.database).write {
      try $0.execute(sql: "UPDATE meta SET value = ? WHERE name = 'epoch'", arguments: [Int64.max])
    }
    #expect(try restoration().run().visits == 1)
    #expect(try TestStore(in: folder, seed: 2).store.readNow { try $0.cursor.epoch } == 1_795_186_801)
  }

  @Test("is put where there was none")
  func nothingThere() throws {
    try FileManager.default.removeItem(atPath: folder.database)
    #expect(try restoration().run() == Restoration.Outcome(kept: nil, visits: 1, undone: nil))
    #expect(try TestStore(in: folder, seed: 2).store.readNow { try $0.counts().visits[.scheduled] } == 1)
  }

  @Test("is put in the place of another schedule, and that is told")
  func another() async throws {
    try await DatabaseQueue(path: folder.database).write {
      try $0.execute(sql: "UPDATE migrations SET appliedAt = appliedAt + 1")
    }
    let outcome = try restoration().run()
    #expect(outcome == Restoration.Outcome(kept: kept, visits: 1, undone: nil, wasAnother: true))
  }

  @Test("is put in the place of a database that cannot be read, whose log is kept with it")
  func damagedPresent() throws {
    try Data("no database".utf8).write(to: URL(fileURLWithPath: folder.database))
    try Data("no log".utf8).write(to: URL(fileURLWithPath: folder.database + "-wal"))
    #expect(try restoration().run().visits == 1)
    #expect(try Data(contentsOf: URL(fileURLWithPath: kept)) == Data("no database".utf8))
    #expect(try Data(contentsOf: URL(fileURLWithPath: kept + "-wal")) == Data("no log".utf8))
    #expect(try TestStore(in: folder, seed: 2).store.readNow { try $0.counts().visits[.scheduled] } == 1)
  }

  @Test("is none while a daemon has the database open, and none of a database that one has open")
  func inUse() async throws {
    let test = try TestStore(in: folder, seed: 2)
    #expect(throws: StoreRefusal.inUse(path: folder.database, pid: getpid())) { try restoration().run() }
    let other = try TestFolder()
    #expect(throws: StoreRefusal.inUse(path: folder.database, pid: getpid())) {
      try Restoration(of: folder.database, to: other.database, now: .noon).run()
    }
    await test.store.close()
    #expect(try restoration().run().visits == 1)
  }

  @Test("is none of a file that is no whole database of ours; then nothing is changed")
  func refused() throws {
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.database))
    let file = folder.path + "/candidate"
    let good = try Data(contentsOf: URL(fileURLWithPath: backup.path))
    func refusal(_ bytes: Data?) throws -> StoreRefusal? {
      try? FileManager.default.removeItem(atPath: file)
      if let bytes { try bytes.write(to: URL(fileURLWithPath: file)) }
      return #expect(throws: StoreRefusal.self) { try restoration(of: file).run() }
    }
    #expect(try refusal(nil) == .unreadable(path: file, code: ENOENT))
    #expect(try refusal(Data()) == .empty(path: file))
    #expect(try refusal(Data("garbage".utf8)) == .notADatabase(path: file))
    #expect(
      try refusal(good.dropLast(4096))
        == .truncated(path: file, expected: Int64(good.count), actual: Int64(good.count - 4096)))
    var broken = good
    for offset in 8 * 4096..<12 * 4096 { broken[offset] = 0xFF }
    guard case .damaged(file, _) = try refusal(broken) else { return #expect(Bool(false)) }
    var newer = good
    newer[63] = 29
    #expect(try refusal(newer) == .newer(path: file, found: 29, known: 28))
    // What runs by itself with each change is ours alone.
    try good.write(to: URL(fileURLWithPath: file))
    let foreign = try DatabaseQueue(path: file)
    try foreign.writeWithoutTransaction { db in
      try db.execute(sql: "CREATE TRIGGER gone AFTER INSERT ON requests BEGIN DELETE FROM visits; END")
      // Beside the table of that name.
      try db.execute(sql: "CREATE TRIGGER migrations AFTER INSERT ON visits BEGIN DELETE FROM visits; END")
      try db.execute(sql: "DROP TRIGGER auditIsNeverDeleted")
    }
    try foreign.close()
    guard case .damaged(file, let parts) = try refusal(Data(contentsOf: URL(fileURLWithPath: file))) else {
      return #expect(Bool(false))
    }
    #expect(
      parts == [
        "trigger auditIsNeverDeleted is missing", "trigger gone is not part of a schedule's database",
        "trigger migrations is not part of a schedule's database",
      ])
    #expect(throws: StoreRefusal.itself(path: folder.database)) { try restoration(of: folder.database).run() }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.database)) == before)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.contains { $0.contains("restor") })
  }

  @Test("is whole when a tool has laid out its statements anew")
  func layout() throws {
    let file = folder.path + "/candidate"
    try FileManager.default.copyItem(atPath: backup.path, toPath: file)
    let other = try DatabaseQueue(path: file)
    try other.writeWithoutTransaction { db in
      let trigger = "SELECT sql FROM sqlite_schema WHERE name = 'auditIsNeverDeleted'"
      let statement = try #require(try String.fetchOne(db, sql: trigger))
      try db.execute(sql: "DROP TRIGGER auditIsNeverDeleted")
      try db.execute(sql: statement.replacingOccurrences(of: " ", with: "\n    "))
      #expect(try String.fetchOne(db, sql: trigger) != statement)
    }
    try other.close()
    _ = try restoration(of: file).run()
  }

  @Test("is looked at beside a daemon, and without a trace")
  func inspection() async throws {
    let found = try #require(try Inspection.of(folder.database))
    #expect((found.version, found.visits, found.workers, found.clients) == (28, 2, 2, 2))
    #expect(!found.isInUse)
    let test = try TestStore(in: folder, seed: 2)
    try await test.put(.test(3))
    let beside = try #require(try Inspection.of(folder.database))
    #expect((beside.visits, beside.isInUse) == (3, true))
    #expect(try Inspection.of(folder.path + "/nothing") == nil)
    await test.store.close()
  }
}
