import Testing
import VisitsExchange
import VisitsModel
import VisitsViews

@Suite("What a calendar has that is not taken")
struct CalendarRefusalTests {
  @Test(
    "an event is refused with its place and what to do",
    arguments: [
      ("DTEND:20261120T160000Z", "DTSTART: is missing; a visit needs a planned start"),
      ("DTSTART:tomorrow", "DTSTART: \"tomorrow\" is no date with time, such as 20261120T080000"),
      (
        "DTSTART;TZID=Nowhere:20261120T080000\nDURATION:PT1H",
        "TZID \"Nowhere\" is no time zone that is known here, and the calendar does not define it; use an IANA "
          + "name such as America/Edmonton"
      ),
      (
        "DTSTART:18991231T150000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY",
        "DTSTART: a series that begins in 1899 is no schedule; give the date that was meant"
      ),
      ("DTSTART:20261120T150000Z", "DTEND: is missing, and so is DURATION; a visit needs a planned end"),
      (
        "DTSTART:20261120T150000Z\nDTEND:20261120T150000Z", "DTEND: the end is not after the start; correct one of them"
      ),
      (
        "DTSTART:20261120T150000Z\nDTEND:20261121T150001Z",
        "DTEND: lasts more than 24 hours; split it into several events"
      ),
      (
        "DTSTART:20261120T150000Z\nDURATION:1 hour", "DURATION: \"1 hour\" is no duration, such as PT1H30M"
      ),
      (
        "DTSTART:20261120T150000Z\nDTEND:20261120T160000Z\nDURATION:PT1H",
        "DURATION: is beside DTEND; remove one of the two"
      ),
      ("DTSTART:20261120T150000Z\nDTSTART:20261121T150000Z", "DTSTART: is there more than once; keep one"),
      (
        "DTSTART:20261120T150000Z\nDURATION:PT1H\nRRULE:FREQ=HOURLY",
        "RRULE: FREQ=HOURLY is not supported. Make it DAILY, with a series for each time of the day."
      ),
      (
        "DTSTART:20261120T150000Z\nDURATION:PT1H\nEXRULE:FREQ=DAILY",
        "EXRULE: is not supported; name the days in EXDATE"
      ),
      (
        "DTSTART:20261120T150000Z\nDURATION:PT1H\nRECURRENCE-ID;RANGE=THISANDFUTURE:20261120T150000Z",
        "RECURRENCE-ID: is not supported; end the series and begin another instead of RANGE"
      ),
      (
        "DTSTART:20261120T150000Z\nDURATION:PT1H\nATTENDEE;CN=Sarah:mailto:s@a.example\nATTENDEE:mailto:t@a.example",
        "ATTENDEE: names several people (\"Sarah\" and \"t@a.example\"); keep the one who makes the visit, or say whose "
          + "calendar it is"
      ),
      (
        "DTSTART:20261120T150000Z\nand a line that broke", "line 5 is no NAME:VALUE of a calendar; correct or remove it"
      ),
    ])
  func events(_ lines: String, _ reason: String) {
    let plan = CalendarReader.edmonton().plan(
      from: "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Margaret Chen\n\(lines)\nEND:VEVENT\nEND:VCALENDAR\n")
    // Where no day is known, the number tells which event it is.
    let hasDay = lines.contains("DTSTART") && !lines.contains("tomorrow")
    let day = lines.contains("1899") ? "1899-12-31" : "2026-11-20"
    let place = hasDay ? "\"Margaret Chen\", \(day)" : "VEVENT 1 \"Margaret Chen\""
    #expect(plan.refusals == ["\(place): \(reason)"])
    #expect(plan.entries.isEmpty && plan.unreadable == nil)
  }

