import Testing
import VisitsModel

@Suite("What a person writes as a rule")
struct RecurrenceRuleTests {
  @Test(
    "is read strictly and told in one order",
    arguments: [
      ("FREQ=WEEKLY;BYDAY=MO,WE,FR", "FREQ=WEEKLY;BYDAY=MO,WE,FR"),
      ("rrule:byday=fr,mo,mo;freq=weekly", "FREQ=WEEKLY;BYDAY=MO,FR"),
      ("FREQ=DAILY;INTERVAL=1;WKST=MO", "FREQ=DAILY"),
      ("COUNT=10;FREQ=MONTHLY;BYDAY=+2TU,-1FR;INTERVAL=2", "FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR,2TU;COUNT=10"),
      ("FREQ=MONTHLY;BYMONTHDAY=-1,15;BYSETPOS=1;WKST=SU", "FREQ=MONTHLY;BYMONTHDAY=-1,15;BYSETPOS=1;WKST=SU"),
      ("FREQ=YEARLY;BYMONTH=11,1;UNTIL=20301231", "FREQ=YEARLY;BYMONTH=1,11;UNTIL=20301231"),
      ("FREQ=DAILY;UNTIL=20301231T235959Z", "FREQ=DAILY;UNTIL=20301231T235959Z"),
      ("FREQ=DAILY;UNTIL=20301231T235959", "FREQ=DAILY;UNTIL=20301231T235959"),
    ])
  func canonical(_ text: String, _ expected: String) throws {
    let rule = try RecurrenceRule(text)
    #expect(rule.text == expected)
    #expect(try RecurrenceRule(rule.text) == rule)
  }

  @Test(
    "a shorthand becomes a rule",
    arguments: [
      ("daily", "FREQ=DAILY"), ("2daily", "FREQ=DAILY;INTERVAL=2"), ("every day", "FREQ=DAILY"),
      ("weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"), ("weekly", "FREQ=WEEKLY"),
      ("weekly:mon,wed,fri", "FREQ=WEEKLY;BYDAY=MO,WE,FR"), ("Weekly: Friday, tues", "FREQ=WEEKLY;BYDAY=TU,FR"),
      ("2weekly:tue", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"), ("every 2 weeks", "FREQ=WEEKLY;INTERVAL=2"),
      ("every week", "FREQ=WEEKLY"), ("monthly", "FREQ=MONTHLY"), ("3monthly", "FREQ=MONTHLY;INTERVAL=3"),
      ("yearly", "FREQ=YEARLY"), ("FREQ=DAILY;COUNT=3", "FREQ=DAILY;COUNT=3"),
    ])
  func shorthand(_ typed: String, _ expected: String) throws {
    #expect(try RecurrenceRule(typed: typed).text == expected)
  }

  @Test(
    "what is no rule is refused by name, with what to do",
    arguments: [
      ("", "\"\" is no recurrence rule; write one such as FREQ=WEEKLY;BYDAY=MO,WE,FR"),
      ("FREQ=DAILY;", "\"\" is no part of a recurrence rule; write NAME=VALUE"),
      ("FREQ=DAILY;COUNT=", "\"COUNT=\" is no part of a recurrence rule; write NAME=VALUE"),
      ("COUNT=3", "FREQ is missing; begin with FREQ=DAILY, WEEKLY, MONTHLY or YEARLY"),
      ("FREQ=DAILY;FREQ=DAILY", "FREQ stands twice; remove one of the two"),
      ("FREQ=FORTNIGHTLY", "FREQ=FORTNIGHTLY is not understood; give DAILY, WEEKLY, MONTHLY or YEARLY"),
      ("FREQ=HOURLY", "FREQ=HOURLY is not supported; make it DAILY, with a series for each time of the day"),
      ("FREQ=DAILY;BYHOUR=8,20", "BYHOUR is not supported; use BYDAY, BYMONTHDAY or BYMONTH instead"),
      ("FREQ=YEARLY;BYWEEKNO=20", "BYWEEKNO is not supported; use BYDAY, BYMONTHDAY or BYMONTH instead"),
      ("FREQ=YEARLY;BYYEARDAY=1", "BYYEARDAY is not supported; use BYDAY, BYMONTHDAY or BYMONTH instead"),
      ("FREQ=DAILY;EVERY=2", "\"EVERY\" is no part of a recurrence rule in RFC 5545; remove it"),
      ("FREQ=DAILY;INTERVAL=0", "INTERVAL=0 is not understood; give a number from 1 to 1000"),
      ("FREQ=DAILY;COUNT=99999999999", "COUNT=99999999999 is not understood; give a number from 1 to 10000"),
      ("FREQ=DAILY;COUNT=-1", "COUNT=-1 is not understood; give a number from 1 to 10000"),
      ("FREQ=DAILY;COUNT=3;UNTIL=20270101", "COUNT and UNTIL exclude each other; remove one of the two"),
      (
        "FREQ=DAILY;UNTIL=20270230",
        "UNTIL=20270230 is not understood; give a date such as 20270131 or 20270131T235959Z"
      ),
      ("FREQ=WEEKLY;BYDAY=MO,XX", "BYDAY=XX is not understood; give MO, TU, WE, TH, FR, SA or SU"),
      ("FREQ=WEEKLY;BYDAY=MO,", "BYDAY= is not understood; give MO, TU, WE, TH, FR, SA or SU"),
      (
        "FREQ=WEEKLY;BYDAY=2MO",
        "BYDAY=2MO has a number, which does not go with FREQ=WEEKLY; name the weekday alone"
      ),
      ("FREQ=MONTHLY;BYDAY=6MO", "BYDAY=6MO is not understood; give weekdays such as MO, 2TU or -1FR"),
      ("FREQ=WEEKLY;BYMONTHDAY=1", "BYMONTHDAY does not go with FREQ=WEEKLY; remove it"),
      ("FREQ=MONTHLY;BYMONTHDAY=32", "BYMONTHDAY=32 is not understood; give numbers from 1 to 31, or from -31 to -1"),
      ("FREQ=YEARLY;BYMONTH=-1", "BYMONTH=-1 is not understood; give numbers from 1 to 12"),
      (
        "FREQ=MONTHLY;BYSETPOS=1",
        "BYSETPOS chooses among the days of BYDAY, BYMONTHDAY or BYMONTH; add one of them"
      ),
      ("weekly:mon,someday", "\"someday\" is no weekday; write mon, tue, wed, thu, fri, sat or sun"),
      ("weekly:tomorrow", "\"tomorrow\" is no weekday; write mon, tue, wed, thu, fri, sat or sun"),
      (
        "0weekly",
        "\"0weekly\" is not understood; write daily, weekdays, weekly:mon,wed,fri, 2weekly:tue, monthly or an RRULE"
      ),
      (
        "mon\u{1B}[31m",
        "\"mon\u{FFFD}[31m\" is not understood; write daily, weekdays, weekly:mon,wed,fri, 2weekly:tue, monthly "
          + "or an RRULE"
      ),
    ])
  func refused(_ text: String, _ words: String) {
    let fault = #expect(throws: RecurrenceFault.self) { try RecurrenceRule(typed: text) }
    #expect(fault?.description == words)
  }
}
