import ArgumentParser
import Testing

@testable import VisitsCommands

@Suite("Parsing with one subcommand")
struct ShortcutTests {
  @Test(
    "a command line comes out the same as with all commands",
    arguments: [
      ["today", "--worker", "sarah"], ["today", "--json", "--all"], ["complete", "2", "--worker", "sarah"],
      ["tasks", "--client", "margaret-chen"], ["tasks", "done", "2", "--client", "m", "--at", "10:30"],
      ["call", "worker.list", "{}"], ["import", "-", "--format", "csv"], ["devices", "list"],
    ])
  func same(arguments: [String]) throws {
    let short = try #require(Shortcut.parse(arguments))
    let whole = try VisitsCommand.parseAsRoot(arguments)
    var (shortText, wholeText) = ("", "")
    dump(short, to: &shortText)
    dump(whole, to: &wholeText)
    #expect(shortText == wholeText)
    #expect(shortText.contains("Command"))
  }

  @Test(
    "help, completions, errors and unknown commands are left to the parser with all commands",
    arguments: [
      [], ["--version"], ["--help"], ["help", "today"], ["today", "--help"], ["complete"], ["todya"],
      ["today", "--generate-completion-script", "bash"], ["today", "--no-such-option"],
    ])
  func whole(arguments: [String]) {
    let isParsed = Shortcut.parse(arguments) != nil
    #expect(!isParsed)
  }
}
