import Testing
import VisitsModel

/// Edmonton in 2026: clocks go forward on March 8 (MST to MDT) and back on November 1.
@Suite("What a person types as a time")
struct TypedTimeTests {
  private func edmonton() throws -> Zone { try #require(Zone("America/Edmonton")) }

  /// Friday, November 20, 2026, 9:00 in Edmonton (MST).
  private let now = Instant(milliseconds: 1_795_190_400_000)

  private func resolved(_ text: String, on base: CareDay? = nil) throws -> String {
    let zone = try edmonton()
    let typed = try #require(TypedTime.parse(text), "unreadable: \(text)")
    let local = zone.local(try typed.resolve(now: now, zone: zone, on: base, field: "localAt"))
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(local.day.text) \(padded(local.hour)):\(padded(local.minute)):\(padded(local.second))"
  }

  @Test(
    "becomes a moment in the zone that is meant",
    arguments: [
      ("8", "2026-11-20 08:00:00"), ("8:00", "2026-11-20 08:00:00"), ("08:05", "2026-11-20 08:05:00"),
      ("8am", "2026-11-20 08:00:00"), ("8 AM", "2026-11-20 08:00:00"), ("8:30 pm", "2026-11-20 20:30:00"),
      ("8:30 p.m.", "2026-11-20 20:30:00"), ("8:30p", "2026-11-20 20:30:00"), ("14:30", "2026-11-20 14:30:00"),
      ("21:15", "2026-11-20 21:15:00"), ("0:00", "2026-11-20 00:00:00"), ("23:59:59", "2026-11-20 23:59:59"),
      ("12am", "2026-11-20 00:00:00"), ("12pm", "2026-11-20 12:00:00"), ("noon", "2026-11-20 12:00:00"),
      ("midnight", "2026-11-20 00:00:00"), ("today 9", "2026-11-20 09:00:00"),
      ("tomorrow 14:30", "2026-11-21 14:30:00"), ("Tomorrow at 2:30 pm", "2026-11-21 14:30:00"),
      ("14:30 tomorrow", "2026-11-21 14:30:00"), ("yesterday 8am", "2026-11-19 08:00:00"),
      ("yesterday noon", "2026-11-19 12:00:00"), ("mon 8:00", "2026-11-23 08:00:00"),
      ("monday 8:00", "2026-11-23 08:00:00"), ("thurs 8", "2026-11-26 08:00:00"),
      ("+3 8:00", "2026-11-23 08:00:00"), ("-1 8:00", "2026-11-19 08:00:00"),
      ("2026-11-21T08:00", "2026-11-21 08:00:00"), ("2026-11-21 08:00", "2026-11-21 08:00:00"),
      ("2026-11-21 8 pm", "2026-11-21 20:00:00"), ("2026-11-21T08:00:30", "2026-11-21 08:00:30"),
      ("  8:00  ", "2026-11-20 08:00:00"), ("8.00", "2026-11-20 08:00:00"),
      ("14.00 tomorrow", "2026-11-21 14:00:00"), ("24.12.2026 8.00", "2026-12-24 08:00:00"),
      ("24.12. 8.00", "2026-12-24 08:00:00"),
      ("next friday 10:00", "2026-11-27 10:00:00"), ("10:00 next friday", "2026-11-27 10:00:00"),
      ("this friday 10:00", "2026-11-20 10:00:00"), ("this friday 8:00", "2026-11-27 08:00:00"),
      ("last monday 8 pm", "2026-11-16 20:00:00"),
      ("last friday noon", "2026-11-13 12:00:00"), ("friday next week at 9", "2026-11-27 09:00:00"),
      ("next week friday 9", "2026-11-27 09:00:00"), ("monday last week 9", "2026-11-09 09:00:00"),
      ("dec 3 10:00", "2026-12-03 10:00:00"), ("3 december 2027 10:00", "2027-12-03 10:00:00"),
      ("10:00 dec 3", "2026-12-03 10:00:00"), ("8 3 dec", "2026-12-03 08:00:00"), ("8 dec 8", "2026-12-08 08:00:00"),
      ("3. dec. 8.30", "2026-12-03 08:30:00"), ("Dec 3, 2026 8am", "2026-12-03 08:00:00"),
      ("8.30", "2026-11-20 08:30:00"), ("tomorrow 15.30", "2026-11-21 15:30:00"), ("8.30 p.m.", "2026-11-20 20:30:00"),
    ])
  func readable(_ text: String, _ expected: String) throws {
    #expect(try resolved(text) == expected)
  }

  @Test("now is this moment, whatever day is meant otherwise", arguments: ["now", " NOW ", "Now"])
  func now(_ text: String) throws {
    let moment = try #require(TypedMoment.parse(text))
    #expect(try moment.resolve(now: now, zone: edmonton(), on: CareDay("2026-12-24"), field: "localAt") == now)
    #expect(TypedTime.parse(text) == nil)
    #expect(TypedMoment.parse("now 8:00") == nil)
    #expect(try TypedMoment.parse("8:00") == .time(#require(TypedTime.parse("8:00"))))
  }

  @Test("a weekday of today is today while its time is ahead, and a week later when it has passed")
  func weekdayOfToday() throws {
    #expect(try resolved("friday 9:01") == "2026-11-20 09:01:00")
    #expect(try resolved("friday 9:00") == "2026-11-27 09:00:00")
    #expect(try resolved("fri 8:00") == "2026-11-27 08:00:00")
  }

  @Test("a time alone stands on the day that the caller speaks of")
  func base() throws {
    #expect(try resolved("8:00", on: CareDay("2026-12-24")) == "2026-12-24 08:00:00")
    #expect(try resolved("tomorrow 8:00", on: CareDay("2026-12-24")) == "2026-11-21 08:00:00")
  }

  @Test("an offset behind a date and a time needs no zone")
  func explicitOffset() throws {
    #expect(try resolved("2026-11-21T08:00-05:00") == "2026-11-21 06:00:00")
    #expect(try resolved("2026-11-21T15:00Z") == "2026-11-21 08:00:00")
  }

  @Test(
    "is refused when it can be read in no way, or in two",
    arguments: [
      "", " ", "x", "24:00", "25", "8:60", "8:0", "8:000", "-8:00", "8:", ":30", "0am", "13pm", "8xm", "8.60", "24.00",
      "8.30.15", "8.30:15",
      "8.0", "123.00", "8 - 9",
      "8 -1", "tomorrow", "monday", "2026-11-21", "2026-02-30 8:00", "2026-11-21T", "2026-11-21x08:00",
      "2026-11-21T08:00+25:00", "2026-11-21T08:00-", "tomorrow tomorrow", "today 8 9 10", "８:00", "8 dec 3",
      "dec 3", "next friday", "next week 10:00", "feb 30 8:00", "12/3 8:00", "mon 3 dec 8:00", "next 8:00", "mo 8:00",
      String(repeating: "8", count: 65),
    ])
  func unreadable(_ text: String) {
    #expect(TypedTime.parse(text) == nil)
  }

  @Test(
    "a day is read with or without capitals",
    arguments: [
      ("today", "2026-11-20"), ("TOMORROW", "2026-11-21"), ("yesterday", "2026-11-19"), ("friday", "2026-11-20"),
      ("sat", "2026-11-21"), ("thursday", "2026-11-26"), ("2026-11-21", "2026-11-21"), ("+3", "2026-11-23"),
      ("-1", "2026-11-19"), ("+0", "2026-11-20"), (" sun ", "2026-11-22"), ("31.12.2026", "2026-12-31"),
      ("1.2.2027", "2027-02-01"), ("22.11.", "2026-11-22"), ("31.12.", "2026-12-31"), ("5.1.", "2027-01-05"),
      ("29.2.", "2028-02-29"), ("next Friday", "2026-11-27"), ("next sunday", "2026-11-29"),
      ("this wednesday", "2026-11-25"), ("this friday", "2026-11-20"), ("this mon", "2026-11-23"),
      ("last friday", "2026-11-13"), ("last thu", "2026-11-19"),
      ("dec 3", "2026-12-03"), ("3rd december", "2026-12-03"), ("jan 5", "2027-01-05"), ("feb 29", "2028-02-29"),
      ("nov 1st 2025", "2025-11-01"),
    ])
  func days(_ text: String, _ expected: String) throws {
    let today = try edmonton().day(of: now)
    #expect(TypedDay.parse(text)?.resolve(today: today).text == expected)
  }

  @Test(
    "no day is made of other words",
    arguments: [
      "", "mo", "someday", "3", "+", "+12345", "2026-13-01", "+-1", "8:00", "31.12.26", "31.13.", "30.2.",
      "31.12", "12.31.2026", "31/12/2026", "1.2.2027.", "next week", "dec", "dec 32", "feb 30", "3 dec 26", "next day",
      "last tomorrow", "this", "dec 3 2026 8",
    ])
  func noDays(_ text: String) {
    #expect(TypedDay.parse(text) == nil)
  }
}

@Suite("Days in a row, as they are typed")
struct TypedDaysTests {
  /// Friday, November 20, 2026.
  private let today = CareDay("2026-11-20")