  @Test("who is visited must be told, and a long title is quoted shortly, without what a terminal would obey")
  func titles() {
    let times = "DTSTART:20261120T150000Z\nDURATION:PT1H"
    let plan = CalendarReader.edmonton().plan(
      from: """
        BEGIN:VCALENDAR
        BEGIN:VEVENT
        \(times)
        END:VEVENT
        BEGIN:VEVENT
        SUMMARY:\u{1B}[31m\(String(repeating: "Margaret ", count: 30))
        \(times)
        END:VEVENT
        END:VCALENDAR
        """)
    #expect(
      plan.refusals == [
        "VEVENT 1: SUMMARY: is missing; it names the client",
        "\"\u{FFFD}[31mMargaret Margaret Margaret Margaret...\", 2026-11-20: SUMMARY: is longer than 200 characters; "
          + "shorten it",
      ])
  }

  @Test(
    "what is no whole calendar is not read at all",
    arguments: [
      ("", "the text is no iCalendar: expected BEGIN:VCALENDAR"),
      ("client,start,end\nAnn,8:00,9:00\n", "the text is no iCalendar: expected BEGIN:VCALENDAR"),
      ("BEGIN:VCARD\nEND:VCARD\n", "the text is no iCalendar: expected BEGIN:VCALENDAR"),
      ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:A", "the text breaks off before END:VCALENDAR; export it again"),
      (
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR\n",
        "line 3 ends what is not begun there; export the calendar again"
      ),
      (
        "BEGIN:VCALENDAR\nMETHOD:REPLY\nEND:VCALENDAR\n",
        "METHOD:REPLY is an answer to an invitation; export the calendar itself"
      ),
      (
        "BEGIN:VCALENDAR\n" + String(repeating: "BEGIN:X\n", count: 9),
        "components are nested too deep at line 6"
      ),
    ])
  func texts(_ text: String, _ reason: String) {
    let plan = CalendarReader.edmonton().plan(from: text)
    #expect(plan.refusals == ["calendar: \(reason)"])
    #expect(plan.entries.isEmpty && plan.refused.isEmpty)
  }

  @Test("days that are left out in a line too long to be read whole are never planned instead")
  func cutOff() {
    let days = Array(repeating: "20261120T150000Z", count: 5000).joined(separator: ",")
    let plan = CalendarReader.edmonton().plan(
      from: """
        BEGIN:VCALENDAR
        BEGIN:VEVENT
        SUMMARY:Ann
        DTSTART:20261116T150000Z
        DURATION:PT1H
        RRULE:FREQ=DAILY
        EXDATE:\(days)
        ATTACH;ENCODING=BASE64;VALUE=BINARY:\(String(repeating: "A", count: 1 << 20))
        END:VEVENT
        END:VCALENDAR
        """)
    #expect(plan.entries.isEmpty)
    #expect(plan.refusals == ["\"Ann\", 2026-11-16: EXDATE: is longer than 65529 characters; shorten it"])
  }

  @Test("events that recur never, and can only be found out by counting, are refused before they take long")
  func countless() {
    let hostile =
      "BEGIN:VEVENT\nSUMMARY:A\nDTSTART:19000101T150000Z\nDURATION:PT1H\n"
      + "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=9\nEND:VEVENT\n"
    let usual = "BEGIN:VEVENT\nSUMMARY:B\nDTSTART:20261116T150000Z\nDURATION:PT1H\nEND:VEVENT\n"
    let text = "BEGIN:VCALENDAR\n\(String(repeating: hostile, count: 200))\(usual)END:VCALENDAR\n"
    let plan = CalendarReader.edmonton().plan(from: text)
    // The first hundred or so take what there is for all.
    #expect((90...110).contains(plan.refusals.count))
    #expect(
      plan.refusals.last
        == "\"A\", 1900-01-01 07:26: RRULE: takes too long to count through; let the series begin later")
    #expect(plan.events == ["no identity | 20261116T150000Z to 20261116T160000Z | B | open"])
    let daily = text.replacing("YEARLY", with: "DAILY").replacing("19000101", with: "00010101")
    #expect(CalendarReader.edmonton().plan(from: daily).refusals.count == 200)
  }

  @Test("a calendar that gives far too much is refused before it fills the memory")
  func limits() {
    let event = "BEGIN:VEVENT\nSUMMARY:A\nDTSTART:20200101T150000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY\nEND:VEVENT\n"
    func reason(_ limits: CalendarLimits) -> String? {
      CalendarReader(window: twoWeeks, zone: .utc, limits: limits)
        .plan(from: "BEGIN:VCALENDAR\n\(event)\(event)END:VCALENDAR\n").unreadable?.reason.words(in: reader())
    }
    #expect(reason(CalendarLimits(visits: 26)) == nil)
    #expect(
      reason(CalendarLimits(visits: 25))
        == "gives more than 25 visits; export fewer series, or shorten visits.horizonWeeks")
    #expect(reason(CalendarLimits(events: 1)) == "holds more than 1 events; export a shorter time")
    #expect(reason(CalendarLimits(bytes: 100)) == "the text is larger than 100 bytes; export a shorter time")
    #expect(reason(CalendarLimits(properties: 3)) == "more than 3 properties in one component at line 6")
  }
}
