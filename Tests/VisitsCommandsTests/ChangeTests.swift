import JSON
import JSONRPC
import Testing
import VisitsCommands

/// What changes send, and what they say: whom, when, the new state, and how to undo it.
@Suite struct ChangeTests {
  @Test(
    "a change sends what was typed, and names the command that undoes it",
    arguments: [
      (
        ["start", "--at", "8:05"], "visit.start", ["localAt": "8:05"],
        "Undo: visits reopen 000000a2 --reason 'Started by mistake'"
      ),
      (
        ["complete", "--at", "2026-11-20T18:00:00Z", "--note", "Ate well."], "visit.complete",
        ["note": "Ate well.", "at": "2026-11-20T18:00:00Z"],
        "Undo: visits reopen 000000a2 --reason 'Completed by mistake'"
      ),
      (
        ["cancel", "--reason", "Hospital"], "visit.cancel", ["reason": "Hospital"],
        "Undo: visits reopen 000000a2 --reason 'Cancelled by mistake'"
      ),
      (
        ["miss", "--by", "client", "--reason", "Not at home"], "visit.miss",
        ["by": "client", "reason": "Not at home"],
        "Undo: visits reopen 000000a2 --reason 'Marked as missed by mistake'"
      ),
      (
        ["move", "--start", "tomorrow 14:30"], "visit.change", ["localStart": "tomorrow 14:30"],
        "Undo: visits move 000000a2 --start 2026-11-20T10:00 --end 2026-11-20T11:00 --allow-overlap --allow-absence"
      ),
      (
        ["move", "--end", "12:00", "--allow-overlap"], "visit.change", ["localEnd": "12:00", "allowOverlap": true],
        "Undo: visits move 000000a2 --start 2026-11-20T10:00 --end 2026-11-20T11:00 --allow-overlap --allow-absence"
      ),
      (
        ["assign", "--worker", "sam", "--allow-overlap"], "visit.change",
        ["worker": "sam", "allowOverlap": true],
        "Undo: visits assign 000000a2 --worker sarah --allow-overlap --allow-absence"
      ),
      (
        ["unassign"], "visit.change", ["worker": .null],
        "Undo: visits assign 000000a2 --worker sarah --allow-overlap --allow-absence"
      ),
    ] as [([String], String, [String: JSONValue], String)])
  func change(words: [String], method: String, params: [String: JSONValue], undo: String) {
    let machine = TestMachine([
      .answer(["visit": Sample.john]), .answer(["visit": Sample.johnNow("scheduled", "Scheduled")]),
    ])
    let output = KeptOutput()
    let words = [words[0], Sample.johnID] + words.dropFirst()
    #expect(VisitsCommand.run(words, on: machine, output: output, errors: KeptOutput()) == 0)
    var expected = params
    expected["visit"] = .string(Sample.johnID)
    expected["expectedVersion"] = 3
    expected["requestId"] = .string(String(repeating: "00", count: 16))
    let sent = machine.calls.last?.params.object?.members ?? []
    #expect(machine.calls.last?.method == method)
    #expect(Dictionary(uniqueKeysWithValues: sent.map { ($0.name, $0.value) }) == expected)
    #expect(
      output.text == """
        ○ John Smith: Scheduled
          Friday, November 20, 2026, 10:00 AM - 11:00 AM, Sarah Johnson
          \(undo)

        """)
  }

  @Test(
    "what was reopened is undone by what it had been",
    arguments: [
      (["status": "cancelled", "reason": "It's raining"], "visits cancel 000000a2 --reason 'It'\\''s raining'"),
      (
        ["status": "missed", "missedBy": "worker", "reason": "Ill"],
        "visits miss 000000a2 --by worker --reason 'Ill'"
      ),
      (
        ["status": "completed", "checkOut": ["at": "2026-11-20T18:02:00Z"]],
        "visits complete 000000a2 --at 2026-11-20T18:02:00Z"
      ),
      (
        ["status": "inProgress", "checkIn": ["at": "2026-11-20T17:02:00Z"]],
        "visits start 000000a2 --at 2026-11-20T17:02:00Z"
      ),
    ] as [([String: JSONValue], String)])
  func reopened(changes: [String: JSONValue], undo: String) {
    var before = Sample.john.object ?? [:]
    for (name, value) in changes { before[name] = value }
    let machine = TestMachine([
      .answer(["visit": .object(before)]), .answer(["visit": Sample.johnNow("scheduled", "Scheduled")]),
    ])
    let run = machine.visits("reopen", Sample.johnID, "--reason", "Mistake")
    #expect(run.output.hasSuffix("  Undo: \(undo)\n"))
  }

  @Test("what was reopened with its check-in lost gets both back")
  func reopenedWithCheckIn() {
    var before = Sample.margaret.object ?? [:]
    before["checkIn"] = ["at": "2026-11-20T15:02:00Z"]
    before["checkOut"] = ["at": "2026-11-20T16:02:00Z"]
    let machine = TestMachine([
      .answer(["visit": .object(before)]), .answer(["visit": Sample.johnNow("scheduled", "Scheduled")]),
    ])
    let run = machine.visits("reopen", Sample.johnID, "--reason", "Mistake")
    #expect(
      run.output.hasSuffix(
        "  Undo in two steps: visits complete 000000a1 --at 2026-11-20T16:02:00Z && visits correct 000000a1 "
          + "--check-in 2026-11-20T15:02:00Z --reason other --note 'Reopened by mistake'\n"))
  }

  @Test(
    "a correction is undone by the time before it; where none can be put back, that is said",
    arguments: [
      (
        "--check-in", "2026-11-20T15:10:00Z",
        "Undo: visits correct 000000a1 --check-in 2026-11-20T08:10 --reason other --note 'Corrected by mistake'"
      ),
      (
        "--check-out", "2026-11-20T23:00:00Z",
        "No undo: the previous check-out, 2026-11-20T16:00, is in the future, and cannot be recorded again."
      ),
      (
        "--check-out", nil,
        """
        No undo: a check-out can be corrected, but not removed. Correct it: visits correct 000000a1 \
        --check-out TIME --reason other --note WHY
        """
      ),
    ] as [(String, String?, String)])
  func corrected(option: String, at: String?, line: String) {
    let member = option == "--check-in" ? "checkIn" : "checkOut"
    var before = Sample.margaret.object ?? [:]
    if let at {
      before[member] = ["at": .string(at)]
      var display = before["display"]?.object ?? [:]
      display["typed"] = [member: .string(member == "checkIn" ? "2026-11-20T08:10" : "2026-11-20T16:00")]
      before["display"] = .object(display)
    }
    var after = Sample.margaret.object ?? [:]
    after["version"] = 4
    after["updatedAt"] = "2026-11-20T17:00:00Z"
    let machine = TestMachine([.answer(["visit": .object(before)]), .answer(["visit": .object(after)])])
    let run = machine.visits(
      "correct", "0199e0c2-5d80-7000-8000-0000000000a1", option, "8:02", "--reason", "forgotten")
    #expect(machine.calls[1].params["local" + member.prefix(1).uppercased() + member.dropFirst()] == "8:02")
    #expect(run.output.hasSuffix("  \(line)\n"))
  }

  @Test("a visit is added for a client named in part, with an end or a length")
  func add() {
    let machine = TestMachine([
      .answer(["clients": [["id": "margaret-chen", "name": "Margaret Chen"]]]), .answer(["visits": [Sample.john]]),
    ])
    let run = machine.visits(
      "add", "--client", "Chen", "--start", "tomorrow 8am", "--minutes", "45", "--service", "Bath")
    #expect(
      machine.calls.last?.params == [
        "client": "margaret-chen", "localStart": "tomorrow 8am", "minutes": 45, "service": "Bath",
        "requestId": .string(String(repeating: "00", count: 16)),
      ])
    #expect(run.output.hasSuffix("  Undo: visits cancel 000000a2 --reason 'Planned by mistake'\n"))
    #expect(TestMachine([]).visits("add", "--client", "c", "--start", "8:00").status == 64)
  }

  @Test("a sick call opens all that the day still has, and nothing that was done")
  func sickCall() {
    let sarah: JSONValue = ["worker": ["id": "sarah", "name": "Sarah Johnson"]]
    let machine = TestMachine([.answer(Sample.today), .answer(sarah), .answer(["visit": Sample.john])])
    let run = machine.visits("unassign", "--worker", "sarah", "--date", "today")
    #expect(
      machine.calls == [
        .init(method: "today", params: ["worker": "sarah", "localDate": "today"]),
        .init(method: "worker.show", params: ["worker": "sarah"]),
        .init(
          method: "visit.change",
          params: [
            "visit": .string(Sample.johnID), "expectedVersion": 3, "worker": .null,
            "requestId": .string(String(repeating: "00", count: 16)),
          ]),
      ])
    #expect(
      run.output.hasSuffix(
        """
        1 of Sarah Johnson's visits is now unassigned (Today)
          Undo: visits assign 000000a2 --worker sarah --allow-overlap --allow-absence

        """))
  }

  @Test("a sick call that is stopped halfway says how far it came, and one line gives all back")
  func halfASickCall() {
    let cards = [1, 2, 3].map { Sample.card($0, "A", "8:00 AM - 9:00 AM", nil, "scheduled", "○") }
    let machine = TestMachine([
      .answer(Sample.day(cards)), .refuse(RPCError(code: 1403, kind: "forbidden", message: "You may not.")),
      .answer(["visit": Sample.margaret]), .answer(["visit": Sample.john]),
      .refuse(RPCError(code: 1409, kind: "versionConflict", message: "Changed.")),
    ])
    let run = machine.visits("unassign", "--worker", "sarah", "--date", "today")
    #expect(run.status == 1)
    #expect(
      run.output.hasSuffix(
        """
        Now unassigned: 2 of sarah's 3 visits (Today)
          Undo: for visit in 000000a1 000000a2; do visits assign $visit --worker sarah \
        --allow-overlap --allow-absence; done

        """))
    #expect(run.output.split(separator: "Undo").count == 2)
    #expect(run.errors == "visits: Changed.\n  Still assigned: A, 8:00 AM - 9:00 AM\n")
    let none = TestMachine([.answer(Sample.day([]))]).visits("unassign", "--worker", "sarah", "--date", "today")
    #expect(none.status == 0)
    #expect(none.output == "Nothing to change: no visit is still scheduled (Today)\n")
  }

  @Test("a time that lies ahead is kept, and it is said that it was marked")
  func ahead() {
    var after = Sample.johnNow("completed", "Completed").object ?? [:]
    after["checkOut"] = ["at": "2026-11-21T15:00:00Z", "clockSuspect": true]
    after["updatedAt"] = "2026-11-20T17:10:00Z"
    var display = after["display"]?.object ?? [:]
    display["checkOut"] = "Sat 8:00 AM"
    after["display"] = .object(display)
    let machine = TestMachine([.answer(["visit": Sample.john]), .answer(["visit": .object(after)])])
    let run = machine.visits("complete", Sample.johnID, "--at", "tomorrow 8:00")
    #expect(
      run.output == """
        ✓ John Smith: Completed
          Friday, November 20, 2026, 10:00 AM - 11:00 AM, Sarah Johnson
          ⚠ Sat 8:00 AM: the check-out is in the future; flagged for review.
          Undo: visits reopen 000000a2 --reason 'Completed by mistake'

        """)
    // What was marked before is no news.
    var later = after
    later["version"] = 5
    let again = TestMachine([.answer(["visit": .object(after)]), .answer(["visit": .object(later)])])
      .visits("move", Sample.johnID, "--end", "11:30")
    #expect(!again.output.contains("⚠"))
  }

  @Test("a change of nothing says so")
  func nothing() {
    let machine = TestMachine([.answer(["visit": Sample.john]), .answer(["visit": Sample.john])])
    let run = machine.visits("assign", Sample.johnID, "--worker", "sarah")
    #expect(run.status == 0)
    #expect(
      run.output == """
        ○ John Smith: nothing to change
          Friday, November 20, 2026, 10:00 AM - 11:00 AM, Sarah Johnson

        """)
    let client: JSONValue = ["client": ["id": "chen", "name": "Chen", "version": 4]]
    let person = TestMachine([.answer(client), .answer(client)]).visits("clients", "change", "chen", "--name", "Chen")
    #expect(person.output == "✓ Chen (chen): nothing to change\n")
  }

  @Test("JSON of a change is the API's result")
  func json() {
    let machine = TestMachine([.answer(["visit": Sample.john]), .answer(["visit": ["id": "x"], "toast": "Done"])])
    let run = machine.visits("complete", Sample.johnID, "--json")
    #expect(run.output == "{\"visit\":{\"id\":\"x\"},\"toast\":\"Done\"}\n")
  }

  @Test("each change has an id of its own")
  func requestIDs() {
    let machine = TestMachine([
      .answer(["visit": Sample.john]), .answer(["visit": Sample.john]), .answer(["visit": Sample.john]),
      .answer(["visit": Sample.john]),
    ])
    _ = machine.visits("complete", Sample.johnID)
    _ = machine.visits("complete", Sample.johnID)
    let ids = machine.calls.compactMap { $0.params["requestId"]?.string }
    #expect(ids == [String(repeating: "00", count: 16), String(repeating: "01", count: 16)])
  }
}
