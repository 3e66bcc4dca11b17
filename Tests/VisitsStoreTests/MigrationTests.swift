import Foundation
import GRDB
import Testing
import VisitsModel

@testable import VisitsStore

@Suite("A migration")
struct MigrationTests {
  private let folder: TestFolder
  private static let second = Migration(version: 2, name: "moods", sql: "CREATE TABLE moods (visit INTEGER) STRICT")
  private static let broken = Migration(
    version: 3, name: "broken", sql: "CREATE TABLE half (x INTEGER) STRICT; INSERT INTO nowhere VALUES (1)")

  init() async throws {
    folder = try TestFolder()
    let test = try await TestStore(in: folder).addPeople()
    try await test.put(.test(1))
    await test.store.close()
  }

  @Test("copies the database first, keeps everything, and is remembered")
  func upgrade() async throws {
    let test = try TestStore(in: folder, migrations: Migration.all + [Self.second], seed: 2)
    #expect(try test.store.readNow { try $0.visit(.number(1))?.version } == 1)
    #expect(try test.answer("SELECT group_concat(version || ' ' || name) FROM migrations") == "1 schedule,2 moods")
    let copy = try DatabaseQueue(path: folder.database + ".v1-20261120T150000Z")
    let kept = try await copy.read { db in
      [
        try Int.fetchOne(db, sql: "PRAGMA user_version"), try Int.fetchOne(db, sql: "SELECT count(*) FROM visits"),
      ]
    }
    #expect(kept == [1, 1])
  }

  @Test("that fails is taken back; those before it stay, and so does the copy")
  func failure() async throws {
    let error = #expect(throws: StoreRefusal.self) {
      try TestStore(in: folder, migrations: Migration.all + [Self.second, Self.broken], seed: 2)
    }
    #expect(
      error
        == .migrationFailed(path: folder.database, version: 3, reason: "no such table: nowhere"))
    #expect(FileManager.default.fileExists(atPath: folder.database + ".v1-20261120T150000Z"))
    let test = try TestStore(in: folder, migrations: Migration.all + [Self.second], seed: 3)
    #expect(try test.store.readNow { try $0.visit(.number(1))?.version } == 1)
    #expect(try test.answer("SELECT name FROM sqlite_schema WHERE name = 'half'") == nil)
  }

  @Test("is never edited once it is out: the first one's statements are these")
  func unedited() throws {
    let sql = Migration.schedule.sql
    let fingerprint = Fingerprint(Array(sql.utf8), requestId: "")
    #expect(Migration.all.map(\.version) == [1])
    #expect(String(UInt64(bitPattern: fingerprint.low), radix: 16) == "2e217a75d234e209")
  }
}
