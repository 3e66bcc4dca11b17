import Foundation
import GRDB
import Testing
import VisitsModel

@testable import VisitsStore

@Suite("A backup")
struct BackupTests {
  private func made(_ test: TestStore, _ requestId: String = "b1", name: String? = nil) async throws -> Backup {
    try await test.store.backUp(test.request(requestId, "system.backup"), name: name)
  }

  private func visits(in backup: Backup) throws -> Int? {
    var configuration = Configuration()
    configuration.readonly = true
    let queue = try DatabaseQueue(path: backup.path, configuration: configuration)
    defer { try? queue.close() }
    return try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM visits") }
  }

  @Test("holds everything, in one file that only we may read, under a name that tells the time")
  func whole() async throws {
    let test = try await TestStore().addPeople()
    try await test.put(.test(1))
    let backup = try await made(test)
    #expect(backup.path == test.folder.path + "/backups/visits-20261120T150000Z.sqlite")
    #expect(backup.at == .noon)
    #expect(try visits(in: backup) == 1)
    let folder = test.folder.path + "/backups"
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["visits-20261120T150000Z.sqlite"])
    let attributes = try FileManager.default.attributesOfItem(atPath: backup.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(attributes[.size] as? Int64 == backup.bytes)
    #expect(
      try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int == 0o700)
    // Not a log of ours beside it is needed: the header says so (fileformat2, 1.3: 1 is legacy, 2 WAL).
    let header = Array(try Data(contentsOf: URL(fileURLWithPath: backup.path)).prefix(20))
    #expect(header.suffix(2) == [1, 1])
  }

  @Test("asked for again is the first one; another in the same second gets another name")
  func again() async throws {
    let test = try await TestStore().addPeople()
    let first = try await made(test, "b1")
    try await test.put(.test(1))
    #expect(try await made(test, "b1") == first)
    let second = try await made(test, "b2")
    #expect(second.path == test.folder.path + "/backups/visits-20261120T150000Z-2.sqlite")
    #expect(try visits(in: first) == 0)
    #expect(try visits(in: second) == 1)
  }

  @Test("overwrites nothing")
  func taken() async throws {
    let test = try await TestStore().addPeople()
    let first = try await made(test, "b1", name: "monday.sqlite")
    let before = try Data(contentsOf: URL(fileURLWithPath: first.path))
    try await test.put(.test(1))
    await #expect(throws: Refusal.invalid(field: "name", .taken("monday.sqlite"))) {
      try await made(test, "b2", name: "monday.sqlite")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: first.path)) == before)
  }

  @Test("holds what was asked for before it, and holds up nobody")
  func order() async throws {
    let test = try await TestStore().addPeople()
    for number in 1...50 {
      test.store.change(test.request("r\(number)")) {
        .visits([try $0.put(.test(number))])
      } completion: { _ in
      }
    }
    let backup = try await made(test)
    #expect(try visits(in: backup) == 50)
  }

  @Test("is made of a store that takes no changes, too")
  func readOnly() async throws {
    let test = try await TestStore().addPeople()
    try await test.put(.test(1))
    try await test.failCommit()
    #expect(try visits(in: try await made(test)) == 1)
  }

  @Test("that fails leaves nothing, and says what was in the way")
  func failure() async throws {
    let test = try await TestStore().addPeople()
    let folder = test.folder.path + "/backups"
    #expect(FileManager.default.createFile(atPath: folder, contents: nil))
    let failure = await #expect(throws: BackupFailure.self) { try await made(test) }
    #expect(failure?.path == folder + "/visits-20261120T150000Z.sqlite")
    #expect(failure?.reason == .diskFailing)
    try FileManager.default.removeItem(atPath: folder)
    // A database that is damaged makes no backup.
    try test.sql("PRAGMA foreign_keys = OFF; INSERT INTO formerVisits VALUES ('worker', 'sarah', 99)")
    await #expect(throws: Refusal.unavailable(.databaseDamaged)) { try await made(test) }
    #expect(test.store.fault?.words == "a row of formerVisits refers to nothing in visits")
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test("is not begun if it would leave too little room; both numbers are told")
  func room() async throws {
    let test = try await TestStore().addPeople()
    let reserve: Int64 = 1 << 60
    let shortage = await #expect(throws: BackupShortage.self) {
      try await test.store.backUp(test.request("b1", "system.backup"), name: nil, reserve: reserve)
    }
    let room = try #require(shortage?.room)
    #expect(room.folder == test.folder.path + "/backups")
    #expect(room.needed == test.store.databaseBytes + reserve)
    #expect(room.free > 0 && room.free < room.needed)
    #expect(room.backups == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: room.folder) == [])
    // The same request succeeds once there is room.
    let backup = try await test.store.backUp(test.request("b1", "system.backup"), name: nil, reserve: 0)
    #expect(try visits(in: backup) == 0)
  }

  @Test("leaves a tenth of the disk or 256 MB free, whichever is less, unless the operator says otherwise")
  func reserve() throws {
    let test = try TestStore()
    let file = try FileManager.default.attributesOfFileSystem(forPath: test.folder.path)
    let size = try #require(file[.systemSize] as? Int64 ?? (file[.systemSize] as? NSNumber)?.int64Value)
    #expect(test.store.backupRoom(reserve: nil)?.reserve == min(size / 10, 256_000_000))
    #expect(test.store.backupRoom(reserve: 7)?.reserve == 7)
    #expect(BackupRoom(folder: "/b", free: 1_000, reserve: 300, size: 200).backups == 3)
    #expect(BackupRoom(folder: "/b", free: 1_000, reserve: 300, size: 200).needed == 500)
    #expect(BackupRoom(folder: "/b", free: 299, reserve: 300, size: 200).backups == 0)
  }

  @Test("is given up when the daemon stops")
  func stopping() async throws {
    let test = try await TestStore().addPeople()
    test.store.stopLongWork()
    let failure = await #expect(throws: BackupFailure.self) { try await made(test) }
    #expect(failure?.reason == .shuttingDown)
    #expect(try FileManager.default.contentsOfDirectory(atPath: test.folder.path + "/backups") == [])
    await test.store.close()
    await #expect(throws: Refusal.unavailable(.shuttingDown)) { try await made(test) }
  }
}

@Test(
  "The name of a copy tells the moment",
  arguments: [
    (0, "19700101T000000Z"), (-1000, "19691231T235959Z"), (1_795_186_800_000, "20261120T150000Z"),
  ] as [(Int64, String)])
func stamp(milliseconds: Int64, text: String) {
  #expect(FileStamp.text(Instant(milliseconds: milliseconds)) == text)
}