  @Test(
    "are a day, a week from Monday to Sunday, or a month",
    arguments: [
      ("today", "2026-11-20", "2026-11-21"), ("next friday", "2026-11-27", "2026-11-28"),
      ("this week", "2026-11-16", "2026-11-23"), ("Next  Week", "2026-11-23", "2026-11-30"),
      ("last week", "2026-11-09", "2026-11-16"), ("week of dec 3", "2026-11-30", "2026-12-07"),
      ("week of 2026-11-22", "2026-11-16", "2026-11-23"), ("this month", "2026-11-01", "2026-12-01"),
      ("next month", "2026-12-01", "2027-01-01"), ("last month", "2026-10-01", "2026-11-01"),
      ("2026-02", "2026-02-01", "2026-03-01"), ("2028-02", "2028-02-01", "2028-03-01"),
      ("december", "2026-12-01", "2027-01-01"), ("jan", "2027-01-01", "2027-02-01"),
      ("oct 2025", "2025-10-01", "2025-11-01"), ("month of tomorrow", "2026-11-01", "2026-12-01"),
      ("month of 2026-11", "2026-11-01", "2026-12-01"), ("week -1", "2026-11-09", "2026-11-16"),
      ("week +2", "2026-11-30", "2026-12-07"), ("month -1", "2026-10-01", "2026-11-01"),
      ("month +2", "2027-01-01", "2027-02-01"), ("month -12", "2025-11-01", "2025-12-01"),
      ("month +0", "2026-11-01", "2026-12-01"),
    ])
  func spans(_ text: String, first: String, next: String) throws {
    let days = try #require(TypedDays.parse(text), "unreadable: \(text)").resolve(today: try #require(today))
    #expect(days.first.text == first)
    #expect(days.next.text == next)
  }

