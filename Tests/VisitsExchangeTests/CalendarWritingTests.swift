import Testing
import VisitsExchange
import VisitsModel

@Suite("The calendar that a phone subscribes to")
struct CalendarWritingTests {
  private let edmonton = Zone("America/Edmonton") ?? .utc

  private func event(
    _ number: Int = 1, title: String = "Margaret Chen", start: Int64 = 1_795_186_800_000, zone: Zone? = nil
  ) -> ScheduleCalendar.Event {
    ScheduleCalendar.Event(
      id: VisitID(rawValue: "0193f0a2-7c11-7d3c-8a55-0f7d3b1f6a0\(number)"), sequence: 3, title: title,
      start: Instant(milliseconds: start), end: Instant(milliseconds: start + 3_600_000), zone: zone ?? edmonton,
      modified: Instant(milliseconds: 1_795_000_000_000))
  }

  private func calendar(name: String = "Visits") -> ScheduleCalendar {
    ScheduleCalendar(name: name, zones: [edmonton, .utc], covering: twoWeeks)
  }

  @Test("says its name, how often to ask, and the zone as it is while the visits take place")
  func header() {
    #expect(
      (calendar(name: "Sarah, Edmonton").header + calendar().footer).split(separator: "\r\n") == [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//visits//visits//EN", "CALSCALE:GREGORIAN", "METHOD:PUBLISH",
        "NAME:Sarah\\, Edmonton", "X-WR-CALNAME:Sarah\\, Edmonton", "REFRESH-INTERVAL;VALUE=DURATION:PT15M",
        "X-PUBLISHED-TTL:PT15M", "BEGIN:VTIMEZONE", "TZID:America/Edmonton", "BEGIN:STANDARD",
        "DTSTART:19700101T000000", "TZOFFSETFROM:-0700", "TZOFFSETTO:-0700", "TZNAME:MST", "END:STANDARD",
        "END:VTIMEZONE", "END:VCALENDAR",
      ])
    let year = Instant(milliseconds: 1_767_225_600_000)..<Instant(milliseconds: 1_798_761_600_000)
    let wide = ScheduleCalendar(name: "Visits", zones: [edmonton], covering: year).header
    #expect(
      wide.split(separator: "\r\n").filter { $0.hasPrefix("DTSTART") || $0.hasPrefix("TZ") }.dropFirst() == [
        "DTSTART:19700101T000000", "TZOFFSETFROM:-0700", "TZOFFSETTO:-0700", "TZNAME:MST",
        "DTSTART:20260308T020000", "TZOFFSETFROM:-0700", "TZOFFSETTO:-0600", "TZNAME:MDT",
        "DTSTART:20261101T020000", "TZOFFSETFROM:-0600", "TZOFFSETTO:-0700", "TZNAME:MST",
      ])
  }

  @Test("a visit has its id, its version and its local time; lines are folded between characters")
  func lines() {
    var visit = event(title: "Élsie Beaudry-Côté")
    visit.location = "10 Edmonton Trail, Apt 4; Edmonton"
    visit.service = "Personal care, meal"
    visit.description = "Ring twice.\nThe dog is friendly, the cat — Łatka — is not, and neither is 猫の手も借りたい"
    visit.client = "elsie"
    visit.isCancelled = true
    #expect(
      calendar().text(of: visit) == """
        BEGIN:VEVENT\r
        UID:0193f0a2-7c11-7d3c-8a55-0f7d3b1f6a01@visits\r
        DTSTAMP:20261118T110640Z\r
        LAST-MODIFIED:20261118T110640Z\r
        SEQUENCE:3\r
        DTSTART;TZID=America/Edmonton:20261120T080000\r
        DTEND;TZID=America/Edmonton:20261120T090000\r
        SUMMARY:Élsie Beaudry-Côté\r
        STATUS:CANCELLED\r
        LOCATION:10 Edmonton Trail\\, Apt 4\\; Edmonton\r
        DESCRIPTION:Ring twice.\\nThe dog is friendly\\, the cat — Łatka — is no\r
         t\\, and neither is 猫の手も借りたい\r
        CATEGORIES:Personal care\\, meal\r
        X-VISITS-CLIENT:elsie\r
        END:VEVENT\r

        """)
  }

  @Test("what clocks there cannot say is written in UTC: another zone, outside of the time, the second 1:30")
  func universal() {
    func start(_ milliseconds: Int64, _ zone: Zone? = nil, in calendar: ScheduleCalendar) -> Substring? {
      calendar.text(of: event(start: milliseconds, zone: zone)).split(separator: "\r\n")
        .first { $0.hasPrefix("DTSTART") }
    }
    #expect(start(1_795_186_800_000, Zone("Europe/Berlin"), in: calendar()) == "DTSTART:20261120T150000Z")
    #expect(start(1_795_186_800_000, .utc, in: calendar()) == "DTSTART:20261120T150000Z")
    #expect(start(1_825_186_800_000, in: calendar()) == "DTSTART:20271102T202000Z")
    let november = Instant(milliseconds: 1_793_404_800_000)..<Instant(milliseconds: 1_793_664_000_000)
    let wide = ScheduleCalendar(name: "Visits", zones: [edmonton], covering: november)
    #expect(start(1_793_518_200_000, in: wide) == "DTSTART;TZID=America/Edmonton:20261101T013000")
    #expect(start(1_793_521_800_000, in: wide) == "DTSTART:20261101T083000Z")
  }

  @Test("is read back as the plan that it was written from, in parts or whole")
  func roundTrip() {
    let year = Instant(milliseconds: 1_767_225_600_000)..<Instant(milliseconds: 1_798_761_600_000)
    let zones = ["America/Edmonton", "Africa/Casablanca", "Australia/Lord_Howe", "Asia/Kathmandu"].compactMap(Zone.init)
    let writer = ScheduleCalendar(name: "All; of\\ them,\nhere", zones: zones, covering: year)
    var text = writer.header
    var expected: [PlannedEntry] = []
    for number in 0..<400 {
      let start = year.lowerBound.adding(minutes: Int64(number) * 1300 + 17)
      var visit = event(number % 10, title: "Margaret \"Maggie\" Chen, \(number)")
      visit.id = VisitID(rawValue: "visit-\(number)")
      visit.start = start
      visit.end = start.adding(minutes: Int64(number % 1440 + 1))
      visit.zone = zones[number % zones.count]
      visit.location = number % 2 == 0 ? "10 Trail; back \\ door, \(number)" : nil
      visit.service = number % 3 == 0 ? "Meals, light" : nil
      visit.description = number % 5 == 0 ? "First line\nSecond: 猫\(String(repeating: "ł", count: number))" : nil
      visit.client = number % 7 == 0 ? nil : "client-\(number)"
      visit.worker = number % 2 == 0 ? nil : "sarah"
      visit.isCancelled = number % 11 == 0
      text += writer.text(of: visit)
      expected.append(
        PlannedEntry(
          place: .path("\"Margaret \"Maggie\" Chen, \(number)\", \(visit.zone.day(of: start).text)"),
          identity: "visit-\(number)@visits", event: "visit-\(number)@visits", client: visit.client ?? visit.title,
          worker: visit.worker,
          start: .instant(visit.start), end: .time(.instant(visit.end)), address: visit.location,
          service: visit.service, note: visit.description, isCancelled: visit.isCancelled))
    }
    text += writer.footer
    let plan = CalendarReader.edmonton(window: year).plan(from: text)
    #expect(plan.refusals.isEmpty && plan.outside == 0)
    #expect(plan.entries.count == expected.count)
    for (entry, wanted) in zip(plan.entries, expected) {
      // Which version it is, and its start as that of its event, are told beyond what is written of the visit.
      var wanted = wanted
      wanted.occurrence.original = .start(wanted.start)
      wanted.occurrence.version = entry.occurrence.version
      #expect(entry == wanted)
    }
    #expect(text.split(separator: "\r\n", omittingEmptySubsequences: false).allSatisfy { $0.utf8.count <= 75 })
  }

  @Test("without the zones' names the calendar's own definitions tell the same times")
  func definitions() {
    let year = Instant(milliseconds: 1_767_225_600_000)..<Instant(milliseconds: 1_798_761_600_000)
    let names = ["America/Edmonton", "Africa/Casablanca", "Australia/Lord_Howe", "Asia/Kathmandu", "America/Santiago"]
    let zones = names.compactMap(Zone.init)
    let writer = ScheduleCalendar(name: "Visits", zones: zones, covering: year)
    var text = writer.header
    for number in 0..<400 {
      text += writer.text(of: event(start: 1_767_225_600_000 + Int64(number) * 77_777_000, zone: zones[number % 5]))
        .replacing("UID:", with: "UID:\(number)-")
    }
    text += writer.footer
    let reader = CalendarReader.edmonton(window: year)
    let named = reader.plan(from: text)
    for (index, name) in names.enumerated() { text = text.replacing(name, with: "Office \(index)") }
    #expect(named.entries.count == 400 && named.refused.isEmpty)
    #expect(reader.plan(from: text) == named)
  }
}
