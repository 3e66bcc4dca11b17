import FHIR
import Testing

@Suite("Dates and times of R4")
struct FHIRTimeTests {
  @Test(
    "an instant is milliseconds since 1970, whatever its offset",
    arguments: [
      ("1970-01-01T00:00:00Z", 0),
      ("2026-11-20T08:00:00-07:00", 1_795_186_800_000),
      ("2026-11-20T15:00:00Z", 1_795_186_800_000),
      ("2026-11-20T15:00:00.5+00:00", 1_795_186_800_500),
      ("2026-11-20T15:00:00.1239999999999999999999999Z", 1_795_186_800_123),
      ("2026-11-21T05:00:00+14:00", 1_795_186_800_000),
      ("1969-12-31T23:59:59.999Z", -1),
      ("2024-02-29T12:00:00Z", 1_709_208_000_000),
      ("2000-02-29T00:00:00Z", 951_782_400_000),
      ("0001-01-01T00:00:00Z", -62_135_596_800_000),
      ("9999-12-31T23:59:59Z", 253_402_300_799_000),
    ] as [(String, Int64)])
  func instants(text: String, milliseconds: Int64) throws {
    #expect(try FHIRInstant(text).milliseconds == milliseconds)
  }

  @Test(
    "what the grammar does not allow is refused with the reason",
    arguments: [
      ("2026-11-20", .timeMissing),
      ("2026-11", .timeMissing),
      ("2026-11-20T08:00:00", .offsetMissing),
      ("2026-11-20T08:00:00.000", .offsetMissing),
      ("2026-11-20T08:00Z", .malformed),
      ("2026-11-20 08:00:00Z", .malformed),
      ("2026-11-20t08:00:00z", .malformed),
      ("2026-11-20T08:00:00Z ", .malformed),
      ("2026-11-20T08:00:00.Z", .malformed),
      ("2026-11-20T08:00:00-0700", .malformed),
      ("2026-11T08:00:00Z", .malformed),
      ("20261120", .malformed),
      ("-026-11-20", .malformed),
      ("today", .malformed),
      ("", .malformed),
      ("0000-01-01T00:00:00Z", .yearZero),
      ("2026-13-01T00:00:00Z", .noSuchDay),
      ("2026-02-29T00:00:00Z", .noSuchDay),
      ("1900-02-29T00:00:00Z", .noSuchDay),
      ("2026-11-31T00:00:00Z", .noSuchDay),
      ("2026-11-00T00:00:00Z", .noSuchDay),
      ("2026-11-20T24:00:00Z", .hour24),
      ("2026-11-20T25:00:00Z", .noSuchTime),
      ("2026-11-20T08:60:00Z", .noSuchTime),
      ("2016-12-31T23:59:60Z", .leapSecond),
      ("2026-11-20T08:00:61Z", .noSuchTime),
      ("2026-11-20T08:00:00+14:01", .offsetOutOfRange),
      ("2026-11-20T08:00:00+10:60", .offsetOutOfRange),
    ] as [(String, TimeFault)])
  func refusals(text: String, fault: TimeFault) {
    #expect(throws: fault) { try FHIRInstant(text) }
  }

  @Test("a time of a million digits is refused without reading them all")
  func longTime() {
    let digits = String(repeating: "9", count: 1_000_000)
    #expect(throws: TimeFault.offsetMissing) { try FHIRInstant("2026-11-20T08:00:00.\(digits)Z") }
  }

  @Test("a part of a date stays a part, and means all that it names")
  func partialDates() throws {
    let year = try FHIRDate("2024")
    #expect(year.month == nil && year.description == "2024")
    #expect(year.end - year.start == 366 * 86_400_000)
    let december = try FHIRDate("2026-12")
    #expect(december.day == nil && december.description == "2026-12")
    #expect(december.end - december.start == 31 * 86_400_000)
    #expect(try FHIRDateTime("2026-11-20") == .date(FHIRDate("2026-11-20")))
    #expect(throws: TimeFault.malformed) { try FHIRDate("1948-03-05T00:00:00Z") }
  }
}