  @Test(
    "are nothing else",
    arguments: [
      "", "week", "month", "next", "next year", "2026-13", "2026", "week of", "week of 2026-11", "8:00", "week 1",
      "month -",
    ])
  func others(_ text: String) {
    #expect(TypedDays.parse(text) == nil)
  }

  @Test("a date that can be two is known as such")
  func ambiguous() {
    for text in ["12/3", "3/12/2026", "12/3 10:00", "8 dec 3"] { #expect(TypedTime.isAmbiguous(text), "\(text)") }
    for text in ["dec 3 8:00", "foo", "a/b", "8 dec 8", "friday"] { #expect(!TypedTime.isAmbiguous(text), "\(text)") }
  }
}

@Suite("What a person types, when clocks change")
struct TypedTimeAtClockChangeTests {
  private func resolve(_ text: String, offset: String? = nil, zone: Zone) throws -> Instant {
    let typed = try #require(TypedTime.parse(text))
    return try typed.resolve(
      now: Instant(milliseconds: 1_772_000_000_000), zone: zone, offset: offset, field: "localStart")
  }

  @Test("a time that the clock skips is refused")
  func skipped() throws {
    let zone = try #require(Zone("America/Edmonton"))
    let day = try #require(CareDay("2026-03-08"))
    #expect(
      throws: Refusal.invalid(
        field: "localStart", .skipped(LocalTime(day: day, hour: 2, minute: 30), zone: zone))
    ) { try resolve("2026-03-08 2:30", zone: zone) }
    // 1:59 MST and 3:00 MDT are a minute apart.
    #expect(try resolve("2026-03-08 1:59", zone: zone) == Instant(milliseconds: 1_772_960_340_000))
    #expect(try resolve("2026-03-08 3:00", zone: zone) == Instant(milliseconds: 1_772_960_400_000))
  }

  @Test("a time that happens twice is the first, unless the offset picks the second")
  func repeated() throws {
    let zone = try #require(Zone("America/Edmonton"))
    let first = Instant(milliseconds: 1_793_518_200_000)  // 2026-11-01T07:30Z, MDT
    #expect(try resolve("2026-11-01 1:30", zone: zone) == first)
    #expect(try resolve("2026-11-01 1:30", offset: "-06:00", zone: zone) == first)
    #expect(try resolve("2026-11-01 1:30", offset: "-07:00", zone: zone) == first.adding(minutes: 60))
    #expect(try resolve("2026-11-01 1:30", offset: "-07", zone: zone) == first.adding(minutes: 60))
  }

  @Test("an offset that clocks do not have then is refused", arguments: ["-05:00", "-07:00", "+06:00", "MST", ""])
  func wrongOffset(_ offset: String) throws {
    let zone = try #require(Zone("America/Edmonton"))
    let day = try #require(CareDay("2026-07-01"))
    #expect(
      throws: Refusal.invalid(
        field: "offset", .offsetDoesNotFit(offset: offset, at: LocalTime(day: day, hour: 8), zone: zone))
    ) { try resolve("2026-07-01 8:00", offset: offset, zone: zone) }
    #expect(try resolve("2026-07-01 8:00", offset: "-06:00", zone: zone) == Instant(milliseconds: 1_782_914_400_000))
  }

  @Test("tomorrow at 8 is 8 on the clock, although the night has 23 or 25 hours")
  func shortAndLongNights() throws {
    let zone = try #require(Zone("America/Edmonton"))
    let typed = try #require(TypedTime.parse("tomorrow 8:00"))
    // March 7 and October 31, 8:00.
    let beforeSpring = Instant(milliseconds: 1_772_895_600_000)
    let beforeFall = Instant(milliseconds: 1_793_455_200_000)
    #expect(
      try typed.resolve(now: beforeSpring, zone: zone, field: "localAt") == beforeSpring.adding(minutes: 23 * 60))
    #expect(try typed.resolve(now: beforeFall, zone: zone, field: "localAt") == beforeFall.adding(minutes: 25 * 60))
  }

  @Test("an offset is written as it is read", arguments: ["-06:00", "+05:30", "+00:00", "-03:30"])
  func offsets(_ text: String) throws {
    #expect(UTCOffset.text(try #require(UTCOffset.parse(text))) == text)
  }
}
