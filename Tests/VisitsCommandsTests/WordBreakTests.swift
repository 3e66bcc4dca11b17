import JSON
import JSONRPC
import Testing
import VisitsCommands

@Suite("On a terminal of 80 columns no word is broken inside")
struct WordBreakTests {
  @Test("a message is broken between words, and the commands below it are left whole")
  func message() {
    let machine = TestMachine([.answer(["added": 1, "changed": 0, "unchanged": 0, "refused": [], "duplicates": 3])])
    machine.files[.file("t.json")] = Array(#"{"resourceType":"Bundle"}"#.utf8)
    #expect(
      machine.visits("import", "t.json", columns: 80).errors == """
        visits: People here who may also be in the file: 3. See the pairs, and link
        those who are the same:
          visits workers duplicates
          visits clients duplicates

        """)
  }

  @Test("a command line that cannot be read is told between words too", arguments: ["en", "de", "ru"])
  func refusal(locale: String) {
    let words = ["list", "--status", "a-state-that-is-none", "--locale", locale]
    let errors = KeptOutput(columns: 80)
    let whole = KeptOutput()
    _ = VisitsCommand.run(words, on: TestMachine([]), output: KeptOutput(), errors: errors)
    _ = VisitsCommand.run(words, on: TestMachine([]), output: KeptOutput(), errors: whole)
    #expect(errors.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(errors.text.split(whereSeparator: \.isWhitespace) == whole.text.split(whereSeparator: \.isWhitespace))
  }
}
