import Glibc
import Testing
import VisitsModel

@testable import VisitsStore

/// Numbers that no visitsd writes: of a file that another program wrote, or that was edited by hand.
@Suite("A number out of all range")
struct StrangeNumbersTests {
  private static let ends: [(Int64, Instant, CareDay)] = [
    (.min, Instant(milliseconds: -62_135_596_800_000), CareDay(daysSince1970: -719_162)),
    (.max, Instant(milliseconds: 253_402_300_799_999), CareDay(daysSince1970: 2_932_896)),
  ]

  @Test("is read as the nearest time that has a date, and as a count that can grow", arguments: ends)
  func rows(written: Int64, instant: Instant, day: CareDay) async throws {
    let test = try await TestStore().addPeople()
    try await test.put(.test(1, life: .inProgress(checkIn: .test())))
    try test.sql(
      """
      PRAGMA ignore_check_constraints = ON;
      UPDATE visits SET updatedAt = \(written), checkInAt = \(written), checkInDistance = 9e999, version = \(written);
      UPDATE clients SET birthDate = \(written), updatedAt = \(written);
      """)
    let (visit, client) = try test.store.readNow { reader throws in
      (try #require(try reader.visit(.number(1))), try #require(try reader.client(.margaret)))
    }
    #expect(visit.updatedAt == instant)
    #expect(visit.life.checkIn?.at == instant)
    #expect(visit.life.checkIn?.distance == Double.pi * 6_371_008.8)
    #expect(visit.version == (written < 0 ? -1 : 1) * 1_099_511_627_776)
    #expect(client.birthDate == day)
    #expect(client.updatedAt == instant)
  }

  @Test("as the day of a routine's phase is the nearest of the years 1 to 9999", arguments: ends)
  func phases(written: Int64, instant: Instant, day: CareDay) throws {
    #expect(try CareTask.phases("\(written) always").map(\.from) == [day])
  }

  @Test("in a snapshot is read as in a row", arguments: ends)
  func snapshots(written: Int64, instant: Instant, day: CareDay) throws {
    let text = """
      {"id":"s","client":"margaret-chen","rule":"FREQ=DAILY","firstDay":\(written),"secondOfDay":\(written),
      "zone":"America/Edmonton","minutes":\(written),"endDay":\(written),"version":\(written),"updatedAt":\(written)}
      """
    let fields = try SnapshotReader.read(text.filter { !$0.isNewline })
    let series = try Series(snapshot: fields, zones: ZoneCache())
    #expect(series.recurrence.start == LocalTime(day: day, second: written < 0 ? 0 : 86_399))
    #expect(series.ending?.day == day)
    #expect(series.updatedAt == instant)
    #expect(series.minutes == (written < 0 ? -1 : 1) * 1_099_511_627_776)
    #expect(series.version == series.minutes)
  }

  @Test("in the spool is the nearest time that has a date", arguments: ends)
  func spool(written: Int64, instant: Instant, day: CareDay) throws {
    let folder = try TestFolder()
    let spool = try Spool(path: folder.path + "/emergencies.spool")
    try spool.append(SpoolRecord(requestId: "r", at: Instant(milliseconds: written), content: [1]), of: "r")
    #expect(try spool.records().records == [SpoolRecord(requestId: "r", at: instant, content: [1])])
  }

  @Test("as a file's time is the nearest that has a date", arguments: ends)
  func files(written: Int64, instant: Instant, day: CareDay) {
    #expect(Instant(timespec(tv_sec: Int(written), tv_nsec: 999_999_999)) == instant)
    #expect(Instant(timespec(tv_sec: 1_795_186_800, tv_nsec: 5_000_000)) == Instant(milliseconds: 1_795_186_800_005))
  }
}
