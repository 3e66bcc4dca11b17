import Foundation
import GRDB
import Testing
import VisitsModel

@testable import VisitsStore

@Suite("A migration")
struct MigrationTests {
  private let folder: TestFolder
  private static let second = Migration(
    version: Migration.latest + 1, name: "moods", sql: "CREATE TABLE moods (visit INTEGER) STRICT")
  private static let broken = Migration(
    version: Migration.latest + 2, name: "broken",
    sql: "CREATE TABLE half (x INTEGER) STRICT; INSERT INTO nowhere VALUES (1)")

  private static let brokenSecond = Migration(
    version: Migration.latest + 1, name: "broken", sql: "INSERT INTO nowhere VALUES (1)")

  init() async throws {
    folder = try TestFolder()
    let test = try await TestStore(in: folder, migrations: Migration.all).addPeople()
    try await test.put(.test(1))
    await test.store.close()
  }

  @Test("copies the database first, keeps everything, and is remembered")
  func upgrade() async throws {
    let test = try TestStore(in: folder, migrations: Migration.all + [Self.second], seed: 2)
    #expect(try test.store.readNow { try $0.visit(.number(1))?.version } == 1)
    let history = (Migration.all + [Self.second]).map { "\($0.version) \($0.name)" }.joined(separator: ",")
    #expect(try test.answer("SELECT group_concat(version || ' ' || name) FROM migrations") == history)
    let copy = try DatabaseQueue(path: folder.database + ".v\(Migration.latest)-20261120T150000Z")
    let kept = try await copy.read { db in
      [
        try Int.fetchOne(db, sql: "PRAGMA user_version"), try Int.fetchOne(db, sql: "SELECT count(*) FROM visits"),
      ]
    }
    #expect(kept == [Migration.latest, 1])
  }

