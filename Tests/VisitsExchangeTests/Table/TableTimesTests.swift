import Testing
import VisitsExchange
import VisitsModel

@Suite("Dates and times of a table")
struct TableTimesTests {
  @Test(
    "a start is read however a spreadsheet writes it",
    arguments: [
      "2026-11-21 08:00", "2026-11-21T08:00", "2026-11-21 08:00:00.000", "2026/11/21 8:00", "2026.11.21 8:00",
      "11/21/2026 8:00 AM", "11/21/2026 8:00:00 AM", "11/21/26 8:00", "21/11/2026 08:00", "21-11-2026 8:00",
      "21.11.2026 08:00", "21.11.26, 8:00", "21.11.2026 um 8 Uhr", "21.11.2026 8.00 Uhr", "21.11.2026 8.00",
      "21/11/2026 à 8h",
      "21-Nov-2026 8:00", "21-Nov-26 8:00 am", "Nov 21, 2026 8:00 AM", "November 21st, 2026 at 8 a.m.",
      "Sat, Nov 21, 2026 8:00\u{202F}AM", "Sa 21.11.2026 8:00", "samedi 21 novembre 2026 8 h 00",
      "Samstag, 21. November 2026 08:00 Uhr", "Nov 21 2026 8:00", "2026-11-21 0800", "46347.333", "46347,33333",
    ])
  func starts(text: String) {
    let plan = planned("Client\tStart\tMinutes\nA\t\(text)\t60")
    #expect(plan.lines == ["row 2 | A | open | 2026-11-21 08:00 to 60 min"])
    #expect(plan.refusals == [])
  }

