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
        "visits cancel 000000a2 --reason \"…\" && visits reopen 000000a2 --reason \"…\""
      ),
      (
        ["complete", "--at", "2026-11-20T18:00:00Z", "--note", "Ate well."], "visit.complete",
        ["note": "Ate well.", "at": "2026-11-20T18:00:00Z"], "visits reopen 000000a2 --reason \"…\""
      ),
      (
        ["cancel", "--reason", "Hospital"], "visit.cancel", ["reason": "Hospital"],
        "visits reopen 000000a2 --reason \"…\""
      ),
      (
        ["miss", "--by", "client", "--reason", "Not at home"], "visit.miss",
        ["by": "client", "reason": "Not at home"], "visits reopen 000000a2 --reason \"…\""
      ),
      (
        ["move", "--start", "tomorrow 14:30"], "visit.change", ["localStart": "tomorrow 14:30"],
        "visits move 000000a2 --start 2026-11-20T17:00:00Z --end 2026-11-20T18:00:00Z"
      ),
      (
        ["assign", "--worker", "sam", "--allow-overlap"], "visit.change",
        ["worker": "sam", "allowOverlap": true], "visits assign 000000a2 --worker sarah"
      ),
      (["unassign"], "visit.change", ["worker": .null], "visits assign 000000a2 --worker sarah"),
    ] as [([String], String, [String: JSONValue], String)])
  func change(words: [String], method: String, params: [String: JSONValue], undo: String) {
    let machine = TestMachine([.answer(["visit": Sample.john]), .answer(["visit": Sample.john])])
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
          Undo: \(undo)

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
    ] as [([String: JSONValue], String)])
  func reopened(changes: [String: JSONValue], undo: String) {
    var before = Sample.john.object ?? [:]
    for (name, value) in changes { before[name] = value }
    let machine = TestMachine([.answer(["visit": .object(before)]), .answer(["visit": Sample.john])])
    let run = machine.visits("reopen", Sample.johnID, "--reason", "Mistake")
    #expect(run.output.hasSuffix("  Undo: \(undo)\n"))
  }

  @Test("a correction is undone by the times before it, where there were any")
  func corrected() {
    var before = Sample.margaret.object ?? [:]
    before["checkIn"] = ["at": "2026-11-20T15:10:00Z"]
    let machine = TestMachine([
      .answer(["visit": .object(before)]), .answer(["visit": Sample.margaret]),
      .answer(["visit": .object(before)]), .answer(["visit": Sample.margaret]),
    ])
    let id = "0199e0c2-5d80-7000-8000-0000000000a1"
    let mended = machine.visits("correct", id, "--check-in", "8:02", "--reason", "forgotten")
    #expect(machine.calls[1].params["localCheckIn"] == "8:02")
    #expect(
      mended.output.contains(
        "Undo: visits correct 000000a1 --check-in 2026-11-20T15:10:00Z --reason other --note \"…\"\n"))
    let first = machine.visits("correct", id, "--check-out", "9:02", "--reason", "forgotten")
    #expect(!first.output.contains("Undo"))
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
    #expect(run.output.hasSuffix("  Undo: visits cancel 000000a2 --reason \"…\"\n"))
    #expect(TestMachine([]).visits("add", "--client", "c", "--start", "8:00").status == 64)
  }

  @Test("a sick call opens all that the day still has, and nothing that was done")
  func sickCall() {
    let machine = TestMachine([.answer(Sample.today), .answer(["visit": Sample.john])])
    let run = machine.visits("unassign", "--worker", "sarah", "--date", "today")
    #expect(
      machine.calls == [
        .init(method: "today", params: ["worker": "sarah", "localDate": "today"]),
        .init(
          method: "visit.change",
          params: [
            "visit": .string(Sample.johnID), "expectedVersion": 3, "worker": .null,
            "requestId": .string(String(repeating: "00", count: 16)),
          ]),
      ])
    #expect(run.output.hasSuffix("  Undo: visits assign 000000a2 --worker sarah\n"))
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