  @Test("that fails is taken back; those before it stay, and so does the copy")
  func failure() async throws {
    let error = #expect(throws: StoreRefusal.self) {
      try TestStore(in: folder, migrations: Migration.all + [Self.second, Self.broken], seed: 2)
    }
    #expect(
      error
        == .migrationFailed(path: folder.database, version: Self.broken.version, reason: "no such table: nowhere"))
    #expect(FileManager.default.fileExists(atPath: folder.database + ".v\(Migration.latest)-20261120T150000Z"))
    let test = try TestStore(in: folder, migrations: Migration.all + [Self.second], seed: 3)
    #expect(try test.store.readNow { try $0.visit(.number(1))?.version } == 1)
    #expect(try test.answer("SELECT name FROM sqlite_schema WHERE name = 'half'") == nil)
  }

  @Test("starts from the database of the first version as its own statements made it, and keeps all of it")
  func firstVersion() async throws {
    let folder = try TestFolder()
    let queue = try DatabaseQueue(path: folder.database)
    try await queue.writeWithoutTransaction { try $0.execute(sql: Fixtures.firstVersion) }
    try queue.close()
    var steps: [OpeningStep] = []
    let test = try TestStore(in: folder) { steps.append($0) }
    let copy = folder.database + ".v1-20261120T150000Z"
    #expect(
      steps == [.migrating(version: Migration.latest)]
        + (1..<Migration.all.count).map { .migration($0, of: Migration.all.count - 1) }
        + [.migrated(version: Migration.latest, copy: copy), .checkingAfterMigration])
    #expect(test.store.isChecked)
    try test.store.readNow { reader throws in
      let visit = try #require(try reader.visit(.number(1)))
      #expect(visit.note == "Ring twice")
      #expect(visit.worker == .sarah)
      #expect(try reader.cursor.text == "1795000000:3")
      #expect(try reader.counts().visits[.scheduled] == 1)
    }
    // What was acknowledged by the first version is answered as it was.
    let again = try await test.change("first", "visit.add") { _ in .visits([]) }
    guard case .visits(let visits) = again else { return #expect(Bool(false)) }
    #expect(visits.map(\.id) == [.number(1)])
    try await test.put(.test(2))
    #expect(try await DatabaseQueue(path: copy).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM visits") } == 1)
  }

  @Test("that fails before it has done anything leaves no copy: a start after a start would fill the disk")
  func failureAtOnce() throws {
    for seed in 2...4 {
      #expect(throws: StoreRefusal.self) {
        try TestStore(in: folder, migrations: Migration.all + [Self.brokenSecond], seed: UInt64(seed))
      }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.contains { $0.contains(".v") })
  }

  @Test("is never edited once it is out: their statements are these", arguments: zip(Migration.all, fingerprints))
  func unedited(_ migration: Migration, _ fingerprint: String) throws {
    let found = Fingerprint(Array(migration.sql.utf8), requestId: "")
    #expect(String(UInt64(bitPattern: found.low), radix: 16) == fingerprint, "version \(migration.version)")
  }

  @Test("can be followed by one that adds a column, in the same run or later")
  func alteration() async throws {
    let moods = Migration(
      version: Migration.latest + 1, name: "moods",
      sql: "ALTER TABLE visits ADD COLUMN mood TEXT; ALTER TABLE audit ADD COLUMN mood TEXT")
    func isThere(_ test: TestStore) throws -> Bool {
      try test.answer("SELECT count(*) FROM pragma_table_info('visits') WHERE name = 'mood'") == "1"
        && test.answer("SELECT count(*) FROM pragma_table_info('audit') WHERE name = 'mood'") == "1"
    }
    #expect(try isThere(TestStore(in: folder, migrations: Migration.all + [moods], seed: 2)))
    #expect(try isThere(TestStore(in: try TestFolder(), migrations: Migration.all + [moods])))
    let old = try TestFolder()
    let queue = try DatabaseQueue(path: old.database)
    try await queue.writeWithoutTransaction { try $0.execute(sql: Fixtures.firstVersion) }
    try queue.close()
    #expect(try isThere(TestStore(in: old, migrations: Migration.all + [moods])))
  }

  @Test("makes the same tables of an old database as of a new one")
  func sameSchema() async throws {
    let old = try TestFolder()
    let queue = try DatabaseQueue(path: old.database)
    try await queue.writeWithoutTransaction { try $0.execute(sql: Fixtures.firstVersion) }
    try queue.close()
    func schema(_ folder: TestFolder) throws -> [String] {
      let test = try TestStore(in: folder)
      return try test.store.readNow { reader in
        try reader.db.all("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name <> 'migrations' ORDER BY name")
        { $0.text(0) }
      }
    }
    #expect(try schema(old) == schema(try TestFolder()))
  }

  @Test("leaves no check for which a table is made with every row that is written")
  func comparisons() async throws {
    let test = try TestStore(in: folder, seed: 2)
    try test.store.readNow { reader throws in
      let tables = try reader.db.all(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%Names%'"
      ) { $0.text(0) }
      #expect(tables.count > 15)
      for table in tables {
        let steps = try reader.db.allOnce("EXPLAIN INSERT INTO \(table) DEFAULT VALUES", []) { $0.text(1) }
        #expect(!steps.contains("OpenEphemeral"), "\(table)")
      }
    }
    await test.store.close()
    let queue = try DatabaseQueue(path: folder.database)
    for (row, isAllowed) in [("'visit'", true), ("'worker'", true), ("'device'", false), ("'Visit'", false)] {
      let sql = "INSERT INTO upstream (topic, system, value, part, thing) VALUES (\(row), 's', 'v', 1, 't')"
      if isAllowed {
        try await queue.write { try $0.execute(sql: sql) }
      } else {
        let error = await #expect(throws: DatabaseError.self) { try await queue.write { try $0.execute(sql: sql) } }
        #expect(error?.extendedResultCode == .SQLITE_CONSTRAINT_CHECK)
      }
    }
  }

  @Test("of every version has its fingerprint here")
  func complete() {
    #expect(Migration.all.map(\.version) == Array(1...28))
    #expect(Migration.all.count == Self.fingerprints.count)
  }

  private static let fingerprints = [
    "2e217a75d234e209", "8d2abbfbb505220d", "9c63b0ec3c508143", "36d9f6f4ccdc435b", "16fc446cd89e4741",
    "50ace4c655cc3b0e", "19661ba5b215a419", "587972624dd7b2a", "407533c5546b1e00",
    "4fb9885da098d2c7", "c1195d9866ea49cd", "ce790b8af9467f61", "52a9f2282238c6b1",
    "9a6f8fef9d1589c4", "7a3f0cf692d16f32", "5923fa91848a878", "b2267ca484121e6c",
    "c923fa149dfbf235", "53ee1a81a49aa313", "f40b1bb915458bad", "22be4a001de99ecb",
    "93768216e09d42f8", "20a47ce9f6d4be3e", "b00e6ae84043c115", "98ca644c3e303050",
    "6fe1b1f5dc74f3c7", "98b05219c27fc625", "d6fc779ff178ec13",
  ]
}
