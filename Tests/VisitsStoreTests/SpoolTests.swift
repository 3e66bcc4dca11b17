import Foundation
import Synchronization
import Testing
import VisitsModel

@testable import VisitsStore

@Suite("The spool")
struct SpoolTests {
  private let folder: TestFolder
  private var path: String { folder.path + "/emergencies.spool" }

  init() throws { folder = try TestFolder() }

  private static func record(_ number: Int, length: Int = 20) -> SpoolRecord {
    SpoolRecord(
      requestId: "r\(number)", at: .noon.adding(minutes: Int64(number)),
      content: (0..<length).map { UInt8(truncatingIfNeeded: $0 + number) })
  }

  private func bytes() throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

  @Test("takes its room beforehand, for us alone, and gives back what it was given, after a start too")
  func keeping() throws {
    do {
      let spool = try Spool(path: path)
      for number in 1...3 { try spool.append(Self.record(number), of: "\(number)") }
      #expect(try spool.records().records == (1...3).map { Self.record($0) })
    }
    let again = try Spool(path: path)
    try again.append(Self.record(4, length: 0), of: "4")
    #expect(try again.records().records.map(\.requestId) == ["r1", "r2", "r3", "r4"])
    #expect(try bytes().count == 262_144)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_blocks * 512 >= 262_144)
  }

  @Test("forgets everything at once, but not when something has come meanwhile")
  func clearing() throws {
    let spool = try Spool(path: path)
    for number in 1...9 { try spool.append(Self.record(number, length: 4000), of: "\(number)") }
    let mark = try spool.records().mark
    try spool.append(Self.record(10), of: "10")
    #expect(try !spool.clear(upTo: mark))
    #expect(try spool.records().records.count == 10)
    let whole = try spool.records().mark
    #expect(try spool.clear(upTo: whole))
    #expect(try spool.records().records == [])
    #expect(try bytes().allSatisfy { $0 == 0 })
    // Somebody else who read it before comes too late, though what has come since ends where that did.
    for number in 1...9 { try spool.append(Self.record(number, length: 4000), of: "\(number)") }
    try spool.append(Self.record(10), of: "10")
    #expect(try !spool.clear(upTo: whole))
    #expect(try spool.clear(upTo: spool.records().mark))
    try spool.append(Self.record(11), of: "11")
    #expect(try Spool(path: path).records().records == [Self.record(11)])
  }

