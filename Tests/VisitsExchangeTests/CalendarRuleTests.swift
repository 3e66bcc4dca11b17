import Testing
import VisitsExchange
import VisitsModel

@Suite("What a calendar means")
struct CalendarRuleTests {
  /// A calendar of some events, each a few lines without those that every event has.
  private func plan(
    _ events: String..., head: String = "", window: Range<Instant> = twoWeeks, worker: String? = nil
  ) -> SchedulePlan {
    let text = events.map { "BEGIN:VEVENT\n\($0)\nEND:VEVENT\n" }.joined()
    return CalendarReader.edmonton(worker: worker, window: window)
      .plan(from: "BEGIN:VCALENDAR\n\(head)\n\(text)END:VCALENDAR\n")
  }

  private static let series = """
    UID:s
    SUMMARY:Ann
    DTSTART;TZID=America/Edmonton:20261116T080000
    DTEND;TZID=America/Edmonton:20261116T090000
    RRULE:FREQ=DAILY;COUNT=3
    """

  @Test("one day of a series is moved, changed or cancelled, whichever way its original start is written")
  func overrides() {
    let plan = plan(
      """
      UID:s
      RECURRENCE-ID:20261117T150000Z
      SUMMARY:Ann, at her daughter's
      DTSTART:20261217T160000Z
      DURATION:PT30M
      """, Self.series,
      "UID:s\nRECURRENCE-ID;VALUE=DATE:20261118\nDTSTART:20261118T150000Z\nSTATUS:CANCELLED")
    #expect(
      plan.events == [
        // Moved out of the window: the visit that was planned in it has to move too.
        "s/20261117T080000 | 20261217T160000Z to 20261217T163000Z | Ann, at her daughter's | open",
        "s/20261116T080000 | 20261116T150000Z to 20261116T160000Z | Ann | open",
        "s/20261118T080000 | 20261118T150000Z to 20261118T160000Z | Ann | open | cancelled",
      ])
    #expect(plan.refusals.isEmpty)
  }

  @Test("an event that stands for one day of a series that is not there keeps its original start as identity")
  func lone() {
    let plan = plan(
      """
      UID:s
      RECURRENCE-ID;TZID=America/Edmonton:20261117T080000
      SUMMARY:Ann
      DTSTART;TZID=America/Edmonton:20261117T093000
      DTEND;TZID=America/Edmonton:20261117T103000
      """)
    #expect(plan.events == ["s/20261117T080000 | 20261117T163000Z to 20261117T173000Z | Ann | open"])
  }

  @Test("more days are named by RDATE, with an end of their own if they like, and a day is left out by its date")
  func additions() {
    let plan = plan(
      """
      UID:r
      SUMMARY:Ann
      DTSTART:20261116T150000Z
      DTEND:20261116T160000Z
      RDATE:20261117T150000Z,20261118T150000Z
      RDATE;VALUE=PERIOD:20261119T150000Z/PT2H,20261120T150000Z/20261120T153000Z
      RDATE:20261117T150000Z
      EXDATE;VALUE=DATE:20261118
      """)
    #expect(
      plan.events == [
        "r/20261116T150000Z | 20261116T150000Z to 20261116T160000Z | Ann | open",
        "r/20261117T150000Z | 20261117T150000Z to 20261117T160000Z | Ann | open",
        "r/20261118T150000Z | 20261118T150000Z to 20261118T160000Z | Ann | open | cancelled",
        "r/20261119T150000Z | 20261119T150000Z to 20261119T170000Z | Ann | open",
        "r/20261120T150000Z | 20261120T150000Z to 20261120T153000Z | Ann | open",
      ])
  }

  @Test("a start with an end of its own says nothing of how long the others last")
  func ownEnds() {
    let plan = plan(
      """
      UID:r
      SUMMARY:Ann
      DTSTART:20261118T150000Z
      DTEND:20261118T160000Z
      RDATE;VALUE=PERIOD:20261117T150000Z/PT2H
      """)
    #expect(
      plan.events == [
        "r/20261117T150000Z | 20261117T150000Z to 20261117T170000Z | Ann | open",
        "r/20261118T150000Z | 20261118T150000Z to 20261118T160000Z | Ann | open",
      ])
  }

  @Test("a series keeps the times on the wall at which it begins and ends when clocks change")
  func clockChange() {
    let window = Instant(milliseconds: 1_793_404_800_000)..<Instant(milliseconds: 1_793_664_000_000)
    let plan = plan(
      """
      UID:n
      SUMMARY:Ann
      DTSTART;TZID=America/Edmonton:20261030T230000
      DTEND;TZID=America/Edmonton:20261031T050000
      RRULE:FREQ=DAILY
      """, window: window)
    #expect(
      plan.events == [
        "n/20261030T230000 | 20261031T050000Z to 20261031T110000Z | Ann | open",
        "n/20261031T230000 | 20261101T050000Z to 20261101T120000Z | Ann | open",
        "n/20261101T230000 | 20261102T060000Z to 20261102T120000Z | Ann | open",
      ])
  }

  @Test("of several versions the newest counts, and copies are one")
  func versions() {
    let event = "UID:v\nDTSTART:20261120T150000Z\nDTEND:20261120T160000Z\nSUMMARY:"
    #expect(
      plan("\(event)New\nSEQUENCE:10", "\(event)Old\nSEQUENCE:9", "\(event)New\nSEQUENCE:10").events
        == ["v | 20261120T150000Z to 20261120T160000Z | New | open"])
    let differing = plan("\(event)One", "\(event)Two")
    #expect(plan("\(event)One", "\(event)Two", "\(event)Three\nSEQUENCE:1").refusals.isEmpty)
    #expect(differing.events == ["v | 20261120T150000Z to 20261120T160000Z | One | open"])
    #expect(
      differing.refusals == [
        "\"Two\", 2026-11-20: UID: is that of \"One\", 2026-11-20 too, and they differ; keep the correct one"
      ])
  }

  @Test("an entry is named by its title and the day in the agency's zone, and by the time where two are alike")
  func places() {
    func event(_ uid: String, _ start: String, _ more: String = "") -> String {
      "UID:\(uid)\nDTSTART\(start)\nDURATION:PT1H\nSUMMARY:Ann\(more)"
    }
    func places(_ first: String, _ second: String) -> [TextPlace] { plan(first, second).entries.map(\.place) }
    let evening = event("a", ":20261121T040000Z")
    #expect(plan(evening).entries.map(\.place) == [.path("\"Ann\", 2026-11-20")])
    #expect(
      places(evening, event("b", ":20261120T080000"))
        == [.path("\"Ann\", 2026-11-20 21:00"), .path("\"Ann\", 2026-11-20 08:00")])
    #expect(
      places(evening, event("b", ":20261121T080000"))
        == [.path("\"Ann\", 2026-11-20"), .path("\"Ann\", 2026-11-21")])
    #expect(
      places(evening, event("b", ":20261121T050000Z", "\nRRULE:FREQ=DAILY;COUNT=2"))
        == [
          .path("\"Ann\", 2026-11-20 21:00"), .path("\"Ann\", 2026-11-20 22:00"),
          .path("\"Ann\", 2026-11-21 22:00"),
        ])
  }

  @Test("METHOD:CANCEL cancels all, and a second calendar in the text has zones of its own")
  func calendars() {
    let event = "SUMMARY:Ann\nDTSTART:20261120T080000\nDURATION:PT1H"
    let second = "END:VCALENDAR\nBEGIN:VCALENDAR\nX-WR-TIMEZONE:Europe/Berlin"
    let plan = plan("UID:a\n\(event)\nEND:VEVENT\n\(second)\nBEGIN:VEVENT\nUID:b\n\(event)", head: "METHOD:CANCEL")
    #expect(
      plan.events == [
        "a | 20261120T080000 to 20261120T090000 | Ann | open | cancelled",
        "b | 20261120T070000Z to 20261120T080000Z | Ann | open",
      ])
  }

  @Test(
    "the worker is the one attendee who comes, else whoever organizes it, never a calendar or a room",
    arguments: [
      ("ORGANIZER;CN=Sarah Miller:mailto:sarah@a.example", "Sarah Miller"),
      ("ORGANIZER:mailto:Sarah@A.example", "sarah@a.example"),
      ("ORGANIZER;CN=Visits:mailto:c_1@group.calendar.google.com", "open"),
      ("ORGANIZER;CN=Office:mailto:o@a.example\nATTENDEE;CN=Sarah:mailto:s@a.example", "Sarah"),
      (
        "ORGANIZER:mailto:o@a.example\nATTENDEE:mailto:o@a.example\nATTENDEE;CN=\"Miller, S^'am^' \":mailto:s@a.example",
        "Miller, S\"am\""
      ),
      ("ATTENDEE;CN=Ann;PARTSTAT=DECLINED:mailto:a@a.example\nATTENDEE;CN=Sarah:invalid:nomail", "Sarah"),
    ])
  func workers(_ lines: String, _ worker: String) {
    let plan = plan("UID:w\nSUMMARY:Ann\nDTSTART:20261120T150000Z\nDTEND:20261120T160000Z\n\(lines)")
    #expect(plan.events == ["w | 20261120T150000Z to 20261120T160000Z | Ann | \(worker)"])
  }

  @Test(
    "a zone is known by an IANA name, a program's way of writing one, and what Windows calls it",
    arguments: [
      ("America/Edmonton", "20261120T150000Z"),
      ("/freeassociation.sourceforge.net/America/Edmonton", "20261120T150000Z"),
      ("/citadel.org/20261101_1/America/Argentina/Buenos_Aires", "20261120T110000Z"),
      ("Canada Central Standard Time", "20261120T140000Z"), ("W. Europe Standard Time", "20261120T070000Z"),
      ("\"(UTC-07:00) Mountain Time (US & Canada)\"", "20261120T150000Z"), ("UTC", "20261120T080000Z"),
      ("\"(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna\"", "20261120T070000Z"),
    ])
  func zones(_ name: String, _ start: String) {
    let plan = plan("UID:z\nSUMMARY:Ann\nDTSTART;TZID=\(name):20261120T080000\nDURATION:PT1H")
    #expect(plan.events.map { $0.prefix(20) } == ["z | \(start)"], "\(plan.refusals)")
  }

  @Test("a rule's start that the rule does not give counts, as the first of COUNT")
  func unsynchronised() {
    let plan = plan(
      "UID:u\nSUMMARY:Ann\nDTSTART:20261117T150000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;BYDAY=FR;COUNT=2")
    #expect(plan.events.map { $0.prefix(18) } == ["u/20261117T150000Z", "u/20261120T150000Z"])
  }
}