  @Test(
    "a month is known by its name in three languages",
    arguments: zip(
      [
        "3. März 2026", "3 mars 2026", "3 févr. 2026", "3 Fe\u{301}vrier 2026", "3 août 2026", "3. Dez. 2026",
        "Mai 3, 2026",
      ],
      ["2026-03-03", "2026-03-03", "2026-02-03", "2026-02-03", "2026-08-03", "2026-12-03", "2026-05-03"]))
  func months(text: String, day: String) {
    #expect(
      planned("Client;Date;Start;Minutes\nA;\(text);8:00;60").lines
        == ["row 2 | A | open | \(day) 08:00 to 60 min"])
  }

  @Test(
    "what is no start is refused, and never guessed",
    arguments: [
      "soon", "2026-02-30 8:00", "2026-13-01 8:00", "2026-11-21 25:00", "2026-11-21 8:60", "2026-11-21 8",
      "Sunday, Nov 21, 2026 8:00", "21 Ju 2026 8:00", "2026-11-21 8:00 MST", "2026-11-21 8:00 - 9:00",
      "2026-11-21 14:00 PM", "0202-11-21 8:00", "1/2/3/2026 8:00", "2026-11-21 8.5", "2026-11-21 08:00+25:00", "12345",
      "99999",
    ])
  func noStarts(text: String) {
    let plan = planned("Client;Start;Minutes\nA;\(text);60")
    #expect(plan.entries == [])
    #expect(
      plan.refusals
        == ["row 2: Start \"\(text)\": is no date or time that is known; write it as 2026-11-21 08:00"])
  }

  @Test("a dot stands in times as in 9.30, with a date or beside one")
  func dots() {
    let plan = planned(
      "Klient;Datum;Beginn;Ende\nA;21.11.2026;9.30;21.15\nB;;21.11.2026 9.30;10.00\nC;21.11.2026;10.11;12.12")
    #expect(plan.refusals == [])
    #expect(
      plan.lines == [
        "row 2 | A | open | 2026-11-21 09:30 to 2026-11-21 21:15",
        "row 3 | B | open | 2026-11-21 09:30 to 2026-11-21 10:00",
        "row 4 | C | open | 2026-11-21 10:11 to 2026-11-21 12:12",
      ])
  }

  @Test(
    "a column that holds numbers of hours too is refused wherever a dot can mean either",
    arguments: [nil, TableReading.DateOrder.dayFirst])
  func dotsAndHours(order: TableReading.DateOrder?) {
    let plan = planned(
      "Client;Date;Start;End\nA;2026-11-21;9.30;10.30\nB;2026-11-21;9.75;11.00\nC;2026-11-21;10:30;12.00",
      dateOrder: order)
    #expect(plan.lines == ["row 4 | C | open | 2026-11-21 10:30 to 2026-11-21 12:00"])
    #expect(
      plan.refusals == [
        "row 2: Start \"9.30\": may be a time of day or a number of hours, as \"9.75\" in row 3 is one; write times as "
          + "08:00",
        "row 3: Start \"9.75\": is no time of day; write it as 08:00",
      ])
  }

  @Test("an end that is only a time is the first such time after the start")
  func ends() {
    let plan = planned(
      """
      Client,Date,Start,End
      day,2026-11-21,8:00,9:00
      night,2026-11-21,22:00,6:00
      until midnight,2026-11-21,20:00,24:00
      long night,2026-11-21,16:00,8:00
      date of a database,2026-11-21 00:00:00,8.00,noon
      """)
    #expect(plan.refusals == [])
    #expect(
      plan.lines == [
        "row 2 | day | open | 2026-11-21 08:00 to 2026-11-21 09:00",
        "row 3 | night | open | 2026-11-21 22:00 to 2026-11-22 06:00",
        "row 4 | until midnight | open | 2026-11-21 20:00 to 2026-11-22 00:00",
        "row 5 | long night | open | 2026-11-21 16:00 to 2026-11-22 08:00",
        "row 6 | date of a database | open | 2026-11-21 08:00 to 2026-11-21 12:00",
      ])
  }

  @Test("an end that would be more than 16 hours later, on the next day, is a slip, unless its date is written")
  func slips() {
    let plan = planned(
      """
      Client,Date,Start,End,End Date
      A,2026-11-21,10:00,9:00,
      A,2026-11-21,22:00,22:00,
      A,2026-11-21,16:00,8:01,
      A,2026-11-21,10:00,9:00,2026-11-22
      A,,2026-11-21T10:00-07:00,09:00,
      """)
    #expect(plan.lines == ["row 5 | A | open | 2026-11-21 10:00 to 2026-11-22 09:00"])
    let slip =
      "and on the next day it would be more than 16 hours later; correct one of them, or write the end with its date"
    #expect(
      plan.refusals == [
        "row 2: End \"9:00\": is not after the start \"10:00\", \(slip)",
        "row 3: End \"22:00\": is not after the start \"22:00\", \(slip)",
        "row 4: End \"8:01\": is not after the start \"16:00\", \(slip)",
        "row 6: End \"09:00\": is not after the start \"2026-11-21T10:00-07:00\", \(slip)",
      ])
  }

  @Test("a start and an end that contradict each other, or their date, are refused")
  func contradictions() {
    let plan = planned(
      """
      Client,Date,Start,End,End Date
      A,,2026-11-21 9:00,2026-11-21 8:00,
      A,,2026-11-21 9:00,2026-11-22 9:01,
      A,2026-11-20,2026-11-21 9:00,10:00,
      A,2026-11-21,9:00,8:00,2026-11-21
      A,,9:00,10:00,
      A,2026-11-21,2026-11-21,10:00,
      A,2026-11-21,24:00,10:00,
      A,2026-11-21,9:00,2026-11-21,
      A,tomorrow,9:00,10:00,
      A,2026-11-21,nine,10:00,
      """)
    #expect(plan.entries == [])
    #expect(
      plan.refusals == [
        "row 2: End \"2026-11-21 8:00\": is not after the start \"2026-11-21 9:00\"; correct one of them",
        "row 3: End \"2026-11-22 9:01\": is more than 24 hours after the start; correct it, or split the visit",
        "row 4: Start \"2026-11-21 9:00\": is not the date under Date; correct one of them",
        "row 5: End \"8:00\": is not after the start \"9:00\"; correct one of them",
        "row 6: Start \"9:00\": is a time without a date; write it as 2026-11-21 08:00, or add a column Date",
        "row 7: Start \"2026-11-21\": is a date without a time; write it as 2026-11-21 08:00",
        "row 8: Start \"24:00\": is the end of a day; write the start as 00:00 of the day that is meant",
        "row 9: End \"2026-11-21\": is a date without a time; write it as 2026-11-21 08:00",
        "row 10: Date \"tomorrow\": is no date that is known; write it as 2026-11-21",
        "row 11: Start \"nine\": is no time of day; write it as 08:00",
      ])
  }

  @Test(
    "a duration is read with or without its unit",
    arguments: zip(
      [
        "45", "0:45", "45 min", "45 Minuten", "45.0", "1:30", "01:30:00", "1.5 h", "1,5 Std.", "1h30", "1 h 30",
        "90 mins",
        "1 hr 30 min", "24 h",
      ], [45, 45, 45, 45, 45, 90, 90, 90, 90, 90, 90, 90, 90, 1440]))
  func durations(text: String, minutes: Int) {
    #expect(
      planned("Client;Start;Duration\nA;2026-11-21 8:00;\(text)").lines
        == ["row 2 | A | open | 2026-11-21 08:00 to \(minutes) min"])
  }

  @Test("bare numbers under Duration are minutes where all of them can be, and refused where one can only be hours")
  func bareDurations() {
    let rows = "A;2026-11-21 8:00;4\nB;2026-11-21 8:00;30\nC;2026-11-21 8:00;2 h"
    for heading in ["Duration", "Dauer", "durée"] {
      let table = planned("Client;Start;\(heading)\n\(rows)")
      #expect(table.lines == ["row 4 | C | open | 2026-11-21 08:00 to 120 min"])
      func refusal(_ row: Int, _ text: String) -> String {
        "row \(row): \(heading) \"\(text)\": may be hours or minutes, since \"4\" in row 2 is short for a visit; write 4 h "
          + "or 240 min, or head the column Hours or Minutes"
      }
      #expect(table.refusals == [refusal(2, "4"), refusal(3, "30")])
    }
    let minutes = ["row 2 | A | open | 2026-11-21 08:00 to 4 min", "row 3 | B | open | 2026-11-21 08:00 to 30 min"]
    #expect(planned("Client;Start;Duration min\n\(rows)").lines.prefix(2) == minutes[...])
    #expect(planned("Client;Start;Duration\n\(rows)", columns: ["minutes": "Duration"]).lines.prefix(2) == minutes[...])
    #expect(planned("Client;Start;Duration\nA;2026-11-21 8:00;15").lines.count == 1)
  }

  @Test("a bare number under Hours is one of hours, and an end wins over it")
  func hours() {
    #expect(
      planned("Client;Start;End;Hours\nA;2026-11-21 8:00;;1,5\nB;2026-11-21 8:00;9:00;1,5").lines == [
        "row 2 | A | open | 2026-11-21 08:00 to 90 min",
        "row 3 | B | open | 2026-11-21 08:00 to 2026-11-21 09:00",
      ])
  }

  @Test(
    "what is no duration is refused", arguments: ["0", "1.5", "-5", "1:60", "25 h", "1441", "long", "1 h 2 h", "1e3"])
  func noDurations(text: String) {
    #expect(
      planned("Client;Start;Minutes\nA;2026-11-21 8:00;\(text)").refusals == [
        "row 2: Minutes \"\(text)\": is no duration between 1 minute and 24 hours; write it in minutes as 45, or as 0:45"
      ])
  }
}
