import Testing
import VisitsAPI
import VisitsModel

@testable import VisitsViews

@Suite("What is wrong with a value, as a person reads it")
struct ProblemTests {
  let sarahs: SarahsDay

  init() throws { sarahs = try SarahsDay() }

  private func message(_ field: String, _ problem: Refusal.Problem) throws -> String {
    let error = ErrorView.wording(
      .invalid(field: field, problem), in: try sarahs.context(), farAwayMetres: 200, describe: { _ in nil })
    #expect(error.kind == .invalidParams)
    #expect(error.data.map { String(decoding: $0.value.bytes, as: UTF8.self) } == ["\"\(field)\""])
    return error.message
  }

  @Test("times that do not fit together")
  func times() throws {
    let eight = try sarahs.at("2026-11-20T08:00")
    let nine = try sarahs.at("2026-11-20T09:00")
    let later = try sarahs.at("2026-11-21T10:00")
    #expect(
      try message("end", .endNotAfterStart(start: nine, end: eight))
        == "The end, 8:00 AM, is not after the start, 9:00 AM. Give a later end.")
    #expect(
      try message("end", .longerThanADay(start: nine, end: later))
        == "From 9:00 AM to 10:00 AM on November 21, 2026 is more than 24 hours. Split it into several visits.")
    #expect(
      try message("at", .checkOutBeforeCheckIn(checkIn: nine, checkOut: eight)) == """
        The check-out, 8:00 AM, lies before the check-in, 9:00 AM. Give a later check-out, or correct the check-in \
        first.
        """)
    #expect(
      try message("at", .ahead(later)) == """
        10:00 AM on November 21, 2026 is in the future: only what has happened can be recorded. Check the time and the \
        date.
        """)
    #expect(
      try message("birthDate", .ahead(later))
        == "The date of birth November 21, 2026 is in the future. Check the year.")
    #expect(
      try message("checkOut", .notYet(.inProgress))
        == "The parameter \"checkOut\" cannot be set: the visit is in progress. Complete it first.")
    #expect(try message("checkOut", .notYet(.scheduled)).hasSuffix("is scheduled. Complete it first."))
    #expect(try message("checkIn", .notYet(.scheduled)).hasSuffix("is scheduled. Start or complete it first."))
    #expect(try message("checkIn", .notYet(.missed)).hasSuffix("is missed. Reopen it first."))
  }

  @Test("a local time that clocks skip")
  func skipped() throws {
    let day = try #require(CareDay("2026-03-08"))
    #expect(
      try message("localStart", .skipped(LocalTime(day: day, hour: 2, minute: 30), zone: sarahs.edmonton)) == """
        2:30 AM does not exist on March 8, 2026 in America/Edmonton: clocks go from 2:00 AM to 3:00 AM. Choose an \
        earlier or a later time.
        """)
    let havana = try #require(Zone("America/Havana"))
    #expect(
      try message("localStart", .skipped(LocalTime(day: day, minute: 30), zone: havana))
        .hasPrefix("12:30 AM does not exist on March 8, 2026 in America/Havana: clocks go from 12:00 AM to 1:00 AM."))
  }

  @Test("an offset that clocks do not have then")
  func offsets() throws {
    let summer = LocalTime(day: try #require(CareDay("2026-07-01")), hour: 8)
    #expect(
      try message("offset", .offsetDoesNotFit(offset: "-07:00", at: summer, zone: sarahs.edmonton)) == """
        The offset -07:00 does not fit 8:00 AM on July 1, 2026 in America/Edmonton: there it is -06:00. Leave the \
        offset out, or correct it.
        """)
    let twice = LocalTime(day: try #require(CareDay("2026-11-01")), hour: 1, minute: 30)
    #expect(
      try message("offset", .offsetDoesNotFit(offset: "x", at: twice, zone: sarahs.edmonton))
        .contains("there it is -06:00, -07:00."))
  }

  @Test(
    "other values",
    arguments: [
      (
        "timeZone", Refusal.Problem.unknownTimeZone("Mars/Base"),
        "\"Mars/Base\" is no time zone. Use an IANA name such as America/Edmonton."
      ),
      (
        "localAt", .unreadableTime("8 o'clock"),
        "\"8 o'clock\" is no time. Write 8:00, 8:30 pm, tomorrow 14:30 or 2026-11-21T08:00."
      ),
      (
        "localDate", .unreadableDate("someday"),
        "\"someday\" is no date. Write today, tomorrow, monday, +3 or 2026-11-21."
      ),
      (
        "reason", .notOneOf(value: "lazy", allowed: ["forgotten", "device"]),
        "The parameter \"reason\" cannot be \"lazy\". Use one of: forgotten, device."
      ),
      (
        "id", .notASlug("Bob Smith"),
        "\"Bob Smith\" cannot be an id. Use 1 to 64 of a-z, 0-9 and -, not beginning with -."
      ),
      (
        "end", .undatable,
        "The parameter \"end\" lies outside the years 1 to 9999. Give the date that was meant."
      ),
      ("name", .missing, "The parameter \"name\" is missing. Give it a value."),
      (
        "after", .noPage("garbage"),
        "The parameter \"after\" cannot be \"garbage\". Give the token that the previous page printed."
      ),
      ("start", .needed(or: "localStart"), "Give \"start\" or \"localStart\"."),
      (
        "end", .excludes("minutes"), "The parameters \"end\" and \"minutes\" exclude each other: send one of them."
      ),
      ("note", .tooLong(limit: 4000), "The parameter \"note\" is too long. At most 4000 characters can be kept."),
      (
        "location", .notAPlace,
        """
        The parameter "location" is no place on earth. Latitude goes from -90 to 90, longitude from -180 to 180, and \
        the accuracy in metres is 0 or more.
        """
      ),
    ])
  func values(_ field: String, _ problem: Refusal.Problem, _ sentence: String) throws {
    #expect(try message(field, problem) == sentence)
  }
}
