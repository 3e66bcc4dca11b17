import Testing
import VisitsExchange
import VisitsModel

@Suite("Whether the day or the month stands first")
struct DateOrderTests {
  @Test("one date that can mean only one thing decides for the others, before it and behind")
  func evidence() {
    #expect(
      planned("Client,Date,Start,Minutes\nA,03/04/2026,8:00,60\nB,13/04/2026,8:00,60").lines == [
        "row 2 | A | open | 2026-04-03 08:00 to 60 min", "row 3 | B | open | 2026-04-13 08:00 to 60 min",
      ])
    #expect(
      planned("Client,Date,Start,Minutes\nA,03/04/2026,8:00,60\nB,04/13/2026,8:00,60").lines == [
        "row 2 | A | open | 2026-03-04 08:00 to 60 min", "row 3 | B | open | 2026-04-13 08:00 to 60 min",
      ])
  }

  @Test("where nothing decides, nothing is taken until somebody says it")
  func undecided() {
    let text = "Client,Start,End\nB,05/05/2026 8:00,9:00\nA,03/04/2026 8:00,9:00\n"
    #expect(
      planned(text).refusals == [
        "table: \"03/04/2026 8:00\" in row 3 can mean two dates, and no date of the table tells which of its numbers is "
          + "the day; give the order (dateOrder; on the command line --date-order day-first or month-first)"
      ])
    #expect(planned(text).entries == [])
    #expect(
      planned(text, dateOrder: .dayFirst).lines == [
        "row 2 | B | open | 2026-05-05 08:00 to 2026-05-05 09:00",
        "row 3 | A | open | 2026-04-03 08:00 to 2026-04-03 09:00",
      ])
    #expect(
      planned(text, dateOrder: .monthFirst).lines.last == "row 3 | A | open | 2026-03-04 08:00 to 2026-03-04 09:00")
  }

  @Test("slashes tell nothing of dashes, and dots have the day first always")
  func forms() {
    #expect(
      planned("Client,Date,Start,Minutes\nA,03.04.2026,8:00,60\nB,04/13/2026,8:00,60\nC,13-04-2026,8:00,60").lines == [
        "row 2 | A | open | 2026-04-03 08:00 to 60 min", "row 3 | B | open | 2026-04-13 08:00 to 60 min",
        "row 4 | C | open | 2026-04-13 08:00 to 60 min",
      ])
    #expect(
      planned("Client,Date,Start,Minutes\nA,03-04-2026,8:00,60\nB,04/13/2026,8:00,60").refusals.first?
        .hasPrefix("table: \"03-04-2026\" in row 2 can mean two dates") == true)
  }

  @Test("a table that writes both is refused where it contradicts what it wrote first")
  func contradictionOfTheMonthFirst() {
    let text = "Client,Date,Start,Minutes\nA,04/14/2026,8:00,60\nB,13/04/2026,8:00,60"
    #expect(planned(text).lines == ["row 2 | A | open | 2026-04-14 08:00 to 60 min"])
    #expect(
      planned(text).refusals == [
        "row 3: Date \"13/04/2026\": has the day first, while \"04/14/2026\" in row 2 has the month first; "
          + "correct one of them"
      ])
  }

  @Test("a table that writes both is refused where it contradicts itself or could")
  func contradiction() {
    let text = "Client,Date,Start,Minutes\nA,13/04/2026,8:00,60\nB,04/14/2026,8:00,60\nC,03/04/2026,8:00,60"
    #expect(planned(text).lines == ["row 2 | A | open | 2026-04-13 08:00 to 60 min"])
    #expect(
      planned(text).refusals == [
        "row 3: Date \"04/14/2026\": has the month first, while \"13/04/2026\" in row 2 has the day first; "
          + "correct one of them",
        "row 4: Date \"03/04/2026\": can mean two dates, and the table writes both the day first (row 2) and the month "
          + "first (row 3); write its dates in one way, best as 2026-11-21",
      ])
    #expect(
      planned(text, dateOrder: .monthFirst).refusals == [
        "row 2: Date \"13/04/2026\": has the day first, but the order given is month first; correct it, or "
          + "give the other order"
      ])
  }
}
