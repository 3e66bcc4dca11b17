import JSON
import JSONRPC
import Testing
import VisitsCommands

@Suite("A time that looks like a slip")
struct QuestionTests {
  private let words = "The check-in at 6:40 AM is more than an hour from the planned start at 10:00 AM."

  /// An answer with a warning.
  private func warned(_ answer: JSONObject) -> JSONValue {
    var answer = answer
    answer["warnings"] = [["kind": "farFromPlan", "words": .string(words)]]
    return .object(answer)
  }

  /// A machine on which somebody types, where a visit is read, then started for a trial, then started.
  private func terminal(_ lines: [String], locale: String = "C") -> TestMachine {
    let started: JSONObject = ["visit": Sample.johnNow("inProgress", "In progress")]
    let machine = TestMachine(
      [.answer(["visit": Sample.john]), .answer(warned(started)), .answer(warned(started))],
      environment: ["NO_COLOR": "1", "LC_ALL": locale])
    machine.hasKeyboard = true
    machine.lines = lines
    return machine
  }

  private func trials(_ machine: TestMachine) -> [JSONValue?] { machine.calls.map { $0.params["dryRun"] } }

  @Test("is asked about on a terminal, beside the visit, before anything is changed", arguments: ["y", " YES "])
  func yes(typed: String) {
    let machine = terminal([typed])
    let run = machine.visits("start", Sample.johnID, "--at", "6:40", columns: 100)
    #expect(run.status == 0)
    #expect(
      run.errors == """
        John Smith
          Friday, November 20, 2026, 10:00 AM - 11:00 AM, Sarah Johnson
          ⚠ \(words)
        Go ahead? [y/N]\u{20}
        """)
    #expect(machine.calls.map(\.method) == ["visit.show", "visit.start", "visit.start"])
    #expect(trials(machine) == [nil, true, nil])
    #expect(machine.calls[1].params["localAt"] == "6:40")
    #expect(machine.calls[1].params["requestId"] != machine.calls[2].params["requestId"])
    #expect(run.output.hasPrefix("◐ John Smith: In progress\n"))
  }

  @Test("is not sent after any other answer, nor after none", arguments: [["n"], [""], ["yesterday"], []])
  func no(typed: [String]) {
    let machine = terminal(typed)
    let run = machine.visits("start", Sample.johnID, "--at", "6:40", columns: 100)
    #expect(run.status == 1)
    #expect(trials(machine) == [nil, true])
    #expect(run.output == "")
    #expect(run.errors.hasSuffix("visits: Nothing was changed.\n"))
  }

  @Test("is answered in the language of the question", arguments: [("j", Int32(0)), ("y", 0), ("n", 1)])
  func german(typed: String, status: Int32) {
    let machine = terminal([typed], locale: "de_DE.UTF-8")
    let run = machine.visits("start", Sample.johnID, "--at", "6:40", columns: 100)
    #expect(run.status == status)
    #expect(run.errors.contains("Fortfahren? [j/N] "))
  }

  @Test("is warned of in a script, with --yes and with --json, and nothing is asked")
  func unasked() {
    for (words, columns) in [([], nil), (["--yes"], 100), (["-y"], 100), (["--json"], 100)] as [([String], Int?)] {
      let started: JSONObject = ["visit": Sample.johnNow("inProgress", "In progress")]
      let machine = TestMachine([.answer(["visit": Sample.john]), .answer(warned(started))])
      machine.hasKeyboard = columns != nil
      let output = KeptOutput(columns: columns)
      let errors = KeptOutput(columns: columns)
      let status = VisitsCommand.run(["start", Sample.johnID] + words, on: machine, output: output, errors: errors)
      #expect(status == 0)
      #expect(trials(machine) == [nil, nil], "\(words)")
      #expect(errors.text == "visits: \(self.words)\n", "\(words)")
    }
  }

  @Test("is asked about by each command that tells one, and a time that looks right by none")
  func commands() {
    for words in [
      ["start", Sample.johnID], ["complete", Sample.johnID, "--at", "11:00"],
      ["correct", Sample.johnID, "--check-in", "10:00", "--reason", "forgotten"],
    ] {
      let right: JSONValue = ["visit": Sample.johnNow("completed", "Completed")]
      let machine = TestMachine([.answer(["visit": Sample.john]), .answer(right), .answer(right)])
      machine.hasKeyboard = true
      let run = VisitsCommand.run(
        words, on: machine, output: KeptOutput(columns: 100), errors: KeptOutput(columns: 100))
      #expect(run == 0)
      #expect(trials(machine) == [nil, true, nil], "\(words)")
    }
  }

  @Test("of a new visit is asked about with that visit, and of a series nothing is")
  func add() {
    let machine = TestMachine(
      [.answer(warned(["visits": [Sample.john]])), .answer(warned(["visits": [Sample.john]]))],
      environment: ["NO_COLOR": "1"])
    machine.hasKeyboard = true
    machine.lines = ["no"]
    let add = ["add", "--client", "john-smith", "--start", "2019-01-04 8:00", "--minutes", "60"]
    let errors = KeptOutput(columns: 100)
    let status = VisitsCommand.run(add, on: machine, output: KeptOutput(columns: 100), errors: errors)
    #expect(status == 1)
    #expect(errors.text.hasPrefix("John Smith\n  Friday, November 20, 2026, 10:00 AM - 11:00 AM, Sarah Johnson\n"))
    #expect(trials(machine) == [true])
    let series = TestMachine([.refuse(RPCError(code: 1423, kind: "overlap", message: "Overlaps."))])
    series.hasKeyboard = true
    _ = VisitsCommand.run(
      add + ["--repeat", "daily"], on: series, output: KeptOutput(columns: 100), errors: KeptOutput(columns: 100))
    #expect(trials(series) == [nil])
  }
}
