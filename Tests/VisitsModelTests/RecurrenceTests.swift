import Testing
import VisitsModel

private struct Example: Sendable, CustomTestStringConvertible {
  let rule: String
  var start = "19970902"
  /// Month by month, as the RFC prints them: "1997 9/2,9,16 10/7".
  let days: String

  var testDescription: String { rule }
}

private let rfcExamples = [
  Example(rule: "FREQ=DAILY;COUNT=10", days: "1997 9/2,3,4,5,6,7,8,9,10,11"),
  Example(rule: "FREQ=DAILY;INTERVAL=2", days: "1997 9/2,4,6,8,10,12,14,16,18,20,22,24,26,28,30 10/2,4,6"),
  Example(rule: "FREQ=DAILY;INTERVAL=10;COUNT=5", days: "1997 9/2,12,22 10/2,12"),
  Example(rule: "FREQ=WEEKLY;COUNT=10", days: "1997 9/2,9,16,23,30 10/7,14,21,28 11/4"),
  Example(
    rule: "FREQ=WEEKLY;UNTIL=19971224T000000Z",
    days: "1997 9/2,9,16,23,30 10/7,14,21,28 11/4,11,18,25 12/2,9,16,23"),
  Example(
    rule: "FREQ=WEEKLY;INTERVAL=2;WKST=SU", days: "1997 9/2,16,30 10/14,28 11/11,25 12/9,23 1998 1/6,20 2/3,17"),
  Example(
    rule: "FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH", days: "1997 9/2,4,9,11,16,18,23,25,30 10/2"),
  Example(rule: "FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH", days: "1997 9/2,4,9,11,16,18,23,25,30 10/2"),
  Example(
    rule: "FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR", start: "19970901",
    days: "1997 9/1,3,5,15,17,19,29 10/1,3,13,15,17,27,29,31 11/10,12,14,24,26,28 12/8,10,12,22"),
  Example(
    rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH", days: "1997 9/2,4,16,18,30 10/2,14,16"),
  Example(
    rule: "FREQ=MONTHLY;COUNT=10;BYDAY=1FR", start: "19970905",
    days: "1997 9/5 10/3 11/7 12/5 1998 1/2 2/6 3/6 4/3 5/1 6/5"),
  Example(
    rule: "FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR", start: "19970905", days: "1997 9/5 10/3 11/7 12/5"),
  Example(
    rule: "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU", start: "19970907",
    days: "1997 9/7,28 11/2,30 1998 1/4,25 3/1,29 5/3,31"),
  Example(
    rule: "FREQ=MONTHLY;COUNT=6;BYDAY=-2MO", start: "19970922", days: "1997 9/22 10/20 11/17 12/22 1998 1/19 2/16"),
  Example(
    rule: "FREQ=MONTHLY;BYMONTHDAY=-3", start: "19970928", days: "1997 9/28 10/29 11/28 12/29 1998 1/29 2/26"),
  Example(
    rule: "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15",
    days: "1997 9/2,15 10/2,15 11/2,15 12/2,15 1998 1/2,15"),
  Example(
    rule: "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1", start: "19970930",
    days: "1997 9/30 10/1,31 11/1,30 12/1,31 1998 1/1,31 2/1"),
  Example(
    rule: "FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15", start: "19970910",
    days: "1997 9/10,11,12,13,14,15 1999 3/10,11,12,13"),
  Example(
    rule: "FREQ=MONTHLY;INTERVAL=2;BYDAY=TU",
    days: "1997 9/2,9,16,23,30 11/4,11,18,25 1998 1/6,13,20,27 3/3,10,17,24,31"),
  Example(
    rule: "FREQ=YEARLY;COUNT=10;BYMONTH=6,7", start: "19970610",
    days: "1997 6/10 7/10 1998 6/10 7/10 1999 6/10 7/10 2000 6/10 7/10 2001 6/10 7/10"),
  Example(
    rule: "FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3", start: "19970310",
    days: "1997 3/10 1999 1/10 2/10 3/10 2001 1/10 2/10 3/10 2003 1/10 2/10 3/10"),
  Example(rule: "FREQ=YEARLY;BYDAY=20MO", start: "19970519", days: "1997 5/19 1998 5/18 1999 5/17"),
  Example(
    rule: "FREQ=YEARLY;BYMONTH=3;BYDAY=TH", start: "19970313",
    days: "1997 3/13,20,27 1998 3/5,12,19,26 1999 3/4,11,18,25"),
  Example(
    rule: "FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8", start: "19970605",
    days: "1997 6/5,12,19,26 7/3,10,17,24,31 8/7,14,21,28 1998 6/4,11,18,25 7/2,9,16,23,30 8/6,13,20,27"),
  Example(
    rule: "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", days: "1998 2/13 3/13 11/13 1999 8/13 2000 10/13"),
  Example(
    rule: "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13", start: "19970913",
    days: "1997 9/13 10/11 11/8 12/13 1998 1/10 2/7 3/7 4/11 5/9 6/13"),
  Example(
    rule: "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8", start: "19961105",
    days: "1996 11/5 2000 11/7 2004 11/2"),
  Example(
    rule: "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", start: "19970904", days: "1997 9/4 10/7 11/6"),
  Example(
    rule: "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2", start: "19970929",
    days: "1997 9/29 10/30 11/27 12/30 1998 1/29 2/26 3/30"),
  Example(
    rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", start: "19970805", days: "1997 8/5,10,19,24"),
  Example(
    rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", start: "19970805", days: "1997 8/5,17,19,31"),
  Example(
    rule: "FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5", start: "20070115", days: "2007 1/15,30 2/15 3/15,30"),
]

/// The examples of RFC 5545, 3.8.5.3: each begins on Tuesday, September 2, 1997, 9:00 in New York, unless it says so.
@Suite("Visits recur as RFC 5545 says")
struct RecurrenceTests {
  /// What a window that is large enough for any of the examples holds, as the RFC prints it.
  private func days(_ rule: String, start: String, atMost count: Int) throws -> String {
    let zone = try #require(Zone("America/New_York"))
    let start = try #require(LocalTime(basic: "\(start)T090000"))
    let recurrence = Recurrence(from: start, by: try RecurrenceRule(rule))
    let window = zone.start(of: start.day)..<zone.start(of: start.day.adding(days: 366 * 12))
    var text = ""
    var last: (year: Int, month: Int) = (0, 0)
    for occurrence in recurrence.occurrences(within: window, on: zone).prefix(count) {
      let day = occurrence.original.day
      #expect(zone.local(occurrence.start) == occurrence.original, "nine o'clock stays nine o'clock")
      if day.year != last.year { text += text.isEmpty ? "\(day.year)" : " \(day.year)" }
      text += (day.year, day.month) == last ? ",\(day.day)" : " \(day.month)/\(day.day)"
      last = (day.year, day.month)
    }
    return text
  }

  @Test("the examples of the RFC", arguments: rfcExamples)
  fileprivate func examples(_ example: Example) throws {
    // Where the RFC's list ends in dots, as many as it prints are compared.
    let printed = example.days.split { $0 == " " || $0 == "," }.count { $0.count < 4 || $0.contains("/") }
    let isOpen = !example.rule.contains("COUNT") && !example.rule.contains("UNTIL")
    #expect(
      try days(example.rule, start: example.start, atMost: isOpen ? printed : .max) == example.days)
  }

  @Test("every day in January, for three years, said in two ways")
  func january() throws {
    let yearly = "FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA"
    let all = try days(yearly, start: "19980101", atMost: .max)
    let month = (1...31).map(String.init).joined(separator: ",")
    #expect(all == "1998 1/\(month) 1999 1/\(month) 2000 1/\(month)")
    #expect(try days("FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1", start: "19980101", atMost: .max) == all)
  }

  @Test("a date as UNTIL is the last day, a local time the last time")
  func until() throws {
    #expect(try days("FREQ=DAILY;UNTIL=19970904", start: "19970902", atMost: .max) == "1997 9/2,3,4")
    #expect(try days("FREQ=DAILY;UNTIL=19970904T090000", start: "19970902", atMost: .max) == "1997 9/2,3,4")
    #expect(try days("FREQ=DAILY;UNTIL=19970904T085959", start: "19970902", atMost: .max) == "1997 9/2,3")
    #expect(try days("FREQ=DAILY;UNTIL=19970904T125959Z", start: "19970902", atMost: .max) == "1997 9/2,3")
  }

  @Test("a month or a year without the day is passed over")
  func passedOver() throws {
    #expect(try days("FREQ=MONTHLY;COUNT=4", start: "19970131", atMost: .max) == "1997 1/31 3/31 5/31 7/31")
    #expect(try days("FREQ=YEARLY;COUNT=3", start: "20000229", atMost: .max) == "2000 2/29 2004 2/29 2008 2/29")
  }
}
