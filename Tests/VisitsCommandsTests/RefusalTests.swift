import JSON
import JSONRPC
import Testing
import VisitsCommands

/// What the daemon refuses, as a person at the command line reads it.
@Suite struct RefusalTests {
  @Test("an overlap names the visits in the way and the option that allows it")
  func overlap() {
    let error = RPCError(code: 1423, kind: "overlap", message: "Overlaps.", data: ["visits": [Sample.margaret]])
    let move = TestMachine([.answer(["visit": Sample.john]), .refuse(error)])
      .visits("move", Sample.johnID, "--start", "8:00")
    #expect(move.status == 1)
    #expect(
      move.errors == """
        visits: Overlaps.
          Overlaps: 000000a1  Margaret Chen, Friday, November 20, 2026, 8:00 AM - 9:00 AM, Sarah Johnson: Completed
          Schedule anyway: --allow-overlap

        """)
    let start = TestMachine([.answer(["visit": Sample.john]), .refuse(error)]).visits("start", Sample.johnID)
    #expect(!start.errors.contains("--allow-overlap"))
  }

  @Test("on a narrow terminal what is in the way is broken at words")
  func narrowOverlap() {
    let error = RPCError(code: 1423, kind: "overlap", message: "Overlaps.", data: ["visits": [Sample.margaret]])
    let move = TestMachine([.answer(["visit": Sample.john]), .refuse(error)])
      .visits("move", Sample.johnID, "--start", "8:00", columns: 40)
    #expect(
      move.errors == """
        visits: Overlaps.
          Overlaps: 000000a1 Margaret Chen,
            Friday, November 20, 2026, 8:00 AM -
            9:00 AM, Sarah Johnson: Completed
          Schedule anyway: --allow-overlap

        """)
  }

  @Test("a mistyped command is repeated without what acts on a terminal", arguments: ["en", "de"])
  func controlCharacters(locale: String) {
    let machine = TestMachine([])
    machine.environment["LANG"] = locale
    let errors = KeptOutput()
    let status = VisitsCommand.run(["nope\u{1B}[31m\u{9B}2J"], on: machine, output: KeptOutput(), errors: errors)
    #expect(status == 64)
    #expect(errors.text.contains("nope[31m"))
    #expect(!errors.text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) })
  }

  @Test("help fits a screen of any width, and a narrow one breaks its lines itself", arguments: ["en", "de"])
  func narrowHelp(locale: String) throws {
    for columns in [1, 26, 45, 60] {
      let help = TestMachine([], environment: ["LANG": locale]).visits("list", "--help", columns: columns)
      #expect(help.status == 0)
      let lines = help.output.split(separator: "\n").filter { $0.hasPrefix("  -") || $0.hasPrefix("   ") }
      let longest = try #require(lines.map(\.count).max())
      #expect((40...max(46, columns)).contains(longest), "\(columns): \(help.output)")
    }
  }

  @Test("a visit's name that looks like an option is taken for a name", arguments: ["-1", "-12", "-0"])
  func negative(name: String) {
    let run = TestMachine([]).visits("show", name, "--json")
    #expect(run.status == 64)
    #expect(
      run.errors == """
        visits: "\(name)" is too short to name a visit: 4 characters of its id are needed, or the number of a card.
          See the ids: visits list

        """)
    // It keeps its place before what follows.
    let call = TestMachine([]).visits("call", name, "{}", "--timeout", "5")
    #expect(call.errors.hasPrefix("visits: There is no method \"\(name)\"."))
    #expect(TestMachine([]).visits("list", name).errors.hasPrefix("visits: Unknown option '\(name)'"))
    #expect(TestMachine([]).visits("move", "2", "--start", name, "3").errors.hasPrefix("visits: "))
  }

  @Test(
    "a parameter is named as the command line names it",
    arguments: [
      (
        ["today", "--worker", "sarah"], "localDate", "The parameter \"localDate\" must be a date.",
        "--date must be a date."
      ),
      (["today", "--worker", "sarah"], "checkIn", "Give \"checkIn\".", "Give --check-in."),
      (
        ["workers", "add", "mia", "--name", "M"], "locale", "The parameter \"locale\" is wrong.", "--language is wrong."
      ),
      (["workers", "add", "mia", "--name", "M"], "id", "\"M\" cannot be an id.", "\"M\" cannot be an id."),
      (["call", "status"], "method", "There is no method \"status\".", "There is no method \"status\"."),
    ] as [([String], String, String, String)])
  func optionNames(words: [String], field: String, message: String, told: String) {
    let errors = KeptOutput()
    let output = KeptOutput()
    let machine = TestMachine([.refuse(.invalidParams(field: field, message))])
    _ = VisitsCommand.run(words + ["--json"], on: machine, output: output, errors: errors)
    #expect(errors.text.hasPrefix("visits: \(told)"))
    // A program reads the API's own words.
    let escaped = message.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"")
    #expect(output.text.contains("\"message\":\"\(escaped)"))
  }

  @Test("on a terminal a refusal is broken at words, and what is there to be copied is not")
  func wrapped() {
    let error = RPCError(code: 1404, kind: "notFound", message: "There is no visit whose id ends with that.")
    let run = TestMachine([.refuse(error)]).visits("status", columns: 30)
    #expect(run.errors == "visits: There is no visit\nwhose id ends with that.\n")
    let advice = TestMachine([]).visits("today", columns: 30)
    #expect(advice.errors.contains("\n  List workers: visits workers\n"))
  }
}
