import Testing
import VisitsExchange
import VisitsModel

/// What published calendars of other programs have that stricter ones have not.
@Suite("A stranger's calendar")
struct CalendarStrangerTests {
  private func plan(_ lines: String, before: String = "", after: String = "", method: String = "") -> SchedulePlan {
    let text =
      before + "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//other//EN\n" + (method.isEmpty ? "" : "METHOD:\(method)\n")
      + lines + "\nEND:VCALENDAR\n" + after
    return CalendarReader.edmonton(worker: "sarah").plan(from: text)
  }

  private func event(_ lines: String, uid: String = "e") -> String {
    "BEGIN:VEVENT\nUID:\(uid)\nDTSTAMP:20261101T000000Z\nSUMMARY:Margaret Chen\n\(lines)\nEND:VEVENT"
  }

  @Test(
    "an end without a zone is meant in the zone of the start",
    arguments: [
      ("DTSTART;TZID=America/Edmonton:20261120T080000\nDTEND:20261120T090000", "20261120T150000Z to 20261120T160000Z"),
      ("DTSTART;TZID=Europe/Berlin:20261120T080000\nDTEND:20261120T090000", "20261120T070000Z to 20261120T080000Z"),
      ("DTSTART:20261120T080000Z\nDTEND:20261120T083000", "20261120T080000Z to 20261120T083000Z"),
      ("DTSTART:20261120T080000Z\nDTEND;TZID=Europe/Berlin:20261120T100000", "20261120T080000Z to 20261120T090000Z"),
    ])
  func ends(_ lines: String, _ expected: String) {
    #expect(plan(event(lines)).events == ["e | \(expected) | Margaret Chen | sarah"])
  }

  @Test("the same holds for a period of a series")
  func periods() {
    let lines =
      "DTSTART:20261120T080000Z\nDTEND:20261120T083000\n"
      + "RDATE;VALUE=PERIOD:20261121T080000Z/20261121T090000"
    #expect(
      plan(event(lines)).events.map { $0.split(separator: " | ").dropFirst().first.map(String.init) } == [
        "20261120T080000Z to 20261120T083000Z", "20261121T080000Z to 20261121T090000Z",
      ])
  }

  @Test("days that a refused change of all days to come takes the place of are not planned at their old time")
  func range() {
    let series = event("DTSTART:20261116T150000Z\nDTEND:20261116T160000Z\nRRULE:FREQ=DAILY;COUNT=5")
    let change = event(
      "RECURRENCE-ID;RANGE=THISANDFUTURE:20261118T150000Z\nDTSTART:20261118T170000Z\nDTEND:20261118T180000Z")
    let plan = plan(series + "\n" + change)
    #expect(plan.entries.map(\.identity) == ["e/20261116T150000Z", "e/20261117T150000Z"])
    #expect(plan.refusals.count == 1)
    #expect(plan.refusals[0].contains("RECURRENCE-ID"))
    #expect(plan.calendar?.events == [:], "it was not read in whole, so that nothing that was known of it goes")
  }

  @Test("a day that something unreadable takes the place of is not planned at its old time")
  func unreadable() {
    let series = event("DTSTART:20261116T150000Z\nDTEND:20261116T160000Z\nRRULE:FREQ=DAILY;COUNT=3")
    let plan = plan(series + "\n" + event("RECURRENCE-ID:20261117T150000Z\nDTSTART:soon"))
    #expect(plan.entries.map(\.identity) == ["e/20261116T150000Z", "e/20261118T150000Z"])
    #expect(plan.refusals.count == 1)
  }

  @Test(
    "blanks before the first line and words after the last one are passed over",
    arguments: [("  ", ""), ("\n \t", ""), ("", "-- \nSent from a phone\n"), ("", "\n\n<br>\n;;;\n")])
  func around(_ before: String, _ after: String) {
    let lines = "DTSTART:20261120T080000Z\nDTEND:20261120T083000Z"
    #expect(plan(event(lines), before: before, after: after).entries.count == 1)
  }

  @Test("an event behind the end of the calendar is not passed over in silence")
  func behind() {
    let plan = plan(event("DTSTART:20261120T080000Z\nDTEND:20261120T083000Z"), after: event("DTSTART:20261121T080000Z"))
    #expect(plan.unreadable != nil)
  }

  @Test("an empty rule is none, and blanks at the end of a line say nothing")
  func blanks() {
    let lines = "DTSTART:20261120T080000Z  \nDURATION:PT30M \nRRULE:\nSTATUS:CONFIRMED\t"
    #expect(plan(event(lines)).events == ["e | 20261120T080000Z to 20261120T083000Z | Margaret Chen | sarah"])
    let twice = plan(event("DTSTART:20261120T080000Z\nDURATION:PT30M\nRRULE:FREQ=DAILY;COUNT=2 "))
    #expect(twice.entries.count == 2)
    #expect(plan(event("DTSTART:20261120T080000Z\nDURATION:PT30M\nSTATUS:CANCELLED ")).entries[0].isCancelled == true)
  }

  @Test("a rule that stands twice in the same words is one rule, and two rules are refused")
  func repeated() {
    let lines = "DTSTART:20261120T080000Z\nDURATION:PT30M\nRRULE:FREQ=DAILY;COUNT=2\nRRULE:FREQ=DAILY;COUNT="
    #expect(plan(event(lines + "2")).entries.count == 2)
    #expect(plan(event(lines + "3")).refusals.count == 1)
  }

  @Test("a line that is folded inside a character is whole again")
  func folds() {
    var bytes = Array("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:e\r\nSUMMARY:".utf8)
    let name = Array("Élsie".utf8)
    bytes += [name[0], 0x0D, 0x0A, 0x20] + name.dropFirst()
    bytes += Array(
      "\r\nDTSTART:20261120T080000Z\r\nDURATION:PT30M\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n".utf8)
    #expect(CalendarReader.edmonton().plan(from: bytes).entries.map(\.client) == ["Élsie"])
  }

  @Test(
    "what is published or requested is planned, what is an answer is refused whole",
    arguments: [
      ("PUBLISH", true), ("request ", true), ("ADD", true), ("CANCEL", true), ("REPLY", false), ("REFRESH", false),
      ("COUNTER", false), ("DECLINECOUNTER", false),
    ])
  func methods(_ method: String, _ isTaken: Bool) {
    let plan = plan(event("DTSTART:20261120T080000Z\nDTEND:20261120T083000Z"), method: method)
    #expect((plan.unreadable == nil) == isTaken)
    #expect(plan.entries.count == (isTaken ? 1 : 0))
  }

  @Test("what is added is one more day of an event, of which the rest stays")
  func added() {
    let plan = plan(event("DTSTART:20261120T080000Z\nDTEND:20261120T083000Z"), method: "ADD")
    #expect(plan.entries.map(\.identity) == ["e/20261120T080000Z"])
    #expect(plan.calendar?.events == [:])
  }

  @Test("who calls off an event calls off all of its days, without saying again which they are")
  func calledOff() {
    let plan = plan(event("DTSTART:20261120T080000Z\nDTEND:20261120T083000Z"), method: "CANCEL")
    #expect(plan.entries.map(\.isCancelled) == [true])
    #expect(plan.calendar?.events == ["e": true])
  }
}
