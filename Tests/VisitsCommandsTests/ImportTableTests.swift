import JSON
import TableColumns
import Testing

@testable import VisitsCommands

@Suite("What visits import tells of tables")
struct ImportTableTests {
  private func answer(
    columns: [String] = ["client", "worker"], ignored: [String] = [], leftBehind: Int64 = 0
  ) -> JSONValue {
    [
      "added": 2, "changed": 0, "unchanged": 0, "refused": [],
      "table": [
        "columns": .array(columns.map { ["column": .string($0), "heading": .string("The \($0)")] }),
        "ignored": .array(ignored.map(JSONValue.string)), "leftBehind": .integer(leftBehind),
      ],
    ]
  }

  private func run(_ answer: JSONValue, _ option: String = "--skip-invalid") -> Run {
    let machine = TestMachine([.answer(answer)])
    machine.files[.file("t.csv")] = Array("a;b\n".utf8)
    return machine.visits("import", "t.csv", option)
  }

  @Test("is quiet where nothing is ignored, everybody has a worker and nothing is left behind")
  func quiet() {
    let run = run(answer())
    #expect(run.output == "Imported: 2 added, 0 changed, 0 unchanged, 0 refused\n")
    #expect(run.errors == "")
  }

  @Test("a trial tells how each heading was read, and which was not")
  func trial() {
    let run = run(answer(columns: ["clientFirstName", "worker"], ignored: ["Bereich", "a\u{1B}b"]), "--dry-run")
    #expect(
      run.output == """
        Would import: 2 added, 0 changed, 0 unchanged, 0 refused
        Columns: client first name from "The clientFirstName", worker from "The worker"
        Ignored: "Bereich", "ab"

        """)
    #expect(run.errors == "")
  }

  @Test("an import names the headings that it ignored")
  func ignored() {
    #expect(
      run(answer(ignored: ["Bereich", "Farbe"])).errors
        == "visits: Ignored, since these headings are not known: \"Bereich\", \"Farbe\". To use one: "
        + "--columns \"note=Bereich\"; all known headings: visits import --list-columns\n")
  }

  @Test("an import of people says whose table it was, and nothing of visits")
  func people() {
    let answer: JSONValue = [
      "added": 2, "changed": 0, "unchanged": 0, "refused": [],
      "table": [
        "columns": [["column": "givenName", "heading": "Vorname"]], "ignored": ["Bereich"], "leftBehind": 0,
        "people": "workers",
      ],
    ]
    let done = run(answer)
    #expect(done.output == "Imported workers: 2 added, 0 changed, 0 unchanged, 0 refused\n")
    #expect(
      done.errors
        == "visits: Ignored, since this heading is not known: \"Bereich\". To use it: "
        + "--columns \"phone=Bereich\"; all known headings: visits import --list-columns\n")
    #expect(
      run(answer, "--dry-run").output == """
        Would import workers: 2 added, 0 changed, 0 unchanged, 0 refused
        Columns: given name from "Vorname"
        Ignored: "Bereich"

        """)
  }

  @Test("a dry run says what would be added, the first of much")
  func additions() {
    let names = (1...20).map { JSONValue.string("Ann Lee, Friday, November 20, \($0):00 AM - \($0):30 AM, Open") }
    let many: JSONValue = [
      "added": 23, "changed": 0, "unchanged": 1, "refused": [], "wouldAdd": .array(names + ["not shown", "nor this"]),
    ]
    let lines = run(many, "--dry-run").output.split(separator: "\n").map(String.init)
    #expect(lines[0] == "Would import: 23 added, 0 changed, 1 unchanged, 0 refused")
    #expect(lines[1] == "  + Ann Lee, Friday, November 20, 1:00 AM - 1:30 AM, Open")
    #expect(lines[20...] == ["  + Ann Lee, Friday, November 20, 20:00 AM - 20:30 AM, Open", "  … and 3 more"])
  }

  @Test("an import without a worker column says that what is new is open")
  func open() {
    #expect(
      run(answer(columns: ["client", "start"])).errors
        == "visits: No column names a worker: new visits are unassigned.\n")
    #expect(run(answer(columns: ["client", "workerLastName"])).errors == "")
  }

  @Test("an import says of rows without ids that another start is another visit, where one was left behind")
  func leftBehind() {
    #expect(
      run(answer(leftBehind: 1)).errors
        == "visits: 1 visit of an earlier table is missing from this one, and stays: a row without an id is matched by "
        + "its client and start, so with another start it is a new visit.\n")
    #expect(
      run(answer(leftBehind: 3), "--dry-run").errors.hasPrefix("visits: 3 visits of an earlier table are missing"))
  }

  @Test(
    "names a workbook for what it is, and says how it becomes a table",
    arguments: [
      ([0x50, 0x4B, 0x03, 0x04, 0xFF], "an Excel workbook or another ZIP archive"),
      ([0xD0, 0xCF, 0x11, 0xE0, 0xA1], "an Excel workbook of the old kind"),
      (
        [0x50, 0x4B, 0x03, 0x04] + Array(repeating: 0, count: 26)
          + Array("mimetypeapplication/vnd.oasis.opendocument.spreadsheet".utf8), "an OpenDocument file"
      ),
    ] as [([UInt8], String)])
  func workbooks(bytes: [UInt8], name: String) {
    let machine = TestMachine([])
    machine.files[.file("plan.xlsx")] = bytes
    let run = machine.visits("import", "plan.xlsx")
    #expect(run.status == 65)
    #expect(
      run.errors
        == "visits: plan.xlsx is \(name), not text. Save it as CSV: in Excel File, Save As, CSV UTF-8; in LibreOffice "
        + "File, Save As, Text CSV.\n")
  }

  @Test("the help names every column, and --list-columns every heading")
  func columns() {
    let help = TestMachine([]).visits("import", "--help").output
    let list = TestMachine([]).visits("import", "--list-columns").output
    for column in TableKind.visits.columns {
      #expect(help.contains("\n  \(column.name) "), "\(column.name)")
    }
    for kind in TableKind.allCases {
      #expect(list.contains("A table of \(kind.rawValue)\n"))
      for column in kind.columns {
        let headings = column.headings(in: kind).joined(separator: ", ")
        #expect(list.contains("Headings: \(headings)\n"), "\(column.name)")
      }
    }
    let json = TestMachine([]).visits("import", "--list-columns", "--json").output
    #expect(json.contains("\"Einsatz-Nr\""))
    #expect(json.contains("\"Personalnummer\""))
  }

  @Test("takes a file, or lists the columns, and not both or neither")
  func usage() {
    #expect(TestMachine([]).visits("import").status == 64)
    #expect(TestMachine([]).visits("import", "t.csv", "--list-columns").status == 64)
  }
}
