import Testing
import VisitsAPI
import VisitsModel

@testable import VisitsViews

@Suite("The times on a card")
struct CardTimeTests {
  let sarahs: SarahsDay

  init() throws { sarahs = try SarahsDay() }

  private func card(
    _ start: String, _ end: String, day: String, zone: Zone? = nil, locale: String? = nil
  ) throws -> Card {
    let visit = try sarahs.visit("A B", start, end, .completed, address: nil, zone: zone)
    return try #require(try sarahs.today([visit], day: day, locale: locale).view.cards.first)
  }

  @Test(
    "hours are written as people say them",
    arguments: [
      ("2026-11-20T00:00", "2026-11-20T00:30", "12:00 AM - 12:30 AM"),
      ("2026-11-20T11:30", "2026-11-20T12:00", "11:30 AM - 12:00 PM"),
      ("2026-11-20T12:05", "2026-11-20T13:09", "12:05 PM - 1:09 PM"),
      ("2026-11-20T22:00", "2026-11-21T00:00", "10:00 PM - 12:00 AM"),
    ])
  func hours(_ start: String, _ end: String, _ time: String) throws {
    #expect(try card(start, end, day: "2026-11-20").time == time)
  }

  @Test("a visit across midnight says both days, on both of its cards", arguments: ["2026-11-20", "2026-11-21"])
  func acrossMidnight(_ day: String) throws {
    let card = try card("2026-11-20T22:00", "2026-11-21T06:00", day: day)
    #expect(card.time == "Fri 10:00 PM - Sat 6:00 AM")
    #expect(card.spoken == "A B, Friday 10:00 PM to Saturday 6:00 AM, Completed")
  }

  @Test("a visit of another day says which")
  func otherDay() throws {
    #expect(try card("2026-11-19T20:00", "2026-11-19T21:00", day: "2026-11-20").time == "Thu 8:00 PM - 9:00 PM")
    #expect(try card("2026-11-06T20:00", "2026-11-06T21:00", day: "2026-11-20").time == "Nov 6 8:00 PM - 9:00 PM")
  }

  @Test("a visit of another year says its year, unless its weekday tells the day")
  func otherYear() throws {
    let old = try card("2020-01-01T08:00", "2020-01-01T09:00", day: "2026-11-20")
    #expect(old.time == "Jan 1, 2020 8:00 AM - 9:00 AM")
    #expect(old.spoken == "A B, January 1, 2020 8:00 AM to 9:00 AM, Completed")
    let british = try card("2020-01-01T08:00", "2020-01-01T09:00", day: "2026-11-20", locale: "en-GB")
    #expect(british.time == "1 Jan 2020 08:00 - 09:00")
    #expect(try card("2026-12-31T20:00", "2026-12-31T21:00", day: "2027-01-02").time == "Thu 8:00 PM - 9:00 PM")
  }

  @Test("a zone in which clocks show another time is named")
  func otherZone() throws {
    let winnipeg = try #require(Zone("America/Winnipeg"))
    let card = try card("2026-11-20T08:00", "2026-11-20T09:00", day: "2026-11-20", zone: winnipeg)
    #expect(card.time == "8:00 AM - 9:00 AM CST")
    #expect(card.spoken == "A B, 8:00 AM to 9:00 AM CST, Completed")
    #expect(card.start.text == "2026-11-20T14:00:00Z")
  }

