import Foundation
import GRDB
import Testing
import VisitsModel

@testable import VisitsStore

@Suite("Opening a database")
struct OpeningTests {
  private let folder: TestFolder
  private var path: String { folder.database }

  init() throws { folder = try TestFolder() }

  /// One of ours that was closed in good order, with one visit.
  private func closed() async throws {
    let test = try await TestStore(in: folder).addPeople()
    try await test.put(.test(1))
    await test.store.close()
  }

  private func bytes() throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

  private func refusal() -> StoreRefusal? {
    do {
      _ = try TestStore(in: folder, seed: 9)
      return nil
    } catch {
      return error as? StoreRefusal
    }
  }

  @Test("makes one that only we may read, in folders that only we may enter, and durable")
  func new() throws {
    try FileManager.default.removeItem(atPath: folder.path)
    let test = try TestStore(in: folder)
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try mode(folder.path) == 0o700)
    for suffix in ["", "-wal", "-shm", ".lock"] { #expect(try mode(path + suffix) == 0o600) }
    let pragmas = try ["synchronous", "foreign_keys", "journal_mode", "user_version", "application_id"].map {
      try test.answer("PRAGMA \($0)")
    }
    #expect(pragmas == ["2", "1", "wal", "28", "1986622313"])
  }

  @Test("finds what was kept, with the same cursor")
  func again() async throws {
    try await closed()
    let test = try TestStore(in: folder, seed: 2)
    try test.store.readNow { reader throws in
      #expect(try reader.visit(.number(1))?.version == 1)
      #expect(try reader.cursor.text == "1795186800:5")
    }
    #expect(try await test.store.check() == [])
  }

  @Test("refuses one that another has open, and says who")
  func inUse() async throws {
    let first = try TestStore(in: folder)
    #expect(refusal() == .inUse(path: path, pid: getpid()))
    await first.store.close()
    #expect(refusal() == nil)
  }

  @Test("refuses an empty file: ours never are")
  func empty() throws {
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    #expect(refusal() == .empty(path: path))
    #expect(try bytes().isEmpty)
  }

  @Test("refuses garbage", arguments: [1, 99, 100, 5000])
  func garbage(size: Int) throws {
    let garbage = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
    try Data(garbage).write(to: URL(fileURLWithPath: path))
    #expect(refusal() == .notADatabase(path: path))
    #expect(try bytes() == garbage)
  }

  @Test("refuses another program's database and leaves it alone")
  func foreign() throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: "CREATE TABLE t (x); PRAGMA application_id = 7") }
    try queue.close()
    let before = try bytes()
    #expect(refusal() == .notOurs(path: path, applicationID: 7))
    #expect(try bytes() == before)
  }

  @Test("refuses one that is cut off, and says by how much")
  func truncated() async throws {
    try await closed()
    let whole = try bytes()
    try Data(whole.dropLast(5000)).write(to: URL(fileURLWithPath: path))
    #expect(
      refusal() == .truncated(path: path, expected: Int64(whole.count), actual: Int64(whole.count - 5000)))
  }

  @Test("refuses one whose pages are broken after an unclean stop")
  func damaged() async throws {
    try await closed()
    var broken = try bytes()
    // The second half of every page but the first few: the engine notices only when it looks.
    for page in 8..<broken.count / 4096 {
      for offset in 2048..<4096 { broken[page * 4096 + offset] = 0xFF }
    }
    try Data(broken).write(to: URL(fileURLWithPath: path))
    try Data([0]).write(to: URL(fileURLWithPath: path + "-wal"))
    guard case .damaged(let damaged, let findings) = refusal() else { return #expect(Bool(false)) }
    #expect(damaged == path)
    #expect(!findings.isEmpty)
  }

  @Test("refuses a directory, a folder that cannot be made, and a path that leads nowhere")
  func notAFile() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(refusal() == .notAFile(path: path))
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
    #expect(refusal() == .unreadable(path: path, code: ELOOP))
    try FileManager.default.removeItem(atPath: folder.path)
    #expect(FileManager.default.createFile(atPath: folder.path, contents: nil))
    #expect(refusal() == .noDirectory(path: path, code: ENOTDIR))
  }

  @Test("refuses to make a new one beside the log of one that is gone")
  func missing() throws {
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path + "-wal"))
    #expect(refusal() == .missing(path: path, log: path + "-wal"))
  }

  @Test("refuses a newer one, naming both versions, and leaves it alone")
  func newer() async throws {
    try await closed()
    let queue = try DatabaseQueue(path: path)
    try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 29") }
    try queue.close()
    let before = try bytes()
    #expect(refusal() == .newer(path: path, found: 29, known: 28))
    #expect(try bytes() == before)
  }

  @Test("is checked first after an unclean stop, and said so; after a clean one it is checked later")
  func unclean() async throws {
    var steps: [OpeningStep] = []
    do {
      let test = try await TestStore(in: folder) { steps.append($0) }.addPeople()
      #expect(test.store.isChecked == false)
      // Left as a killed process leaves it.
      for suffix in ["", "-wal"] {
        try FileManager.default.copyItem(atPath: path + suffix, toPath: folder.path + "/killed" + suffix)
      }
      await test.store.close()
    }
    #expect(try TestStore(in: folder, seed: 2) { steps.append($0) }.store.isChecked == false)
    #expect(steps == [])
    for suffix in ["", "-wal"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
      try FileManager.default.moveItem(atPath: folder.path + "/killed" + suffix, toPath: path + suffix)
    }
    let again = try TestStore(in: folder, seed: 3) { steps.append($0) }
    #expect(steps == [.checkingAfterUncleanStop])
    #expect(again.store.isChecked)
    #expect(try again.store.readNow { try $0.counts().workers } == 2)
  }

  @Test("that is damaged and was stopped in order opens; the later check finds it")
  func laterCheck() async throws {
    try await closed()
    let queue = try DatabaseQueue(path: path)
    try await queue.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA foreign_keys = OFF; INSERT INTO formerVisits VALUES ('worker', 'sarah', 99)")
    }
    try queue.close()
    let test = try TestStore(in: folder, seed: 2)
    #expect(test.store.fault == nil)
    #expect(try await test.store.check() == ["a row of formerVisits refers to nothing in visits"])
    #expect(test.store.fault?.words == "a row of formerVisits refers to nothing in visits")
    #expect(test.store.fault?.reason == .databaseDamaged)
  }

  @Test("reads one as it stands, whatever its folder is called, and leaves nothing beside it")
  func asItStands() async throws {
    try await closed()
    let odd = folder.path + "/100% Müller?#"
    try FileManager.default.createDirectory(atPath: odd, withIntermediateDirectories: false)
    try FileManager.default.copyItem(atPath: path, toPath: odd + "/visits.db")
    let pool = try Connections.asItStands(odd + "/visits.db", readers: 2)
    #expect(try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM visits") } == 1)
    await #expect(throws: DatabaseError.self) {
      try await pool.writeWithoutTransaction { try $0.execute(sql: "DELETE FROM visits") }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: odd) == ["visits.db"])
  }

  @Test("takes no notice of what an interrupted first start left")
  func interrupted() async throws {
    try Data("SQLite".utf8).write(to: URL(fileURLWithPath: path + ".new"))
    try await closed()
    #expect(!FileManager.default.fileExists(atPath: path + ".new"))
  }
}
