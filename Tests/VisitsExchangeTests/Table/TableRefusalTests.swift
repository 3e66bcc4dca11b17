import Testing
import VisitsExchange
import VisitsModel

@Suite("A table that cannot be taken")
struct TableRefusalTests {
  @Test(
    "a table whose headings do not tell is refused as a whole, with what to do",
    arguments: [
      ("", "table: is empty; a table has a row of headings and below it a row for each visit"),
      ("\n , ,\n", "table: is empty; a table has a row of headings and below it a row for each visit"),
      (
        "Kunde;Visit begin;Bemerkung",
        "table: a column is missing for start, end/minutes; the headings are \"Kunde\", \"Visit begin\" and "
          + "\"Bemerkung\"; add it, or name the heading that stands for it (columns; on the command line "
          + "--columns \"start=...\"); if its rows are people and not visits, say whose table it is (format; on the "
          + "command line --format clients)"
      ),
      (
        "Client,Start,End,Statsu",
        "table: the heading \"Statsu\" is not known; if \"status\" is meant, correct it, if something else is, rename it or "
          + "name its column (columns; on the command line --columns \"note=Statsu\")"
      ),
      (
        "Client,Start,End,Note,Comment",
        "table: the headings \"Note\" and \"Comment\" both stand for note; name the one that counts (columns; "
          + "on the command line --columns \"note=Comment\")"
      ),
      (
        "Client,\"Start,End",
        "row 1: a quotation mark that opens in this row is never closed, so nothing behind "
          + "it can be read; close it"
      ),
      (
        "C\0l\0i\0",
        "row 1: it holds a character NUL, which no spreadsheet writes; "
          + "save the table again as CSV in UTF-8"
      ),
    ])
  func wholeTables(text: String, refusal: String) {
    let plan = planned(text + (text.isEmpty ? "" : "\n"))
    #expect(plan.refusals == [refusal])
    #expect(plan.unreadable != nil && plan.entries == [])
  }

