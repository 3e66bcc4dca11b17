import Testing

@testable import VisitsCommands

@Suite("Rows of cells")
struct SheetTests {
  private func lines(_ rows: [[String]], _ columns: Int?, _ sheet: Sheet) -> String {
    var sheet = sheet
    sheet.rows = rows.map { $0.map { Sheet.Cell($0) } }
    return sheet.lines(on: Screen(for: KeptOutput(columns: columns), environment: ["NO_COLOR": "1"])).joined(
      separator: "\n")
  }

  private let checklist = [
    ["1", "○", "Weighed myself", "", ""],
    ["2", "✗", "Breakfast", "--:--", "Refused: she was not hungry, and tired after a bad night"],
    ["3", "✓", "Lunch", "10:30 AM", "ate half"],
  ]

  @Test("one long remark is broken within its column, and nothing else leaves its place")
  func remark() {
    let sheet = Sheet(leading: 3, kept: 4, wrapping: (column: 4, least: 24))
    #expect(
      lines(checklist, 60, sheet) == """
        1  ○  Weighed myself
        2  ✗  Breakfast       --:--     Refused: she was not hungry,
                                        and tired after a bad night
        3  ✓  Lunch           10:30 AM  ate half
        """)
  }

  @Test("where a remark would get too few columns it stands below, and the time beside the title still")
  func remarkBelow() {
    let sheet = Sheet(leading: 3, kept: 4, wrapping: (column: 4, least: 24))
    #expect(
      lines(checklist, 50, sheet) == """
        1  ○  Weighed myself
        2  ✗  Breakfast       --:--
              Refused: she was not hungry, and tired after
              a bad night
        3  ✓  Lunch           10:30 AM
              ate half
        """)
  }

  @Test("a remark whose word would be broken inside its column stands below")
  func longWord() {
    let sheet = Sheet(leading: 3, kept: 4, wrapping: (column: 4, least: 24))
    #expect(
      lines([["1", "✓", "Lunch", "10:30 AM", "Medikamentenverabreichungsplan"]], 50, sheet) == """
        1  ✓  Lunch  10:30 AM
              Medikamentenverabreichungsplan
        """)
  }

  @Test("a title that is longer than the screen is broken, and the time stays on its first line")
  func longTitle() {
    let sheet = Sheet(leading: 3, kept: 4, wrapping: (column: 4, least: 24))
    #expect(
      lines([["1", "✓", "Lunch with the whole of the family", "10:30 AM", ""]], 36, sheet) == """
        1  ✓  Lunch with the whole  10:30 AM
              of the family
        """)
  }

  @Test("as many columns as have room stay, and the rest stands below them on as few lines as it takes")
  func table() {
    let rows = [
      ["Frühstück", "täglich", "Ernährung", "mit Uhrzeit", "aa"], ["Spaziergang", "Mo, Do", "Bewegung", "", "bb"],
    ]
    #expect(
      lines(rows, 40, Sheet(leading: 1)) == """
        Frühstück    täglich  Ernährung
          mit Uhrzeit  aa
        Spaziergang  Mo, Do   Bewegung
          bb
        """)
    #expect(lines(rows, 80, Sheet(leading: 1)).split(separator: "\n").count == 2)
  }
}
