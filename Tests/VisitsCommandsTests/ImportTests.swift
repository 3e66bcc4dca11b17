import JSON
import JSONRPC
import Testing

@testable import VisitsCommands

@Suite("visits import of tables and of large files")
struct ImportTests {
  private let done: JSONValue = ["added": 2, "changed": 0, "unchanged": 0, "refused": []]
  private let received: JSONValue = ["part": 1, "received": 700_000]

  @Test("says of a table what it was told of it")
  func table() {
    let machine = TestMachine([.answer(done)])
    machine.files[.file("t.csv")] = Array("client;when\n".utf8)
    let run = machine.visits(
      "import", "t.csv", "--columns", "start=When, planned,end=Till", "--columns", "note=Remark", "--date-order",
      "day-first", "--allow-overlap", "--allow-absence")
    #expect(run.output == "Imported: 2 added, 0 changed, 0 unchanged, 0 refused\n")
    let params = machine.calls.first?.params
    #expect(params?["format"] == "csv")
    #expect(params?["columns"] == ["start": "When, planned", "end": "Till", "note": "Remark"])
    #expect(params?["dateOrder"] == "dayFirst")
    #expect(params?["allowOverlap"] == true)
    #expect(params?["allowAbsence"] == true)
    #expect(params?["upload"] == nil)
  }

  @Test("sends a table of people by the format that says whose it is")
  func people() {
    let machine = TestMachine([.answer(done)])
    machine.files[.file("t.csv")] = Array("Name;Phone\n".utf8)
    #expect(machine.visits("import", "t.csv", "--format", "clients").status == 0)
    #expect(machine.calls.first?.params["format"] == "clients")
  }

  @Test("says what of a calendar was passed over")
  func outside() {
    func told(_ events: Int64) -> String {
      let outside: JSONValue = [
        "events": .integer(events), "from": "2026-11-14", "to": "2027-01-16", "days": "Nov 14 – Jan 16",
      ]
      let answer: JSONValue = ["added": 0, "changed": 0, "unchanged": 0, "refused": [], "outside": outside]
      let machine = TestMachine([.answer(answer)])
      machine.files[.file("c.ics")] = Array("BEGIN:VCALENDAR\n".utf8)
      return machine.visits("import", "c.ics").errors
    }
    #expect(told(12) == "visits: 12 events lie outside of Nov 14 – Jan 16 and were skipped.\n")
    #expect(told(1) == "visits: 1 event lies outside of Nov 14 – Jan 16 and was skipped.\n")
  }

  @Test("says what of a Bundle was passed over, and fails where nothing else was in it")
  func passedOver() {
    func run(_ added: Int64) -> Run {
      let passed: JSONValue = [
        [
          "kind": "Encounter", "reason": "noAppointment", "count": 6,
          "words": "6 Encounters skipped: no Appointment in this file or here",
        ]
      ]
      let answer: JSONValue = [
        "added": .integer(added), "changed": 0, "unchanged": 0, "refused": [], "passedOver": passed,
      ]
      let machine = TestMachine([.answer(answer)])
      machine.files[.file("b.json")] = Array("{\"resourceType\":\"Bundle\"}".utf8)
      return machine.visits("import", "b.json")
    }
    let words = "visits: 6 Encounters skipped: no Appointment in this file or here\n"
    #expect(run(2).errors == words)
    #expect(run(2).status == 0)
    #expect(run(0).errors == words + "visits: Nothing in b.json is about visits that are planned here.\n")
    #expect(run(0).status == 65)
  }