  @Test("is bounded, and says so")
  func full() throws {
    let spool = try Spool(path: path)
    #expect(throws: SpoolFault.full) { try spool.append(Self.record(1, length: 16_385), of: "1") }
    #expect(throws: SpoolFault.full) {
      try spool.append(
        SpoolRecord(requestId: String(repeating: "r", count: 256), at: .noon, content: []), of: "r")
    }
    for number in 1...15 { try spool.append(Self.record(number, length: 16_384), of: "\(number)") }
    let error = #expect(throws: SpoolFault.self) {
      for number in 16...20 { try spool.append(Self.record(number, length: 16_384), of: "\(number)") }
    }
    #expect(error == .full)
    #expect(try bytes().count == 262_144)
    try spool.append(Self.record(99), of: "99")
    #expect(try spool.records().records.last == Self.record(99))
  }

  @Test("gives one owner no more than a share of it beside their first record, and half of it to first records alone")
  func shares() throws {
    let spool = try Spool(path: path)
    for number in 1...4 { try spool.append(Self.record(number, length: 4000), of: "sarah") }
    #expect(throws: SpoolFault.full) { try spool.append(Self.record(5, length: 4000), of: "sarah") }
    try spool.append(Self.record(5, length: 0), of: "sarah")
    for number in 6...10 { try spool.append(Self.record(number, length: 16_384), of: "first \(number)") }
    try spool.append(Self.record(11, length: 1000), of: "lena")
    for number in 12...13 { try spool.append(Self.record(number, length: 16_384), of: "first \(number)") }
    // What is left is for those who have none in it.
    #expect(throws: SpoolFault.full) { try spool.append(Self.record(14, length: 1000), of: "lena") }
    try spool.append(Self.record(14, length: 1000), of: "omar")
    #expect(try spool.records().records.map(\.requestId) == (1...14).map { "r\($0)" })
    #expect(try spool.clear(upTo: spool.records().mark))
    for number in 1...4 { try spool.append(Self.record(number, length: 4000), of: "sarah") }
  }

  @Test("torn off at any byte, keeps what was whole, and what comes next")
  func torn() throws {
    let whole = try #require(SpoolFormat.bytes(Self.record(1)))
    let second = try #require(SpoolFormat.bytes(Self.record(2, length: 300)))
    let shorter = try #require(SpoolFormat.bytes(Self.record(3, length: 10)))
    for length in 0..<second.record.count {
      var bytes = [UInt8](repeating: 0, count: 2048)
      bytes.replaceSubrange(0..<whole.record.count, with: whole.record)
      bytes.replaceSubrange(whole.record.count..<whole.record.count + length, with: second.record[..<length])
      let (records, end, isWhole) = SpoolFormat.read(bytes)
      #expect(records == [Self.record(1)])
      #expect(end == whole.record.count)
      #expect(isWhole == (length == 0))
      bytes.replaceSubrange(end..<end + shorter.record.count + 4, with: shorter.record + shorter.end)
      #expect(SpoolFormat.read(bytes).records == [Self.record(1), Self.record(3, length: 10)])
    }
  }

  @Test("takes no changed byte for what was kept, nor garbage")
  func damaged() throws {
    let record = try #require(SpoolFormat.bytes(Self.record(1))).record
    for index in record.indices {
      var broken = record
      broken[index] ^= 0x40
      #expect(SpoolFormat.read(broken).records == [])
      let (records, end, isWhole) = SpoolFormat.read(broken + record)
      #expect(records == [Self.record(1)])
      #expect(end == 2 * record.count)
      #expect(!isWhole)
    }
    var garbage: UInt32 = 7
    for _ in 0..<200 {
      let bytes =
        Array("VSP1".utf8)
        + (0..<400).map { _ -> UInt8 in
          garbage = garbage &* 1_664_525 &+ 1_013_904_223
          return UInt8(truncatingIfNeeded: garbage >> 24)
        }
      #expect(SpoolFormat.read(bytes).records == [])
    }
  }

  @Test("is not made in the place of a link or a folder")
  func refused() throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/null")
    #expect(throws: SpoolFault.failed(ELOOP)) { _ = try Spool(path: path) }
  }

  @Test("brings what it holds into the database once changes are taken again, each once, and is empty then")
  func importing() async throws {
    let test = try await TestStore(in: folder).addPeople()
    try await test.failCommit()
    try test.store.keepInSpool(Self.record(1), of: "a")
    try test.store.keepInSpool(Self.record(2), of: "a")
    let tries = Mutex<[String]>([])
    test.store.onSpoolImport { record in
      tries.withLock { $0.append(record.requestId) }
      _ = try await test.change(record.requestId) { .visits([try $0.put(.test(Int(record.content[0])))]) }
      return true
    }
    await #expect(throws: Refusal.unavailable(.diskFailing)) { try await test.store.importSpool() }
    #expect(await test.store.reopen() == nil)
    #expect(try await test.store.importSpool().imported == 2)
    #expect(try await test.store.importSpool() == SpoolOutcome())
    #expect(tries.withLock { $0 } == ["r1", "r1", "r2"])
    #expect(try test.store.readNow { try $0.counts().visits[.scheduled] } == 2)
  }

  @Test("goes on behind what can never be made, which is kept beside it")
  func unfit() async throws {
    let test = try await TestStore(in: folder).addPeople()
    for number in 1...3 { try test.store.keepInSpool(Self.record(number), of: "a") }
    test.store.onSpoolImport { $0.requestId != "r2" }
    let outcome = try await test.store.importSpool()
    #expect((outcome.imported, outcome.refused) == (2, 1))
    let copy = try #require(outcome.copy)
    let kept = try Data(contentsOf: URL(filePath: copy))
    #expect(SpoolFormat.read(Array(kept)).records.map(\.requestId) == ["r1", "r2", "r3"])
    #expect(try await test.store.importSpool() == SpoolOutcome())
  }

  @Test("that is damaged is named at the start, gives what can be read of it, and is kept beside it until it is moved")
  func damagedFile() async throws {
    do {
      let spool = try Spool(path: path)
      for number in 1...3 { try spool.append(Self.record(number), of: "\(number)") }
    }
    #expect(SpoolTrouble.all(beside: folder.path + "/visits.sqlite") == [])
    let file = try FileHandle(forUpdating: URL(filePath: path))
    try file.seek(toOffset: 30)
    try file.write(contentsOf: Data("###".utf8))
    try file.close()
    #expect(SpoolTrouble.all(beside: folder.path + "/visits.sqlite") == [.damaged(path: path)])

    var steps: [OpeningStep] = []
    let test = try TestStore(in: folder) { steps.append($0) }
    #expect(steps == [.spoolDamaged(path: path)])
    #expect(test.store.spoolTroubles == [.damaged(path: path)])
    test.store.onSpoolImport { _ in true }
    let outcome = try await test.store.importSpool()
    #expect((outcome.imported, outcome.refused, outcome.isDamaged) == (2, 0, true))
    let copy = try #require(outcome.copy)
    #expect(test.store.spoolTroubles == [.kept(copy: copy)])
    #expect(SpoolTrouble.all(beside: test.store.path) == [.kept(copy: copy)])
    #expect(try bytes().allSatisfy { $0 == 0 })
    #expect(try await test.store.importSpool() == SpoolOutcome())
    try FileManager.default.removeItem(atPath: copy)
    #expect(test.store.spoolTroubles == [])
  }

  @Test("whose first record is gone is damaged too, and so is one that was overwritten")
  func headless() throws {
    let record = try #require(SpoolFormat.bytes(Self.record(1))).record
    #expect(!SpoolFormat.read([UInt8](repeating: 0, count: 8) + record.dropFirst(8)).isWhole)
    #expect(!SpoolFormat.read(Array("garbage".utf8) + [UInt8](repeating: 0, count: 99)).isWhole)
    #expect(SpoolFormat.read([UInt8](repeating: 0, count: 99)).isWhole)
    #expect(SpoolFormat.read(record + [UInt8](repeating: 0, count: 99)).isWhole)
  }

  @Test("keeps what nobody imports, over a stop")
  func noImport() async throws {
    let test = try TestStore(in: folder)
    try test.store.keepInSpool(Self.record(1), of: "a")
    #expect(try await test.store.importSpool() == SpoolOutcome())
    await test.store.close()
    let next = try TestStore(in: folder, seed: 2)
    #expect(try next.store.spool?.records().records == [Self.record(1)])
  }

  @Test("that cannot be made is told, and the store opens without it")
  func missing() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    var steps: [OpeningStep] = []
    let test = try TestStore(in: folder) { steps.append($0) }
    #expect(steps == [.noSpool(.failed(EISDIR))])
    #expect(throws: SpoolFault.missing) { try test.store.keepInSpool(Self.record(1), of: "a") }
  }
}
