import JSON
import JSONRPC
import Testing

@testable import VisitsCommands

@Suite("visits export and evv")
struct ExportTests {
  private func part(_ content: String, next: String? = nil, count: Int64 = 1) -> JSONValue {
    [
      "content": .string(content), "next": next.map(JSONValue.string) ?? .null, "mediaType": "text/csv",
      "count": .integer(count),
    ]
  }

  @Test("writes part after part to standard output, as they are")
  func parts() {
    let machine = TestMachine([.answer(part("a\r\n", next: "2")), .answer(part("b\r\n"))])
    let run = machine.visits(
      "export", "--format", "csv", "--worker", "sarah", "--from", "2026-11-20", "--to", "2026-11-21")
    #expect(run.status == 0)
    #expect(run.output == "a\r\nb\r\n")
    #expect(run.errors == "")
    #expect(
      machine.calls.map(\.params) == [
        ["format": "csv", "worker": "sarah", "from": "2026-11-20", "to": "2026-11-22"],
        ["format": "csv", "worker": "sarah", "from": "2026-11-20", "to": "2026-11-22", "after": "2"],
      ])
  }

  @Test("asks for all visits when no day is named")
  func everything() {
    let machine = TestMachine([.answer(part("x"))])
    #expect(machine.visits("export", "--format", "evv", "--evv-format", "csv").status == 0)
    #expect(machine.calls.first?.params == ["format": "evv", "evvFormat": "csv"])
  }

  @Test("writes a file when all of it is there, and says on a terminal how far it is")
  func file() {
    let machine = TestMachine([.answer(part("a", next: "2", count: 1000)), .answer(part("b", count: 7))])
    let run = machine.visits("export", "--format", "ics", "-o", "v.ics", columns: 80)
    #expect(machine.written == ["v.ics": Array("ab".utf8)])
    #expect(run.output == "")
    #expect(run.errors == "\rVisits: 1,007\u{1B}[K\r\u{1B}[K")
  }

  @Test("leaves the file as it was when the daemon does not answer to the end, or it cannot be written")
  func failures() {
    let error = RPCError(code: -32603, kind: "internalError", message: "Something broke.")
    let machine = TestMachine([.answer(part("a", next: "2")), .refuse(error)])
    #expect(machine.visits("export", "--format", "csv", "-o", "v.csv").status == 70)
    #expect(machine.written == [:])
    machine.then(.answer(part("a")))
    machine.writeError = SystemError(13)
    let run = machine.visits("export", "--format", "csv", "-o", "v.csv")
    #expect(run.status == 73)
    #expect(run.errors == "visits: v.csv cannot be written: Permission denied.\n")
  }

  @Test("lists what would be refused, with the reasons below, and counts")
  func evv() {
    let visit: JSONValue = [
      "id": "0193f0a2-7c11-7d3c-8a55-0f7d3b1f6a01",
      "display": [
        "title": "Margaret Chen", "worker": "Sarah Miller", "date": "Fri, Nov 20", "time": "8:00 AM - 9:00 AM",
        "status": "Completed",
      ],
    ]
    let finding: JSONValue = [
      "visit": visit,
      "problems": [["kind": "noCheckIn", "words": "No check-in"], ["kind": "noService", "words": "No service"]],
    ]
    let machine = TestMachine([
      .answer(["visits": [finding], "checked": 5000, "next": "x"]),
      .answer(["visits": [], "checked": 12, "next": .null]),
    ])
    let run = machine.visits("evv", "check", "--date", "2026-11-20")
    #expect(
      run.output == """
        3b1f6a01  Margaret Chen, Fri, Nov 20, 8:00 AM - 9:00 AM, Sarah Miller: Completed
                  No check-in
                  No service

        """)
    #expect(run.errors == "1 of 5,012 visits would be refused.\n")
    #expect(machine.calls.last?.params["after"] == "x")
  }

  @Test(
    "what does not fit together is refused before anything is asked",
    arguments: [
      ["export", "--format", "csv", "--evv-format", "csv"], ["export", "--format", "pdf"], ["export"],
      ["evv", "check", "--date", "today", "--to", "today"],
    ])
  func usage(words: [String]) {
    let machine = TestMachine([])
    let output = KeptOutput()
    let status = VisitsCommand.run(words, on: machine, output: output, errors: KeptOutput())
    #expect(status == 64)
    #expect(machine.calls == [])
  }
}