  @Test("refuses a column without a heading", arguments: ["start", "start=", "=x"])
  func columns(text: String) {
    let machine = TestMachine([])
    machine.files[.file("t.csv")] = Array("client;when\n".utf8)
    let run = machine.visits("import", "t.csv", "--columns", text)
    #expect(run.status == 64)
    #expect(
      run.errors == "visits: --columns takes a column and its heading, start=\"Visit begin\"; it is \"\(text)\".\n")
  }

  @Test("cuts a text between characters, as large as JSON writes them")
  func parts() {
    let parts = TextParts("ab\"\"é€\n\u{1}", limit: 4)
    #expect((1...parts.count).map { parts[$0] } == ["ab\"", "\"é", "€", "\n", "\u{1}"])
    #expect(TextParts("abcd", limit: 4).count == 1)
  }

  @Test("sends a large file in parts, and draws how far it is on a terminal")
  func large() {
    let machine = TestMachine([.answer(received), .answer(received), .answer(done)])
    let text = "a;b\n" + String(repeating: "x", count: 1_500_000)
    machine.files[.file("t.csv")] = Array(text.utf8)
    let run = machine.visits("import", "t.csv", "--dry-run", columns: 80)
    #expect(run.output == "Would import: 2 added, 0 changed, 0 unchanged, 0 refused\n")
    let calls = machine.calls.map(\.params)
    #expect(calls.map { $0["part"] } == [1, 2, 3])
    #expect(calls.map { $0["last"] } == [nil, nil, true])
    #expect(calls.map { $0["dryRun"] } == [nil, nil, true])
    #expect(Set(calls.compactMap { $0["upload"]?.string }).count == 1)
    #expect(Set(calls.compactMap { $0["requestId"]?.string }).count == 3)
    #expect(calls.compactMap { $0["content"]?.string }.joined() == text)
    #expect(
      run.errors
        == "\rSending t.csv: 1 of 3\u{1B}[K\rSending t.csv: 2 of 3\u{1B}[K\rSending t.csv: 3 of 3\u{1B}[K\r\u{1B}[K")
  }

  @Test("cuts smaller parts for a daemon that takes shorter messages")
  func shorterMessages() {
    let short = RPCError.tooLarge(limit: "messageBytes", value: 4096, "The line is longer than 4096 bytes.")
    let machine = TestMachine([.refuse(short), .answer(received), .answer(received), .answer(done)])
    let text = "a;b\n" + String(repeating: "x", count: 6000)
    machine.files[.file("t.csv")] = Array(text.utf8)
    let run = machine.visits("import", "t.csv")
    #expect(run.output == "Imported: 2 added, 0 changed, 0 unchanged, 0 refused\n")
    let parts = machine.calls.dropFirst().compactMap { $0.params["content"]?.string }
    #expect(parts.map(\.utf8.count) == [2729, 2730, 545])
    #expect(parts.joined() == text)
  }

  @Test("begins again with the first part when the daemon has forgotten it, under the same ids")
  func forgotten() {
    let lost = RPCError.invalidParams(field: "upload", "Nothing is kept of this upload.")
    let machine = TestMachine([.answer(received), .refuse(lost), .answer(received), .answer(done)])
    machine.files[.file("t.csv")] = Array(("a;b\n" + String(repeating: "x", count: 1_000_000)).utf8)
    let run = machine.visits("import", "t.csv")
    #expect(run.status == 0)
    #expect(run.errors == "")
    let calls = machine.calls.map(\.params)
    #expect(calls.map { $0["part"] } == [1, 2, 1, 2])
    #expect(calls[0] == calls[2])
    #expect(calls[1] == calls[3])
  }

  @Test("lists the first twenty refused rows, and counts the others")
  func manyRefused() {
    let refused = (1...400).map { row -> JSONValue in ["place": .string("row \(row)"), "reason": "No start."] }
    let answer: JSONValue = ["added": 0, "changed": 0, "unchanged": 0, "refused": .array(refused)]
    let machine = TestMachine([.answer(answer), .answer(answer), .answer(answer)])
    machine.files[.file("t.csv")] = Array("a;b\n".utf8)
    let run = machine.visits("import", "t.csv")
    #expect(run.status == 65)
    let lines = run.errors.split(separator: "\n")
    // There is nothing that could be taken without them.
    #expect(lines.count == 22)
    #expect(lines[0] == "visits: Nothing was imported, since 400 entries are refused.")
    #expect(lines[20] == "  row 20: No start.")
    #expect(lines[21] == "  … and 380 more; all of them with --json")
    let skipping = machine.visits("import", "t.csv", "--skip-invalid")
    #expect(skipping.status == 65)
    #expect(skipping.errors == run.errors)
    #expect(machine.visits("import", "t.csv", "--json").errors.contains("  … and 380 more\n"))
  }

  @Test("says which rows are about visits that stay as they are")
  func kept() {
    let row: JSONValue = ["place": "row 5", "reason": "This visit is completed already."]
    let one: JSONValue = ["added": 1, "changed": 0, "unchanged": 6, "refused": [], "kept": [row]]
    let many: JSONValue = ["added": 1, "changed": 0, "unchanged": 6, "refused": [], "kept": [row], "keptMore": 2]
    let machine = TestMachine([.answer(one), .answer(many)])
    machine.files[.file("t.csv")] = Array("a;b\n".utf8)
    let run = machine.visits("import", "t.csv")
    #expect(run.status == 0)
    #expect(run.output == "Imported: 1 added, 0 changed, 6 unchanged, 1 left as it is, 0 refused\n")
    #expect(run.errors == "visits: left as it is: row 5: This visit is completed already.\n")
    let more = machine.visits("import", "t.csv")
    #expect(more.output == "Imported: 1 added, 0 changed, 6 unchanged, 3 left as they are, 0 refused\n")
    #expect(more.errors.hasSuffix("visits: left as it is: … and 2 more; the first 1 with --json\n"))
  }

  @Test("says when it is interrupted what became of the file")
  func interrupted() {
    let nothing = "visits: Interrupted. Nothing was imported.\n"
    let perhaps = """
      visits: Interrupted. visitsd may have received all of it, and then imports it.
        See the result: visits audit
        Importing it again changes nothing twice: visits import 'my week.csv'

      """
    let machine = TestMachine([.answer(received), .answer(done), .answer(done), .answer(done)])
    machine.files[.file("my week.csv")] = Array(("a;b\n" + String(repeating: "x", count: 1_000_000)).utf8)
    machine.files[.file("t.csv")] = Array("a;b\n".utf8)
    _ = machine.visits("import", "my week.csv")
    #expect(machine.lastWords == [nothing, perhaps, nil])
    _ = machine.visits("import", "t.csv")
    #expect(machine.lastWords[3]?.hasSuffix("visits import t.csv\n") == true)
    machine.lastWords = []
    _ = machine.visits("import", "t.csv", "--dry-run", columns: 80)
    #expect(machine.lastWords == ["\r\u{1B}[K" + nothing, nil])
  }

  @Test("names the whole command to be tried again when no answer comes, below the line of its progress")
  func unanswered() {
    let machine = TestMachine([.answer(received), .fail(.timeout(.receiving))])
    machine.files[.file("my week.csv")] = Array(("a;b\n" + String(repeating: "x", count: 1_000_000)).utf8)
    let run = machine.visits("import", "my week.csv", "--columns", "start=When", columns: 80)
    #expect(run.status == 75)
    #expect(run.errors.contains("2 of 2\u{1B}[K\r\u{1B}[Kvisits: visitsd at"))
    #expect(run.errors.contains("\n    visits import 'my week.csv' --columns 'start=When'\n"))
  }

  @Test("counts the refused rows that visitsd only counts")
  func refusedMore() {
    let refused = (1...1000).map { row -> JSONValue in ["place": .string("row \(row)"), "reason": "No start."] }
    let answer: JSONValue = [
      "added": 3, "changed": 0, "unchanged": 0, "refused": .array(refused), "refusedMore": 234,
    ]
    let machine = TestMachine([.answer(answer), .answer(answer)])
    machine.files[.file("t.csv")] = Array("a;b\n".utf8)
    let run = machine.visits("import", "t.csv", "--skip-invalid")
    #expect(run.output == "Imported: 3 added, 0 changed, 0 unchanged, 1,234 refused\n")
    #expect(run.errors.hasSuffix("visits: left out: … and 1,214 more; the first 1000 with --json\n"))
    let all = machine.visits("import", "t.csv")
    #expect(all.errors.hasPrefix("visits: Nothing was imported, since 1,234 entries are refused.\n"))
  }
}