  @Test("a table's own headings can be named, in any of our words, and win over the known ones")
  func mapping() {
    let text = "#,Visit begin,Who,Client,Minutes,?,Remarks,Comment\n17,2026-11-21 8:00,Margaret,No. 7,30,?,a,b\n"
    #expect(
      planned(text, columns: ["Beginn": "VISIT_BEGIN", "client": "who", "note": "Comment", "id": "#"]).lines
        == ["row 2 | Margaret | open | 2026-11-21 08:00 to 30 min | id 17 | b"])
  }

  @Test(
    "a name for what is not there is refused, with the nearest",
    arguments: [
      (
        ["Start": "Visit begins"],
        "table: no heading is \"Visit begins\", which was named for start; perhaps \"Visit begin\" is meant; there are: "
          + "\"Visit begin\", \"Client\", \"Minutes\" and \"Client\""
      ),
      (
        ["Client": "Client"],
        "table: several headings are \"Client\", which was named for client; put a number behind it: \"Client#2\" is the "
          + "second from the left"
      ),
      (
        ["Clent": "Client"],
        "table: \"Clent\" is no column; perhaps \"client\" is meant; there are: id, client, client first name, "
          + "client last name, worker, worker first name, worker last name, date, day, start, end, end date, minutes, "
          + "hours, time zone, address, service, service code, note, status, cancelled, all day"
      ),
      (
        ["start": "Visit begin", "Beginn": "Minutes"],
        "table: two headings are named for start; name the one that counts"
      ),
    ])
  func wrongMapping(columns: [String: String], refusal: String) {
    #expect(planned("Visit begin,Client,Minutes,Client\n", columns: columns).refusals == [refusal])
  }

  @Test("weekdays beside dates, rates and columns of others are passed over")
  func others() {
    #expect(
      planned("Day,Rate,Branch,Client,Date,Start,Minutes\nSaturday,31.50,West,A,2026-11-21,8:00,60").lines
        == ["row 2 | A | open | 2026-11-21 08:00 to 60 min"])
  }

  @Test("a day under Tag is the date where no other column is")
  func days() {
    #expect(
      planned("Kunde;Tag;von;bis\nA;21.11.2026;8:00;9:00").lines
        == ["row 2 | A | open | 2026-11-21 08:00 to 2026-11-21 09:00"])
  }

  @Test("a row that cannot be trusted is refused by its number; the others are taken")
  func rows() {
    let plan = planned(
      """
      Client,Start,End,Note
      Margaret "Meg" Chen,2026-11-21 8:00,9:00,
      "Margaret" Chen,2026-11-21 8:00,9:00,
      A,2026-11-21 8:00,9:00,a note,of two cells
      "two
      lines",2026-11-21 8:00,9:00,taken
      A\0,2026-11-21 8:00,9:00,
      ,2026-11-21 8:00,9:00,
      A,,9:00,
      A,2026-11-21 8:00
      A\0,2026-11-21 8:00,9:00,"not closed
      B,2026-11-21 8:00,9:00,
      """)
    #expect(plan.lines == ["row 5 | two lines | open | 2026-11-21 08:00 to 2026-11-21 09:00 | taken"])
    let stray =
      "a quotation mark is inside a cell; put the whole cell in quotation marks and write those in it twice"
    #expect(
      plan.refusals == [
        "row 2: \(stray)", "row 3: \(stray)",
        "row 4: has more cells (5) than the table has headings (4); put a cell that holds a separator in quotation marks",
        "row 6: it holds a character NUL, which no spreadsheet writes; save the table again as CSV in UTF-8",
        "row 7: has no client; a visit needs one",
        "row 8: has no start; a visit needs a planned start",
        "row 9: has no end and no minutes; a visit needs a planned end",
        "row 10: a quotation mark that opens in this row is never closed, so nothing behind it can be read; close it",
      ])
  }

  @Test("what has happened is no plan")
  func statuses() {
    let plan = planned(
      "Client,Start,End,Status\nA,2026-11-21 8:00,9:00,Completed\nA,2026-11-21 8:00,9:00,No-show\n"
        + "A,2026-11-21 8:00,9:00,maybe\nA,2026-11-21 8:00,9:00,abgesagt")
    #expect(plan.lines == ["row 5 | A | open | 2026-11-21 08:00 to 2026-11-21 09:00 | cancelled"])
    let happened =
      "says what has happened, which no table can record; use visits complete, or visits miss, and plan only "
      + "what is to come"
    #expect(
      plan.refusals == [
        "row 2: Status \"Completed\": \(happened)", "row 3: Status \"No-show\": \(happened)",
        "row 4: Status \"maybe\": is no status that is known; write planned or cancelled",
      ])
  }

  @Test("limits are named where they are met")
  func limits() {
    let reader = TableReader(limits: TableLimits(rows: 4, cells: 5, cellBytes: 40))
    let head = "Client,Start,Minutes\n"
    let row = "A,2026-11-21 8:00,60\n"
    #expect(reader.plan(from: head + row + row + row).entries.count == 3)
    #expect(reader.plan(from: head + row + row + row + row).refusals == ["table: has more than 4 rows; split it"])
    #expect(
      reader.plan(from: head + "A,,,,,\n" + String(repeating: "A", count: 41) + ",,\n").refusals == [
        "row 2: has more than 5 cells; save only the columns that are needed",
        "row 3: a cell is longer than 40 bytes; shorten it, or look for a quotation mark not closed",
      ])
    #expect(
      planned(head + String(repeating: "A", count: 301) + ",2026-11-21 8:00,60").refusals == [
        "row 2: Client \"\(String(repeating: "A", count: 60))...\": is longer than 300 characters; shorten it"
      ])
    #expect(
      planned("Client,Start,Minutes,Note\nA,2026-11-21 8:00,60," + String(repeating: "n", count: 4001)).refusals == [
        "row 2: Note \"\(String(repeating: "n", count: 60))...\": is longer than 4000 characters; shorten it"
      ])
  }

  @Test("1,000 refused rows are told, the others are counted, and good rows behind them are taken")
  func manyRefusals() {
    let rows = String(repeating: ",2026-11-21 8:00,60\n", count: 1005)
    let plan = planned("Client,Start,Minutes\n" + rows + "A,2026-11-21 8:00,60")
    #expect(plan.refusals.count == 1000)
    #expect(plan.refusals.last == "row 1001: has no client; a visit needs one")
    #expect(plan.refusedMore == 5)
    #expect(plan.lines == ["row 1007 | A | open | 2026-11-21 08:00 to 60 min"])
  }

  @Test("an address of several lines is one; what could trouble a terminal is taken out")
  func harmless() {
    #expect(
      planned("Client,Start,Minutes,Address\nA\u{1B}[2J  B,2026-11-21 8:00,60,\"123 Oak St,\r\nEdmonton\nAlberta\"")
        .lines
        == ["row 2 | A [2J B | open | 2026-11-21 08:00 to 60 min | 123 Oak St, Edmonton, Alberta"])
    #expect(
      planned("Client,Start,Minutes\nA,\u{1B}]0;\u{7},60").refusals
        == ["row 2: Start \"\u{FFFD}]0;\u{FFFD}\": is no date or time that is known; write it as 2026-11-21 08:00"])
  }
}
