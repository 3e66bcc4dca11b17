import Testing
import VisitsExchange
import VisitsModel

@Suite("A table of visits")
struct TableTests {
  @Test("a spreadsheet saved in North America is read: commas, month first, AM and PM")
  func american() {
    let plan = planned(
      """
      Visit ID,Client,Caregiver,Start,End,Address,Service,Notes,Status
      A-1,Margaret Chen,Sarah Johnson,11/21/2026 8:00 AM,11/21/2026 9:00 AM,"123 Oak St, Edmonton",Personal care,,Scheduled
      A-2,John Smith,,11/22/2026 10:00 PM,11/23/2026 6:00 AM,,Night,"Key under the ""blue"" pot",Confirmed
      A-3,"Chen, Margaret",unassigned,11/3/2026 12:00 PM,11/3/2026 12:30 PM,,,,Canceled

      """)
    #expect(plan.refusals == [])
    #expect(
      plan.lines == [
        "row 2 | Margaret Chen | Sarah Johnson | 2026-11-21 08:00 to 2026-11-21 09:00 | id A-1 | 123 Oak St, Edmonton "
          + "| Personal care",
        "row 3 | John Smith | open | 2026-11-22 22:00 to 2026-11-23 06:00 | id A-2 | Night "
          + "| Key under the \"blue\" pot",
        "row 4 | Chen, Margaret | open | 2026-11-03 12:00 to 2026-11-03 12:30 | id A-3 | cancelled",
      ])
  }

  @Test("a spreadsheet saved in Germany is read: semicolons, day first, umlauts, a byte order mark, CRLF")
  func german() {
    let plan = planned(
      "\u{FEFF}Klient;Pflegekraft;Datum;Beginn;Ende;Leistung;Bemerkung;Status\r\n"
        + "Jürgen Müller;Anna Groß;21.11.2026;8:00;9:30;Große Pflege;\"Schlüssel\r\nbeim Nachbarn\";geplant\r\n"
        + "Jürgen Müller;offen;21.11.26;22.00 Uhr;6.00 Uhr;;;\r\n"
        + ";;;;;;;\r\n"
        + "Käthe Weiß;Anna Groß;Sa, 21. November 2026;20:00;24:00;;;storniert")
    #expect(plan.refusals == [])
    #expect(
      plan.lines == [
        "row 2 | Jürgen Müller | Anna Groß | 2026-11-21 08:00 to 2026-11-21 09:30 | Große Pflege "
          + "| Schlüssel\nbeim Nachbarn",
        "row 3 | Jürgen Müller | open | 2026-11-21 22:00 to 2026-11-22 06:00",
        "row 5 | Käthe Weiß | Anna Groß | 2026-11-21 20:00 to 2026-11-22 00:00 | cancelled",
      ])
  }

  @Test("a spreadsheet saved in France is read: accents, day first, 8h30")
  func french() {
    let plan = planned(
      """
      Bénéficiaire;Intervenante;Début;Durée;Prestation;État
      Amélie Lefèvre;Zoé Noël;21/11/2026 8h30;45 min;Toilette;Confirmé
      Amélie Lefèvre;à pourvoir;1er décembre 2026 à 14h;1 h 30;;annulée
      """)
    #expect(plan.refusals == [])
    #expect(
      plan.lines == [
        "row 2 | Amélie Lefèvre | Zoé Noël | 2026-11-21 08:30 to 45 min | Toilette",
        "row 3 | Amélie Lefèvre | open | 2026-12-01 14:00 to 90 min | cancelled",
      ])
  }

  @Test("times with an offset are the same everywhere; others are of the zone in their row, or the client's")
  func zones() {
    let plan = planned(
      """
      Client,Start,End,Time zone
      margaret-chen,2026-11-21T08:00:00-07:00,2026-11-21T16:00:00Z,
      margaret-chen,2026-11-21T08:00:00.000+0100,9:00,
      margaret-chen,2026-11-21 08:00,2026-11-21 09:00:30,America/Edmonton
      margaret-chen,2026-11-21 08:00,9:00,MST
      """)
    #expect(
      plan.lines == [
        "row 2 | margaret-chen | open | 2026-11-21 15:00Z to 2026-11-21 16:00Z",
        "row 3 | margaret-chen | open | 2026-11-21 07:00Z to 2026-11-21 08:00Z",
        "row 4 | margaret-chen | open | 2026-11-21 08:00 America/Edmonton to 2026-11-21 09:00:30 America/Edmonton",
      ])
    #expect(plan.refusals == ["row 5: Time zone \"MST\": is no IANA time zone; write it as America/Edmonton"])
  }

  @Test("first and last names in columns of their own are put together")
  func names() {
    let plan = planned(
      """
      Client First Name\tClient Last Name\tEmployee last name\tEMPLOYEE_FIRST_NAME\tFrom\tTo
      Margaret\tChen\tJohnson\tSarah\t2026-11-21 08:00\t9:00
      \tSmith\tN/A\t\t2026-11-21 08:00\t9:00
      """)
    #expect(
      plan.lines == [
        "row 2 | Margaret Chen | Sarah Johnson | 2026-11-21 08:00 to 2026-11-21 09:00",
        "row 3 | Smith | open | 2026-11-21 08:00 to 2026-11-21 09:00",
      ])
  }

  @Test(
    "any line ending, spaces around quotation marks, blank rows and Excel's first line make no difference",
    arguments: [
      "Client,Start,Minutes\nA,2026-11-21 8:00,60\n\n   \nB,2026-11-21 9:00,30",
      "Client,Start,Minutes\rA,2026-11-21 8:00,60\r\r,,\rB,2026-11-21 9:00,30\r",
      "sep=;\r\nClient;Start;Minutes\r\nA;2026-11-21 8:00;60\r\n\r\n\r\n \"B\" ; \"2026-11-21 9:00\" ;30;;\r\n",
      "Client|Start|Minutes\nA|2026-11-21 8:00|60\n\n\nB|2026-11-21 9:00|30\n",
      "sep=|\nClient|Start|Minutes\nA|2026-11-21 8:00|60\n\n\nB|2026-11-21 9:00|30\n",
      "Client\tStart\tMinutes\nA\t2026-11-21 8:00\t60\n\n\nB\t2026-11-21 9:00\t30\n",
      "SEP=,\nClient,Start,Minutes\nA,2026-11-21 8:00,60\n\n\nB,2026-11-21 9:00,30\n",
      "\"Client\";\"Start, planned\";\"Minutes\"\nA;2026-11-21 8:00;60\n\n\nB;2026-11-21 9:00;30\n",
    ])
  func shapes(text: String) {
    let plan = planned(text, columns: text.contains("planned") ? ["Start": "start planned"] : [:])
    #expect(plan.refusals == [])
    #expect(
      plan.lines == [
        "row 2 | A | open | 2026-11-21 08:00 to 60 min", "row 5 | B | open | 2026-11-21 09:00 to 30 min",
      ])
  }

  @Test("the same row twice is one visit; the same id with other content is refused, naming the first")
  func ids() {
    let plan = planned(
      """
      Visit ID,Client,Start,Minutes
      7,Margaret Chen,2026-11-21 08:00,60
      7,Margaret Chen,2026-11-21 08:00,60
      7,Margaret Chen,2026-11-21 08:00,45
      """)
    #expect(plan.lines == ["row 2 | Margaret Chen | open | 2026-11-21 08:00 to 60 min | id 7"])
    #expect(
      plan.refusals == [
        "row 4: Visit ID \"7\": the id is in row 2 too, with other content; give each visit its own id, such as "
          + "B17-1 and B17-2 for two workers at one visit, or keep the correct row"
      ])
  }

  @Test("20,000 rows are 20,000 visits")
  func many() {
    let rows = (0..<20_000).map {
      "V\($0),Client \($0 % 50),Worker \($0 % 20),2026-11-21 08:00,09:00,\"Oak St, \($0)\""
    }
    let plan = planned("Id,Client,Worker,Start,End,Address\n" + rows.joined(separator: "\n"))
    #expect(plan.refusals == [])
    #expect(plan.entries.count == 20_000)
    #expect(
      plan.lines.last
        == "row 20001 | Client 49 | Worker 19 | 2026-11-21 08:00 to 2026-11-21 09:00 | id V19999 | Oak St, 19999")
  }
}