  @Test("a zone in which clocks show the same is not")
  func sameClocks() throws {
    let denver = try #require(Zone("America/Denver"))
    #expect(
      try card("2026-11-20T08:00", "2026-11-20T09:00", day: "2026-11-20", zone: denver).time == "8:00 AM - 9:00 AM")
  }

  @Test("a visit that starts on another date where it takes place says that date's day")
  func otherDate() throws {
    let winnipeg = try #require(Zone("America/Winnipeg"))
    // 11:30 PM in Edmonton.
    #expect(
      try card("2026-11-21T00:30", "2026-11-21T01:00", day: "2026-11-20", zone: winnipeg).time
        == "Sat 12:30 AM - 1:00 AM CST")
  }

  @Test("in the hour that clocks repeat, times say which they are")
  func repeatedHour() throws {
    let first = try sarahs.at("2026-11-01T01:30")
    let base = try sarahs.visit("A B", "2026-11-01T01:00", "2026-11-01T01:30", .completed)
    func time(_ start: Instant, _ end: Instant) throws -> String {
      var visit = base
      (visit.start, visit.end) = (start, end)
      return try #require(try sarahs.today([visit], day: "2026-11-01").view.cards.first).time
    }
    #expect(try time(first, first.adding(minutes: 15)) == "1:30 AM - 1:45 AM MDT")
    #expect(try time(first.adding(minutes: 60), first.adding(minutes: 75)) == "1:30 AM - 1:45 AM MST")
    #expect(try time(first, first.adding(minutes: 60)) == "1:30 AM MDT - 1:30 AM MST")
    #expect(try time(first.adding(minutes: -45), first.adding(minutes: 90)) == "12:45 AM - 2:00 AM")
  }

  @Test(
    "other locales write times and dates their own way, in the language of the words",
    arguments: [
      ("en-US", "10:00 PM - 11:00 PM", "Saturday, November 21"),
      ("en-CA", "10:00 PM - 11:00 PM", "Saturday, November 21"),
      ("en-GB", "22:00 - 23:00", "Saturday 21 November"), ("en-AU", "10:00 pm - 11:00 pm", "Saturday 21 November"),
      ("xx", "10:00 PM - 11:00 PM", "Saturday, November 21"),
    ])
  func locales(_ locale: String, _ time: String, _ heading: String) throws {
    let card = try card("2026-11-21T22:00", "2026-11-21T23:00", day: "2026-11-21", locale: locale)
    #expect(card.time == time)
    #expect(try sarahs.today([], day: "2026-11-21", locale: locale).view.heading == heading)
  }
}

@Suite("Days of 23 and 25 hours")
struct ClockChangeTests {
  let sarahs: SarahsDay

  init() throws { sarahs = try SarahsDay() }

  @Test(
    "the view of a day is valid to its own midnight",
    arguments: [("2026-03-08", 23), ("2026-11-01", 25), ("2026-11-20", 24)])
  func validity(_ day: String, _ hours: Int64) throws {
    let midnight = try sarahs.at("\(day)T00:00")
    let (view, validUntil) = try sarahs.today([], now: "\(day)T00:00", day: day)
    #expect(view.heading == "Today")
    #expect(midnight.milliseconds(to: validUntil) == hours * 3_600_000)
  }

  @Test("the last moment of a day is today, the next is not", arguments: ["2026-03-08", "2026-11-01"])
  func lastMoment(_ day: String) throws {
    #expect(try sarahs.today([], now: "\(day)T23:59:59", day: day).view.heading == "Today")
    let next = try #require(CareDay(day)).adding(days: 1).text
    #expect(try sarahs.today([], now: "\(next)T00:00", day: day).view.heading != "Today")
  }

  @Test("a visit over the change shows the clock's times")
  func overTheChange() throws {
    let spring = try sarahs.visit("A B", "2026-03-08T01:00", "2026-03-08T04:00", .completed)
    let card = try #require(try sarahs.today([spring], day: "2026-03-08").view.cards.first)
    #expect(card.time == "1:00 AM - 4:00 AM")
    #expect(spring.start.milliseconds(to: spring.end) == 2 * 3_600_000)
  }

  @Test("late is minutes that pass, not minutes on the clock")
  func lateOverTheChange() throws {
    let visit = try sarahs.visit("A B", "2026-03-08T01:50", "2026-03-08T04:00")
    let view = try sarahs.today([visit], now: "2026-03-08T03:05", day: "2026-03-08").view
    #expect(view.cards.first?.alert?.text == "Late since 3:05 AM")
    #expect(try sarahs.today([visit], now: "2026-03-08T03:04:59", day: "2026-03-08").view.cards.first?.alert == nil)
  }
}
