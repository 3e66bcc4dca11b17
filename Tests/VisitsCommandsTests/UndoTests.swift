import Glibc
import JSON
import JSONRPC
import Testing
import VisitsCommands

@Suite("visits undo")
struct UndoTests {
  private static let nothing =
    "visits: There is no change to take back. Only changes that you made here with this program are remembered.\n"

  /// John Smith's visit, cancelled by this user as its version 4.
  private func cancelled(json: Bool = false) -> TestMachine {
    let machine = TestMachine([
      .answer(["visit": Sample.john]), .answer(["visit": Sample.johnNow("cancelled", "Cancelled")]),
    ])
    let words = ["cancel", Sample.johnID, "--reason", "Hospital"] + (json ? ["--json"] : [])
    #expect(VisitsCommand.run(words, on: machine, output: KeptOutput(), errors: KeptOutput()) == 0)
    return machine
  }

  private func answerUndo(_ machine: TestMachine) {
    let now = Sample.johnNow("cancelled", "Cancelled")
    machine.then(
      .answer(["visit": now]), .answer(["visits": [now]]),
      .answer(["visit": Sample.johnNow("scheduled", "Scheduled", version: 5)]))
  }

  @Test("runs the command that the change printed, on the version that the change led to, and once only")
  func once() {
    let machine = cancelled()
    answerUndo(machine)
    let run = machine.visits("undo")
    #expect(run.status == 0)
    #expect(
      run.errors == """
        Takes back: visits cancel 0199e0c2-5d80-7000-8000-0000000000a2 --reason Hospital
          Now: John Smith, Friday, November 20, 2026, 10:00 AM - 11:00 AM, Sarah Johnson: Cancelled
          Undo: visits reopen 000000a2 --reason 'Cancelled by mistake'

        """)
    #expect(run.output.hasPrefix("○ John Smith: Scheduled\n"))
    #expect(machine.calls.map(\.method).suffix(3) == ["visit.show", "visit.list", "visit.reopen"])
    #expect(machine.calls.last?.params["expectedVersion"] == 4)
    #expect(machine.calls.last?.params["reason"] == "Cancelled by mistake")
    let again = machine.visits("undo")
    #expect(again.status == 1)
    #expect(again.errors == Self.nothing)
  }

  @Test("takes back changes whose result was printed as JSON")
  func json() {
    let machine = cancelled(json: true)
    answerUndo(machine)
    #expect(machine.visits("undo").status == 0)
    #expect(machine.calls.last?.method == "visit.reopen")
  }

  @Test("is refused where the visit has changed since, and that change is forgotten")
  func changedSince() {
    let machine = cancelled()
    machine.then(.answer(["visit": Sample.johnNow("completed", "Completed", version: 7)]))
    let run = machine.visits("undo")
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(
      run.errors == """
        visits: Nothing was taken back, because there was another change after this one: visits cancel \
        0199e0c2-5d80-7000-8000-0000000000a2 --reason Hospital
          Now: John Smith, Friday, November 20, 2026, 10:00 AM - 11:00 AM, Sarah Johnson: Completed

        """)
    #expect(machine.calls.last?.method == "visit.show")
    #expect(machine.visits("undo", "--list").output == "No changes to take back\n")
  }

  @Test("insists on the version that the change led to, also when it has changed in this moment")
  func race() {
    let machine = cancelled()
    machine.then(
      .answer(["visit": Sample.johnNow("cancelled", "Cancelled")]),
      .answer(["visits": [Sample.johnNow("cancelled", "Cancelled", version: 9)]]),
      .refuse(RPCError(code: 1409, kind: "versionConflict", message: "Changed.")))
    let run = machine.visits("undo")
    #expect(run.status == 1)
    #expect(machine.calls.last?.params["expectedVersion"] == 4)
    #expect(machine.visits("undo").errors == Self.nothing)
  }

  @Test("takes back one change after the other, though each undo is a change of the same visit")
  func chain() {
    let machine = TestMachine([
      .answer(["visit": Sample.john]), .answer(["visit": Sample.johnNow("scheduled", "Scheduled", version: 4)]),
    ])
    _ = machine.visits("move", Sample.johnID, "--start", "12:00")
    machine.then(
      .answer(["visit": Sample.johnNow("scheduled", "Scheduled", version: 4)]),
      .answer(["visit": Sample.johnNow("cancelled", "Cancelled", version: 5)]))
    _ = machine.visits("cancel", Sample.johnID, "--reason", "Hospital")
    let cancelled = Sample.johnNow("cancelled", "Cancelled", version: 5)
    let reopened = Sample.johnNow("scheduled", "Scheduled", version: 6)
    machine.then(.answer(["visit": cancelled]), .answer(["visits": [cancelled]]), .answer(["visit": reopened]))
    #expect(machine.visits("undo").status == 0)
    machine.then(
      .answer(["visit": reopened]), .answer(["visits": [reopened]]),
      .answer(["visit": Sample.johnNow("scheduled", "Scheduled", version: 7)]))
    #expect(machine.visits("undo").status == 0)
    #expect(machine.calls.last?.method == "visit.change")
    #expect(machine.calls.last?.params["localStart"] == "2026-11-20T10:00")
    #expect(machine.calls.last?.params["expectedVersion"] == 6)
  }

  @Test("stops at a change that no command takes back, and does not take the one before it for the last")
  func noWay() {
    let machine = cancelled()
    machine.then(.answer(["retried": 2]))
    #expect(machine.visits("sync", "retry", "--all").status == 0)
    let run = machine.visits("undo")
    #expect(run.status == 1)
    #expect(
      run.errors == """
        visits: This change cannot be taken back: visits sync retry --all
          No undo: no command takes this change back.
          Take back the change before it: visits undo

        """)
    #expect(machine.calls.last?.method == "sync.retry")
  }

  @Test("takes a sick call back in one step, each visit on its own version")
  func bulk() {
    let cards = [1, 2].map { Sample.card($0, "A", "8:00 AM - 9:00 AM", nil, "scheduled", "○") }
    let machine = TestMachine([
      .answer(Sample.day(cards)), .answer(["worker": ["name": "Sarah Miller"]]),
      .answer(["visit": Sample.margaret]), .answer(["visit": Sample.john]),
    ])
    _ = machine.visits("unassign", "--worker", "sarah", "--date", "today")
    for visit in [Sample.margaret, Sample.john] { machine.then(.answer(["visit": visit])) }
    for visit in [Sample.margaret, Sample.john] {
      machine.then(.answer(["visits": [visit]]), .answer(["visit": visit]))
    }
    let run = machine.visits("undo")
    #expect(run.status == 0)
    let changes = machine.calls.suffix(4).filter { $0.method == "visit.change" }
    #expect(changes.map { $0.params["worker"] } == ["sarah", "sarah"])
    #expect(changes.map { $0.params["visit"] } == [Sample.margaret["id"], Sample.john["id"]])
    #expect(machine.visits("undo").errors == Self.nothing)
  }

  @Test("asks on a terminal, and changes nothing unless the answer is yes", arguments: [("n", false), ("y", true)])
  func asks(key: String, isDone: Bool) {
    let machine = cancelled()
    machine.hasKeyboard = true
    machine.lines = [key]
    answerUndo(machine)
    let run = machine.visits("undo", columns: 80)
    #expect(run.status == (isDone ? 0 : 1))
    #expect(run.errors.contains("Go ahead? [y/N] "))
    #expect((machine.calls.last?.method == "visit.reopen") == isDone)
    #expect(run.errors.hasSuffix("Nothing was changed.\n") == !isDone)
  }

  @Test("does not ask where --yes is given")
  func yes() {
    let machine = cancelled()
    machine.hasKeyboard = true
    answerUndo(machine)
    let run = machine.visits("undo", "--yes", columns: 80)
    #expect(!run.errors.contains("[y/N]"))
    #expect(machine.calls.last?.method == "visit.reopen")
  }

  @Test("remembers 20 changes, and lists the last one first with the command that takes it back")
  func depth() throws {
    let machine = TestMachine([])
    for number in 1...21 {
      machine.then(
        .answer(["visit": Sample.john]), .answer(["visit": Sample.johnNow("cancelled", "Cancelled")]))
      _ = machine.visits("cancel", Sample.johnID, "--reason", "\(number)")
    }
    let list = try JSONScanner.parse(machine.visits("undo", "--list", "--json").output.utf8)
    #expect(list["changes"]?.array?.count == 20)
    let lines = machine.visits("undo", "--list").output.split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(2) == [
        "visits cancel 0199e0c2-5d80-7000-8000-0000000000a2 --reason 21",
        "  Undo: visits reopen 000000a2 --reason 'Cancelled by mistake'",
      ])
    #expect(lines.last(where: { !$0.hasPrefix(" ") })?.hasSuffix("--reason 2") == true)
  }

  @Test("says why a change cannot be taken back, and goes on with the one before it")
  func cannot() {
    let machine = cancelled()
    let series: JSONValue = [
      "id": "0199e0c2-5d80-7000-8000-0000000000b1", "client": "john-smith", "version": 1, "minutes": 60,
      "repeat": "FREQ=DAILY", "display": ["title": "John Smith"],
    ]
    machine.then(.answer(["series": series]), .answer(["series": series, "visits": [Sample.john], "moved": []]))
    _ = machine.visits("series", "end", "0199e0c2-5d80-7000-8000-0000000000b1", "--reason", "Moved away")
    let run = machine.visits("undo")
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("visits: This change cannot be taken back: visits series end 0199e0c2"))
    #expect(run.errors.contains(": visits add --client john-smith"))
    #expect(run.errors.hasSuffix("  Take back the change before it: visits undo\n"))
    answerUndo(machine)
    #expect(machine.visits("undo").status == 0)
    #expect(machine.calls.last?.method == "visit.reopen")
  }

  @Test("takes an edit back, to the line ends of the note and to the client's own address")
  func edit() {
    var before = Sample.john.object ?? [:]
    before["note"] = "Key under the mat\nIt's the blue door"
    before["address"] = "456 Maple Ave"
    let after = Sample.johnNow("scheduled", "Scheduled")
    let machine = TestMachine([
      .answer(["visit": .object(before)]), .answer(["client": ["id": "c", "address": "456 Maple Ave"]]),
      .answer(["visit": after]),
    ])
    let run = machine.visits(
      "edit", Sample.johnID, "--note", "Ring twice", "--service", "Bath", "--address", "9 Elm St")
    #expect(machine.calls.last?.method == "visit.change")
    #expect(machine.calls.last?.params["note"] == "Ring twice")
    #expect(machine.calls.last?.params["service"] == "Bath")
    #expect(machine.calls.last?.params["address"] == "9 Elm St")
    #expect(
      run.output.hasSuffix(
        "  Undo: visits edit 000000a2 --note 'Key under the mat It'\\''s the blue door' --service '' --address ''\n"))
    machine.then(
      .answer(["visit": after]), .answer(["visits": [after]]), .answer(["client": ["id": "c"]]),
      .answer(["visit": Sample.johnNow("scheduled", "Scheduled", version: 5)]))
    #expect(machine.visits("undo").status == 0)
    #expect(machine.calls.last?.params["note"] == "Key under the mat\nIt's the blue door")
    #expect(machine.calls.last?.params["service"] == .null)
    #expect(machine.calls.last?.params["address"] == .null)
    #expect(TestMachine([]).visits("edit", Sample.johnID).status == 64)
  }

  @Test("keeps what it remembers for this user alone")
  func modes() throws {
    let machine = cancelled()
    let folder = try #require(machine.environment["XDG_STATE_HOME"]) + "/visits"
    let directory = try #require(opendir(folder))
    defer { closedir(directory) }
    var files = 0
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard !name.hasPrefix(".") else { continue }
      var status = stat()
      #expect(stat("\(folder)/\(name)", &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600)
      files += 1
    }
    #expect(files == 1)
  }
}
