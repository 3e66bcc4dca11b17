import Testing
import VisitsExchange
import VisitsModel

/// Forms that stand in published tables, and were once read otherwise than they are meant.
@Suite("A stranger's table, cell by cell")
struct StrangerTableTests {
  @Test(
    "a span of time in the cell of a start is no offset",
    arguments: [
      "2026-11-27 08:00-12:00", "11/27/2026 0800-1200", "2026-11-27 8:00-12", "2026-11-27 07:30-15:45",
      "2026-11-27 22:00-06:00", "27.11.2026 08:00 -12:00", "2026-11-27 22:00-24:00", "2026-11-27T08:00-12:00",
    ])
  func spans(text: String) {
    for rest in ["minutes\nMargaret Chen,\(text),240", "end\nMargaret Chen,\(text),12:00"] {
      let plan = planned("client,start,\(rest)\n")
      #expect(plan.entries == [])
      #expect(
        plan.refusals == [
          "row 2: start \"\(text)\": may be a time with an end, or a time with its distance from UTC; write the end in a "
            + "column of its own, or the distance as in 2026-11-21T08:00-07:00"
        ])
    }
  }

  @Test(
    "an offset is one where nothing else can be meant",
    arguments: [
      ("2026-11-27T08:00-07:00", "60", "2026-11-27 15:00Z to 60 min"),
      ("2026-11-27 08:00:00-07:00", "60", "2026-11-27 15:00Z to 60 min"),
      ("2026-11-27 08:00:00 -0700", "60", "2026-11-27 15:00Z to 60 min"),
      ("2026-11-27 08:00+01:00", "60", "2026-11-27 07:00Z to 60 min"),
      ("2026-11-27 08:00Z", "60", "2026-11-27 08:00Z to 60 min"),
    ])
  func offsets(text: String, minutes: String, times: String) {
    #expect(planned("client,start,minutes\nA,\(text),\(minutes)\n").lines == ["row 2 | A | open | \(times)"])
  }

  @Test("an offset that stands behind start and end is no end, and one that no place has is none")
  func offsetsOfBoth() {
    #expect(
      planned("client,start,end\nA,2026-11-27 08:00-07:00,2026-11-27 09:30-07:00\n").lines
        == ["row 2 | A | open | 2026-11-27 15:00Z to 2026-11-27 16:30Z"])
    #expect(
      planned("client,start,end\nA,2026-11-27 08:00-12:00,2026-11-27 08:00-12:00\n").refusals.count == 1)
    #expect(
      planned("client,start,minutes\nA,2026-11-27 08:00+15:45,60\n").refusals
        == ["row 2: start \"2026-11-27 08:00+15:45\": is no date or time that is known; write it as 2026-11-21 08:00"])
  }

  @Test("AM and PM in a column of their own refuse the table, whatever stands over them")
  func halves() {
    func refusal(_ heading: String, row: Int = 2) -> String {
      "table: \"\(heading)\" holds AM or PM for times of another column, which would be read without it (row \(row)); "
        + "write both into one cell, as 8:00 PM"
    }
    #expect(
      planned("client,date,start,AM/PM,minutes\nMargaret Chen,2026-11-27,8:00,PM,60\n").refusals == [refusal("AM/PM")])
    #expect(
      planned("client,date,start,,end,Half\nA,2026-11-27,8:00,AM,9:00,AM\nA,2026-11-27,11:00,AM,1:00,p.m.\n").refusals
        == [refusal("Half", row: 3)])
    #expect(
      planned("client,date,start,Start AM/PM,minutes\nA,2026-11-27,12:15,AM,60\n").refusals == [refusal("Start AM/PM")])
    #expect(
      planned(
        "client,date,start,Half,minutes\nA,2026-11-27,8:00,P.M.,60\n", columns: ["note": "Half"]
      ).refusals == [refusal("Half")])
  }

  @Test("beside times that count to 24 the word for a round of visits changes nothing")
  func rounds() {
    let plan = planned(
      "client,date,start,Round,minutes\nA,2026-11-27,8:00,AM,60\nB,2026-11-27,20:00,PM,60\nC,2026-11-27,12:15,AM,30\n")
    #expect(plan.refusals == [])
    #expect(
      plan.lines == [
        "row 2 | A | open | 2026-11-27 08:00 to 60 min", "row 3 | B | open | 2026-11-27 20:00 to 60 min",
        "row 4 | C | open | 2026-11-27 12:15 to 30 min",
      ])
    #expect(
      planned("client,date,start,Sex,minutes\nA,2026-11-27,8:00,PM,60\nB,2026-11-27,8:00,F,60\n").entries.count == 2)
  }

  @Test("the indicator of Sandata's visits calls off")
  func sandata() {
    let plan = planned(
      """
      ClientFirstName,ClientLastName,ScheduleStartTime,ScheduleEndTime,VisitCancelledIndicator
      Margaret,Chen,2026-11-27T15:00:00Z,2026-11-27T16:00:00Z,True
      Margaret,Chen,2026-11-28T15:00:00Z,2026-11-28T16:00:00Z,false

      """)
    #expect(
      plan.lines == [
        "row 2 | Margaret Chen | open | 2026-11-27 15:00Z to 2026-11-27 16:00Z | cancelled",
        "row 3 | Margaret Chen | open | 2026-11-28 15:00Z to 2026-11-28 16:00Z",
      ])
    #expect(
      planned("client,start,minutes,deleted\nA,2026-11-27 8:00,60,1\n").lines
        == ["row 2 | A | open | 2026-11-27 08:00 to 60 min | cancelled"])
  }

  @Test(
    "what stands under a heading of cancellations stops its row, unless the row is cancelled",
    arguments: ["canceled_at", "Cancellation Reason", "Storniert am", "Date annulation", "Deleted on", "Voided by"])
  func cancellations(heading: String) {
    let head = "client,start,minutes,status,\(heading)\n"
    #expect(
      planned("\(head)A,2026-11-27 8:00,60,planned,Monday\n").refusals == [
        "row 2: \(heading) \"Monday\": may mean that the visit was cancelled; if so, write cancelled under Status, else "
          + "empty the cell"
      ])
    let rows = "A,2026-11-27 8:00,60,cancelled,Monday\nA,2026-11-28 8:00,60,,\nA,2026-11-29 8:00,60,planned,No\n"
    #expect(planned(head + rows).entries.map(\.isCancelled) == [true, nil, false])
  }

  @Test("a page on which to cancel, and what that costs, call nothing off")
  func terms() {
    let plan = planned(
      "client,start,minutes,Cancel URL,Cancellation Policy\nA,2026-11-27 8:00,60,https://x.example,24 h\n")
    #expect(plan.lines == ["row 2 | A | open | 2026-11-27 08:00 to 60 min"])
  }

  @Test("a year of two digits that may stand first is asked for", arguments: ["26-11-27", "26/11/27", "26.11.27"])
  func years(text: String) {
    let table = "client,date,start,end\nMargaret Chen,\(text),08:00,09:00\n"
    #expect(
      planned(table).refusals == [
        "table: \"\(text)\" in row 2 may have its year first or last, and the dates of the table do not tell; write dates "
          + "as 2026-11-27, or say that the day is first (dateOrder; on the command line --date-order day-first)"
      ])
    #expect(
      planned(table, dateOrder: .dayFirst).lines
        == ["row 2 | Margaret Chen | open | 2027-11-26 08:00 to 2027-11-26 09:00"])
    #expect(planned(table, dateOrder: .monthFirst).entries == [])
  }

  @Test("a number that hardly changes is the year, where the others do", arguments: ["-", "/", "."])
  func yearsOfATable(mark: String) {
    func lines(_ days: [String]) -> [String] {
      let rows = days.map { "A,\($0.replacing("-", with: mark)),8:00,60\n" }.joined()
      return planned("client,date,start,minutes\n\(rows)").lines.map { String($0.split(separator: " ")[7]) }
    }
    #expect(
      lines(["26-11-27", "26-11-29", "26-12-05"]) == ["2026-11-27", "2026-11-29", "2026-12-05"])
    #expect(
      lines(["27-11-26", "29-11-26", "05-12-26"]) == ["2026-11-27", "2026-11-29", "2026-12-05"])
    #expect(lines(["26-11-27", "27-11-27"]) == [], "two days that follow each other tell nothing")
    if mark != "." {
      #expect(lines(["26-11-27", "05-12-2027"]) == ["2027-11-26", "2027-12-05"], "another date has its year last")
    }
  }

  @Test("a part of a day is no time of day", arguments: ["0.25", "0.30"])
  func fractions(text: String) {
    #expect(
      planned("client,date,start,minutes\nMargaret Chen,2026-11-27,\(text),60\n").refusals
        == ["row 2: start \"\(text)\": is no time of day; write it as 08:00"])
    #expect(
      planned("client,date,start,minutes\nA,2026-11-27,0.25 Uhr,60\nA,2026-11-28,00.25,60\n").lines == [
        "row 2 | A | open | 2026-11-27 00:25 to 60 min", "row 3 | A | open | 2026-11-28 00:25 to 60 min",
      ])
  }

  @Test("a day as Excel counts it is no number of hours, whatever its time of day")
  func serials() {
    let plan = planned("client,start,minutes\nA,46353.5,60\nB,46353.25,60\nC,46353.75,60\nD,46353.3333,60\n")
    #expect(plan.refusals == [])
    #expect(
      plan.lines == [
        "row 2 | A | open | 2026-11-27 12:00 to 60 min", "row 3 | B | open | 2026-11-27 06:00 to 60 min",
        "row 4 | C | open | 2026-11-27 18:00 to 60 min", "row 5 | D | open | 2026-11-27 08:00 to 60 min",
      ])
  }

  @Test(
    "honest headings are no slips",
    arguments: ["Tour", "Tours", "Care", "Side", "Ride", "Stat", "Worked", "Notes2", "Address 2", "Service 1"])
  func headings(heading: String) {
    let plan = planned("\(heading);Kunde;Datum;Von;Bis\nx;A;27.11.2026;8:00;9:00\n")
    #expect(plan.lines == ["row 2 | A | open | 2026-11-27 08:00 to 2026-11-27 09:00"])
    #expect(plan.table?.ignored == [heading])
  }

  @Test("workers are who comes")
  func workers() {
    #expect(
      planned("Client,Start,Minutes,Workers\nA,2026-11-27 8:00,60,Sarah Miller\n").lines
        == ["row 2 | A | Sarah Miller | 2026-11-27 08:00 to 60 min"])
  }

  @Test(
    "an event of a whole day is known as Outlook writes it",
    arguments: [
      ("All day event", "True"), ("Ganztägiges Ereignis", "Wahr"), ("Journée entière", "Vrai"),
      ("Todo el día", "Verdadero"), ("Dia inteiro", "Verdadeiro"), ("Tutto il giorno", "Vero"), ("Hele dag", "Waar"),
      ("Sepanjang hari", "Benar"), ("Tüm gün", "DOĞRU"), ("Cả ngày", "Đúng"), ("Całodzienne", "Prawda"),
      ("Целый день", "ИСТИНА"),
    ])
  func wholeDays(heading: String, yes: String) {
    let plan = planned(
      "Objet,Début,Heure,Fin,Heure,\(heading)\nMargaret Chen,27/11/2026,00:00:00,28/11/2026,00:00:00,\(yes)\n",
      columns: ["client": "Objet", "date": "Début", "start": "Heure#1", "endDate": "Fin", "end": "Heure#2"])
    #expect(plan.refusals == ["row 2: is all day, and a visit needs times; give it a start and an end, or remove it"])
  }

  @Test("from midnight to midnight is no visit, unless its length is told or that it is none of a whole day")
  func midnights() {
    let row = "A,2026-11-27 00:00,2026-11-28 00:00"
    #expect(
      planned("client,start,end,Dagen lang\n\(row),Ja\n").refusals == [
        "row 2: end \"2026-11-28 00:00\": makes the visit last from midnight to midnight, as a whole day does in a "
          + "calendar; remove the row, or, if 24 hours are meant, write 1440 minutes instead of the end"
      ])
    #expect(planned("client,start,end,all day\n\(row),no\n").entries.count == 1)
    #expect(planned("client,start,minutes\nA,2026-11-27 00:00,1440\n").entries.count == 1)
  }
}
