import Testing
import VisitsExchange
import VisitsModel

/// Forms that stand in published calendars, and were once read otherwise than they are meant.
@Suite("A stranger's calendar, word by word")
struct CalendarMessageTests {
  private func plan(_ events: String..., head: String = "", worker: String? = "sarah") -> SchedulePlan {
    let text = "BEGIN:VCALENDAR\n\(head)\n\(events.joined(separator: "\n"))\nEND:VCALENDAR\n"
    return CalendarReader.edmonton(worker: worker).plan(from: text)
  }

  private func event(_ lines: String, uid: String = "e") -> String {
    "BEGIN:VEVENT\nUID:\(uid)\nSUMMARY:Margaret Chen\n\(lines)\nEND:VEVENT"
  }

  private let hour = "DTSTART:20261120T150000Z\nDURATION:PT1H"

  @Test("blanks around a word of the grammar say nothing, and both spellings call off")
  func words() {
    #expect(plan(event("\(hour)\nSTATUS: CANCELLED")).entries.map(\.isCancelled) == [true])
    #expect(plan(event("\(hour)\nSTATUS:Canceled")).entries.map(\.isCancelled) == [true])
    #expect(plan(event(hour), head: "METHOD: CANCEL").entries.map(\.isCancelled) == [true])
    #expect(plan(event("DTSTART: 20261120T150000Z\nDURATION: PT1H")).entries.count == 1)
    #expect(
      plan(event(hour), head: "METHOD: REPLY").refusals == [
        "calendar: METHOD:REPLY is an answer to an invitation; export the calendar itself"
      ])
    let unknown = plan(event("\(hour)\nSTATUS:MAYBE"), head: "METHOD:PUBLSH")
    #expect(
      unknown.told == [
        "METHOD: \"PUBLSH\" is not known, and is read as PUBLISH",
        "\"Margaret Chen\", 2026-11-20: STATUS: \"MAYBE\" is not known, and is read as CONFIRMED",
      ])
  }

  @Test(
    "the calendar's own zone is known by every name that a zone has",
    arguments: [
      ("Japan", "20261119T230000Z"), (" Europe/Berlin", "20261120T070000Z"), ("Own zone", "20261120T050000Z"),
    ])
  func ownZone(_ name: String, _ start: String) {
    let head = """
      X-WR-TIMEZONE:\(name)
      BEGIN:VTIMEZONE
      TZID:Own zone
      BEGIN:STANDARD
      DTSTART:19700101T000000
      TZOFFSETFROM:+0300
      TZOFFSETTO:+0300
      END:STANDARD
      END:VTIMEZONE
      """
    let plan = plan(event("DTSTART:20261120T080000\nDURATION:PT1H"), head: head)
    #expect(plan.events.map { $0.prefix(20) } == ["e | \(start)"])
    #expect(plan.told.isEmpty)
  }

  @Test("a zone of its own that nobody knows is told where a time depends on it")
  func unknownOwnZone() {
    let floating = plan(event("DTSTART:20261120T080000\nDURATION:PT1H"), head: "X-WR-TIMEZONE:Berlin")
    #expect(
      floating.told == [
        "X-WR-TIMEZONE: \"Berlin\" is no time zone that is known here, so times without a zone are read as the "
          + "client's; use an IANA name such as America/Edmonton"
      ])
    #expect(plan(event(hour), head: "X-WR-TIMEZONE:Berlin").told.isEmpty)
    #expect(
      plan(event("DTSTART;TZID=Japan:20261120T080000\nDURATION:PT1H")).events.map { $0.prefix(20) }
        == ["e | 20261119T230000Z"])
  }

  @Test("what is no event is counted by its kind, and a calendar inside a calendar is read")
  func otherKinds() {
    let task = "BEGIN:VTODO\nUID:t\nSUMMARY:Margaret Chen\nDTSTART:20261120T150000Z\nEND:VTODO"
    let busy = "BEGIN:VFREEBUSY\nUID:f\nEND:VFREEBUSY"
    let inner = event("\(hour)\nBEGIN:VALARM\nEND:VALARM\n\(event(hour, uid: "lost"))")
    let nested = "BEGIN:VCALENDAR\nMETHOD:CANCEL\n\(event(hour, uid: "n"))\nEND:VCALENDAR"
    let plan = plan(task, nested, busy, task, inner)
    #expect(plan.entries.map(\.identity) == ["n", "e"])
    #expect(plan.entries.map(\.isCancelled) == [true, false], "the method of the inner calendar is its own")
    #expect(
      plan.passedOver == [
        .init(kind: "VEVENT", reason: .nested, count: 1), .init(kind: "VFREEBUSY", reason: .notRead, count: 1),
        .init(kind: "VTODO", reason: .notRead, count: 2),
      ])
    #expect(self.plan(task).told == ["calendar: holds no event"])
    let strange = (1...50).map { "BEGIN:X-\($0)\nEND:X-\($0)" }.joined(separator: "\n")
    #expect(self.plan(strange).passedOver.count == 21)
  }

  @Test("calendars inside calendars without end are refused")
  func nesting() {
    let text = String(repeating: "BEGIN:VCALENDAR\n", count: 9)
    #expect(
      CalendarReader.edmonton().plan(from: text).refusals == ["calendar: components are nested too deep at line 5"])
  }

  @Test("what a visit has no place for stands in its note, once, and what is not taken is told")
  func notes() {
    let lines = """
      DESCRIPTION:Ring
      DESCRIPTION:Dog
      LOCATION:12 Oak
      LOCATION:Back door
      CONTACT:Daughter 555
      COMMENT:Ring
      RESOURCES:Hoist,Chair
      URL:https://video.example/1
      CONFERENCE;VALUE=URI:https://video.example/2
      """
    #expect(
      plan(event("\(hour)\n\(lines)")).events == [
        "e | 20261120T150000Z to 20261120T160000Z | Margaret Chen | sarah | 12 Oak | Ring\nDog\nBack door\n"
          + "Daughter 555\nHoist, Chair\nhttps://video.example/1\nhttps://video.example/2"
      ])
    #expect(
      plan(event("\(hour)\nSTATUS:TENTATIVE\nX-ALT-DESC:<p>Ring</p>")).told == [
        "\"Margaret Chen\", 2026-11-20: STATUS: is tentative there, and planned here anyway",
        "\"Margaret Chen\", 2026-11-20: X-ALT-DESC: is not imported; write it into DESCRIPTION",
      ])
    #expect(
      plan(event("\(hour)\nDESCRIPTION;ENCODING=QUOTED-PRINTABLE:Schl=C3=BCssel")).refusals == [
        "\"Margaret Chen\", 2026-11-20: DESCRIPTION: is written in QUOTED-PRINTABLE, which iCalendar 2.0 does not have; "
          + "export the calendar again"
      ])
  }

  @Test("more days that a change of one day names are refused, and the change is taken")
  func daysOfOneDay() {
    let series = event("DTSTART:20261118T150000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2")
    let change = event(
      "RECURRENCE-ID:20261119T150000Z\nDTSTART:20261119T170000Z\nDURATION:PT1H\nRDATE:20261121T150000Z")
    let plan = plan(series, change)
    #expect(plan.entries.map(\.start) == [.instant(.utc("20261118T150000")), .instant(.utc("20261119T170000"))])
    #expect(
      plan.refusals == [
        "\"Margaret Chen\", 2026-11-19: RDATE: is in a change of one day, where it is not read; write it into the "
          + "series itself"
      ])
  }

  @Test("a day is as long as clocks make it, and hours are hours")
  func days() {
    let spring = Instant.utc("20270310T000000")..<Instant.utc("20270320T000000")
    let autumn = Instant.utc("20271101T000000")..<Instant.utc("20271110T000000")
    func plan(_ lines: String, _ window: Range<Instant>) -> SchedulePlan {
      CalendarReader.edmonton(window: window).plan(from: "BEGIN:VCALENDAR\n\(event(lines))\nEND:VCALENDAR\n")
    }
    let day = "DTSTART;TZID=America/Edmonton:20270313T190000\nDURATION:P1D"
    #expect(plan(day, spring).entries.map(\.end) == [.time(.instant(.utc("20270315T010000")))])
    let long = plan("DTSTART;TZID=America/Edmonton:20271105T190000\nDURATION:P1D\nRRULE:FREQ=DAILY;COUNT=3", autumn)
    #expect(
      long.entries.map(\.start) == [.instant(.utc("20271106T010000")), .instant(.utc("20271108T020000"))])
    #expect(
      long.refusals == ["\"Margaret Chen\", 2027-11-05: DTEND: lasts more than 24 hours; split it into several events"])
    #expect(
      plan("DTSTART:20270313T220000\nDURATION:PT8H", spring).entries.map(\.end) == [.lasting(days: 0, seconds: 28_800)])
  }

  @Test("who has declined does not come, and nobody comes because of that")
  func declined() {
    let lines = "\(hour)\nORGANIZER;CN=Tom Brown:mailto:t@x.example\nATTENDEE;CN=Sarah Miller;PARTSTAT=declined"
    let plan = plan(event("\(lines):mailto:s@x.example"), worker: nil)
    #expect(plan.entries.map(\.worker) == [nil])
    #expect(plan.entries.map(\.isOpen) == [true])
    #expect(plan.entries.map(\.occurrence.declined) == [["Sarah Miller"]])
  }

  @Test("a zone beside a time in UTC is refused, unless it is UTC")
  func zoneBesideUTC() {
    #expect(
      plan(event("DTSTART;TZID=America/New_York:20261120T170000Z\nDURATION:PT1H")).refusals == [
        "\"Margaret Chen\", 2026-11-20: DTSTART: \"20261120T170000Z\" is in UTC and has the zone \"America/New_York\" "
          + "beside it; keep one of the two"
      ])
    #expect(plan(event("DTSTART;TZID=UTC:20261120T170000Z\nDURATION:PT1H")).entries.count == 1)
  }

  @Test("a change of a day that cannot be placed leaves no day at its old time without a word")
  func unplaced() {
    let zoned = "TZID=America/Edmonton"
    let series = event("DTSTART;\(zoned):20261118T080000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=3")
    func change(_ id: String) -> String {
      event("RECURRENCE-ID\(id)\nDTSTART;\(zoned):20261119T100000\nDURATION:PT1H")
    }
    let sameWall = plan(series, change(";TZID=Nowhere:20261119T080000"))
    #expect(sameWall.entries.map(\.identity) == ["e/20261118T080000", "e/20261120T080000"])
    #expect(sameWall.refusals.count == 1)
    for id in [";TZID=Nowhere:20261119T090000", ":soon"] {
      let plan = plan(series, change(id))
      #expect(plan.entries.isEmpty)
      #expect(
        plan.refusals.first
          == "\"Margaret Chen\", 2026-11-18: RECURRENCE-ID: a change of one of its days is refused (\"Margaret Chen\", "
          + "2026-11-19), and the day is unknown; correct that first")
    }
    #expect(plan(series, change(";TZID=Nowhere:20250101T090000")).entries.count == 3, "long before these days")
  }

  @Test("a calendar of the time before iCalendar is refused by its name")
  func vCalendar() {
    #expect(
      plan(event(hour), head: "VERSION:1.0").refusals == [
        "calendar: VERSION:1.0 is vCalendar, which is not read; export the calendar as iCalendar 2.0"
      ])
  }

  @Test("lines end as programs end them", arguments: ["\n", "\r\n", "\r\r\n", "\r"])
  func lineEnds(_ end: String) {
    let text = "BEGIN:VCALENDAR\n\(event("\(hour)\nSTATUS:CANCELLED\nDESCRIPTION:Ri\n ng"))\nEND:VCALENDAR\n"
    let plan = CalendarReader.edmonton(worker: "sarah").plan(from: text.replacing("\n", with: end))
    #expect(
      plan.events == ["e | 20261120T150000Z to 20261120T160000Z | Margaret Chen | sarah | Ring | cancelled"])
    #expect(plan.refusals.isEmpty)
  }

  @Test("a zone as Notes defines it is read, and one that cannot be read is called so")
  func notesZone() {
    func zone(_ rule: String) -> String {
      """
      BEGIN:VTIMEZONE
      TZID:Notes zone
      BEGIN:STANDARD
      DTSTART:19501029T020000
      TZOFFSETFROM:+0200
      TZOFFSETTO:+0100
      RRULE:\(rule)
      END:STANDARD
      END:VTIMEZONE
      """
    }
    let lines = event("DTSTART;TZID=\"Notes zone\":20261120T080000\nDURATION:PT1H")
    let rule = "FREQ=YEARLY;BYMINUTE=0;BYHOUR=2;BYDAY=-1SU;BYMONTH=10"
    #expect(plan(lines, head: zone(rule)).events.map { $0.prefix(20) } == ["e | 20261120T070000Z"])
    #expect(
      plan(lines, head: zone(rule.replacing("BYHOUR=2", with: "BYHOUR=3"))).refusals == [
        "\"Margaret Chen\", 2026-11-20: the calendar defines TZID \"Notes zone\" in a way that cannot be read; use an "
          + "IANA name such as America/Edmonton"
      ])
  }

  @Test("who calls off an event, or a day of it, names it by its UID alone")
  func calledOff() {
    let bare = "BEGIN:VEVENT\nUID:e\nSEQUENCE:1\nEND:VEVENT"
    let day = "BEGIN:VEVENT\nUID:e\nRECURRENCE-ID:20261119T150000Z\nEND:VEVENT"
    let plan = plan(bare, day, head: "METHOD:CANCEL")
    #expect(plan.refusals.isEmpty && plan.entries.isEmpty)
    #expect(plan.cancellations.map(\.event) == ["e", "e"])
    #expect(plan.cancellations.map(\.original) == [nil, .start(.instant(.utc("20261119T150000")))])
  }
}

extension SchedulePlan {
  /// What is told of what is taken.
  fileprivate var told: [String] { notes.map { $0.line() } }
}

extension Instant {
  /// A moment in UTC, as a calendar writes it.
  fileprivate static func utc(_ text: String) -> Instant {
    LocalTime(basic: text[...]).map { Zone.utc.instant(of: $0) } ?? Instant(milliseconds: 0)
  }
}
