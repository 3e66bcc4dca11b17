import Testing

@testable import VisitsModel

@Suite("Care days and clock changes")
struct ZoneTests {
  @Test(
    "a care day lasts from local midnight to the next: 23, 24 or 25 hours",
    arguments: [
      ("America/Edmonton", "2026-03-08", 23), ("America/Edmonton", "2026-11-01", 25),
      ("America/Edmonton", "2026-11-20", 24), ("Europe/Berlin", "2026-03-29", 23), ("UTC", "2026-03-29", 24),
      // Here clocks change at midnight itself: the day begins at 1:00.
      ("America/Santiago", "2026-09-06", 23), ("Africa/Cairo", "2026-04-24", 23),
      ("Australia/Lord_Howe", "2026-10-04", 23),
    ])
  func lengths(zone: String, day: String, hours: Int) throws {
    let bounds = try #require(Zone(zone)).bounds(of: try #require(CareDay(day)))
    let milliseconds = bounds.lowerBound.milliseconds(to: bounds.upperBound)
    // Lord Howe Island moves its clocks by half an hour.
    let half: Int64 = zone == "Australia/Lord_Howe" ? 1_800_000 : 0
    #expect(milliseconds == Int64(hours) * 3_600_000 + half)
  }

  @Test("a local time that clocks skip does not exist, and the first moment after it is known")
  func skipped() throws {
    let zone = try #require(Zone("America/Edmonton"))
    let local = LocalTime(day: try #require(CareDay("2026-03-08")), hour: 2, minute: 30)
    // 3:00 AM MDT
    #expect(zone.resolve(local) == .skipped(next: Instant(milliseconds: 1_772_960_400_000)))
  }

  @Test("a local time that clocks repeat happens twice, an hour apart")
  func repeated() throws {
    let zone = try #require(Zone("America/Edmonton"))
    let local = LocalTime(day: try #require(CareDay("2026-11-01")), hour: 1, minute: 30)
    #expect(
      zone.resolve(local)
        == .repeated(
          first: Instant(milliseconds: 1_793_518_200_000), second: Instant(milliseconds: 1_793_521_800_000)))
  }

  @Test("what is no IANA zone is none", arguments: ["MST", "GMT+7", "Mars/Olympus", "", "America/", "+07:00"])
  func unknown(name: String) {
    #expect(Zone(name) == nil)
  }

  @Test(
    "only dates that a calendar has are dates",
    arguments: [
      ("2026-11-20", true), ("2024-02-29", true), ("2026-02-29", false), ("2026-13-01", false),
      ("2026-00-10", false), ("0000-01-01", false), ("2026-1-01", false), ("2026-11-20 ", false), ("２０２６-11-20", false),
    ])
  func dates(text: String, isDate: Bool) {
    #expect((CareDay(text)?.text == text) == isDate)
  }

  @Test("days are counted through leap years and centuries, and know their weekday")
  func arithmetic() throws {
    #expect(try #require(CareDay("2026-12-31")).adding(days: 60).text == "2027-03-01")
    #expect(try #require(CareDay("2000-02-28")).adding(days: 1).text == "2000-02-29")
    #expect(try #require(CareDay("1969-12-31")).daysSince1970 == -1)
    #expect(try #require(CareDay("2026-11-20")).weekday == 5)
  }
}
