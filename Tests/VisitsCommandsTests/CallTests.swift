import JSON
import JSONRPC
import Testing
import VisitsCommands

/// Any method by its name, imports, and command lines that cannot be read.
@Suite struct CallTests {
  @Test("a change that is called without requestId gets one")
  func change() {
    let machine = TestMachine([.answer(["visit": [:]])], environment: ["LANG": "de_DE"])
    let run = machine.visits("call", "visit.cancel", "{\"visit\":\"v\",\"reason\":\"Rain\"}")
    #expect(run.output == "{\"visit\":{}}\n")
    #expect(
      machine.calls.first?.params == [
        "visit": "v", "reason": "Rain", "requestId": .string(String(repeating: "00", count: 16)),
      ])
  }

  @Test(
    "what is wrong is told before anything is sent",
    arguments: [
      (["visit.shw"], "There is no method \"visit.shw\". Did you mean \"visit.show\"?"),
      (["visit.show"], "The parameter \"visit\" is missing. It must be a visit's id."),
      (["visit.show", "{\"vist\":1}"], "There is no parameter \"vist\". Did you mean \"visit\"?"),
      (
        ["visit.show", "{\"visit\":\"v\",\"lokale\":1}"],
        "There is no parameter \"lokale\". Did you mean \"locale\"?"
      ),
      (["visit.show", "[1]"], "The parameters go by name: give a JSON object, such as '{\"visit\": \"…\"}'."),
      (["visit.show", "@gone.json"], "gone.json cannot be read: No such file or directory."),
    ] as [([String], String)])
  func wrong(words: [String], message: String) {
    let machine = TestMachine([])
    let errors = KeptOutput()
    #expect(VisitsCommand.run(["call"] + words, on: machine, output: KeptOutput(), errors: errors) == 64)
    #expect(errors.text == "visits: \(message)\n")
    #expect(machine.paths == [])
  }

  @Test("JSON that is none says where", arguments: ["{", "{\"visit\":\"a\",\"visit\":\"b\"}", "{\"a\":01}"])
  func brokenJSON(text: String) {
    let run = TestMachine([]).visits("call", "visit.show", text, "--json")
    #expect(run.status == 64)
    #expect(run.output.contains("\"kind\":\"parseError\""))
  }

  @Test("parameters come from a file or standard input")
  func sources() {
    let machine = TestMachine([.answer([:]), .answer([:])])
    machine.files = [
      .file("p.json"): Array("{\"visit\":\"a\"}".utf8), .standardInput: Array("{\"visit\":\"b\"}\n".utf8),
    ]
    _ = machine.visits("call", "visit.show", "@p.json")
    _ = machine.visits("call", "visit.show", "-")
    #expect(machine.calls.map(\.params) == [["visit": "a"], ["visit": "b"]])
  }

  @Test(
    "an import's format is guessed from its content",
    arguments: [
      ("\u{FEFF} \n{\"resourceType\":\"Bundle\"}", "fhir"), ("\u{FEFF}Klient;Beginn\n", "csv"),
      ("sep=,\nclient\n", "csv"),
    ])
  func format(content: String, format: String) {
    let machine = TestMachine([.answer(["added": 1, "changed": 0, "unchanged": 0, "refused": []])])
    machine.files[.file("f")] = Array(content.utf8)
    let run = machine.visits("import", "f", "--dry-run")
    #expect(run.output == "Would import: 1 added, 0 changed, 0 unchanged, 0 refused\n")
    #expect(machine.calls.first?.params["format"] == .string(format))
    #expect(machine.calls.first?.params["content"]?.string?.hasPrefix("\u{FEFF}") == false)
  }

  @Test(
    "a text that is something else is named",
    arguments: [(#"{"resourceType":"Patient"}"#, "a Patient")])
  func otherFormat(content: String, name: String) {
    let machine = TestMachine([])
    machine.files[.file("f")] = Array(content.utf8)
    let run = machine.visits("import", "f")
    #expect(run.status == 65)
    #expect(run.errors == "visits: f is \(name), not a FHIR Bundle, a table or a calendar.\n")
  }

  @Test("a file that is too large for a message is told by its size, and what to do")
  func tooLarge() {
    let machine = TestMachine([.refuse(.tooLarge(limit: "messageBytes", value: 1000, "The line is too long."))])
    machine.files[.file("f")] = Array(#"{"resourceType":"Bundle","x":1}"#.utf8)
    let run = machine.visits("import", "f")
    #expect(run.status == 65)
    #expect(
      run.errors == """
        visits: f has 31 bytes; visitsd takes messages of at most 1000.
          Ask the operator for a higher limit; the default is 1 MiB: limits.messageBytes

        """)
  }

  @Test("a resource that stands alone is named")
  func lonelyPatient() {
    let machine = TestMachine([])
    machine.files[.file("p.json")] = Array(#"{"resourceType":"Patient","id":"7"}"#.utf8)
    let run = machine.visits("import", "p.json")
    #expect(run.status == 65)
    #expect(run.errors == "visits: p.json is a Patient, not a FHIR Bundle, a table or a calendar.\n")
  }

  @Test("a text that cannot be read as a whole is bad data, and nothing of it can be skipped")
  func unreadable() {
    let error = RPCError.invalidParams(field: "content", "Nothing was imported: the text as a whole cannot be read.")
    let machine = TestMachine([.refuse(error)])
    machine.files[.file("f")] = Array("{\"resourceType\":\"Bundle\",}".utf8)
    let run = machine.visits("import", "f", "--skip-invalid")
    #expect(run.status == 65)
    #expect(run.output == "")
    #expect(run.errors == "visits: Nothing was imported: the text as a whole cannot be read.\n")
  }

  @Test(
    "what is no other system's export is bad data, and the file is named",
    arguments: ["hello", "[1]", "{\"a\":1}", "<Bundle/>"])
  func noExport(content: String) {
    let machine = TestMachine([])
    machine.files[.file("x.txt")] = Array(content.utf8)
    let run = machine.visits("import", "x.txt")
    #expect(run.status == 65)
    #expect(run.errors == "visits: x.txt is neither a FHIR Bundle nor a table of visits nor a calendar.\n")
    #expect(machine.calls == [])
  }

  @Test("refused entries are listed, and the status says bad data")
  func refusedEntries() {
    let answer: JSONValue = [
      "added": 0, "changed": 0, "unchanged": 0,
      "refused": [["place": "entry[3]", "reason": "The end is before the start."]], "rest": 4,
    ]
    let machine = TestMachine([.answer(answer), .answer(answer), .answer(answer)])
    machine.files[.standardInput] = Array("{\"resourceType\":\"Bundle\"}".utf8)
    let run = machine.visits("import", "-")
    #expect(run.status == 65)
    #expect(run.output == "Imported: 0 added, 0 changed, 0 unchanged, 1 refused\n")
    #expect(
      run.errors == """
        visits: Nothing was imported, since 1 entry is refused.
          entry[3]: The end is before the start.
          Import the rest anyway: --skip-invalid

        """)
    let json = machine.visits("import", "-", "--json")
    #expect(json.status == 65)
    #expect(json.output == answerText(answer))
    let skipping = machine.visits("import", "-", "--skip-invalid")
    #expect(skipping.status == 65)
    #expect(skipping.errors == run.errors)
  }

  @Test("an import of which nothing can be read is bad data, and a program gets the error as it is")
  func refusedWhole() {
    let error = RPCError.invalidParams(field: "content", "Nothing was imported: the text as a whole cannot be read.")
    let machine = TestMachine([.refuse(error), .refuse(.invalidParams(field: "format", "Unknown."))])
    machine.files[.file("f")] = Array("{\"resourceType\":\"Bundle\"}".utf8)
    let run = machine.visits("import", "f", "--json")
    #expect(run.status == 65)
    #expect(run.output == "{\"error\":\(String(decoding: error.bytes, as: UTF8.self))}\n")
    #expect(run.errors == "visits: Nothing was imported: the text as a whole cannot be read.\n")
    #expect(machine.visits("import", "f", "--format", "xml").status == 64)
  }

  private func answerText(_ json: JSONValue) -> String { String(decoding: json.bytes, as: UTF8.self) + "\n" }

  @Test("a file that is no text, empty or missing is bad data", arguments: ["latin1", "empty", "missing"])
  func badFile(name: String) {
    let machine = TestMachine([])
    machine.files = [.file("latin1"): [0x7B, 0xE9, 0x7D], .file("empty"): []]
    let run = machine.visits("import", name)
    #expect(run.status == 65)
    #expect(run.errors.hasPrefix("visits: \(name) "))
    #expect(machine.calls == [])
  }

  @Test(
    "what converts a file that is no UTF-8 goes by its first bytes",
    arguments: [
      ([0x7B, 0xE9, 0x7D], "LATIN1"), ([0x4B, 0xFC, 0x3B], "WINDOWS-1252"),
    ] as [([UInt8], String)])
  func encoding(bytes: [UInt8], name: String) {
    let machine = TestMachine([])
    machine.files = [.file("f"): bytes]
    #expect(
      machine.visits("import", "f").errors
        == "visits: f is not UTF-8 text; convert it first: iconv -f \(name) -t UTF-8 f\n")
  }

  @Test("a wrong command line is told on standard error, and as JSON where that was asked for")
  func usage() {
    let run = TestMachine([]).visits("today", "--wrker", "sarah", "--json")
    #expect(run.status == 64)
    #expect(
      run.output == """
        {"error":{"code":-32602,"message":"Unknown option '--wrker'. Did you mean '--worker'?",\
        "data":{"kind":"invalidParams"}}}

        """)
    #expect(run.errors.hasPrefix("visits: Unknown option '--wrker'. Did you mean '--worker'?\nUsage: visits today"))
    let plain = TestMachine([]).visits("shwo")
    #expect(plain.status == 64)
    #expect(plain.output == "")
    #expect(plain.errors.hasSuffix("  Did you mean 'visits show'?\n"))
  }

  @Test("version and help are results")
  func version() {
    let run = TestMachine([]).visits("--version")
    #expect(run.output == "0.1.0\n")
    #expect(run.status == 0)
    let help = TestMachine([]).visits("help", "today")
    #expect(help.output.hasPrefix("OVERVIEW: Show a worker's day"))
    #expect(help.status == 0)
  }
}
