import ArgumentParser
import Testing

@testable import VisitsCommands

@Suite("Parsing with one subcommand")
struct ShortcutTests {
  @Test(
    "a command line comes out the same as with all commands",
    arguments: [
      ["today"], ["today", "--worker", "sarah"], ["today", "--json", "--all"], ["today", "--json", "--worker", ""],
      ["today", "--worker=sarah", "--json"], ["today", "-w", "sarah", "--date", "tomorrow"], ["today", "--watch"],
      ["today", "--all", "--all"], ["today", "--worker", "a", "--worker", "b"], ["complete", "2", "--worker", "sarah"],
      ["tasks", "--client", "margaret-chen"], ["tasks", "done", "2", "--client", "m", "--at", "10:30"],
      ["call", "worker.list", "{}"], ["import", "-", "--format", "csv"], ["devices", "list"],
    ])
  func same(arguments: [String]) throws {
    let short = try #require(Shortcut.parse(arguments))
    let whole = try VisitsCommand.parseAsRoot(arguments)
    var (shortText, wholeText) = ("", "")
    dump(short, to: &shortText)
    dump(whole, to: &wholeText)
    // The parser leaves out the heading under which help lists a group.
    #expect(shortText.replacing(#"title: "Everywhere""#, with: #"title: """#) == wholeText)
    #expect(shortText.contains("Command"))
  }

  @Test(
    "help, completions, errors and unknown commands are left to the parser with all commands",
    arguments: [
      [], ["--version"], ["--help"], ["help", "today"], ["today", "--help"], ["complete"], ["todya"],
      ["today", "--generate-completion-script", "bash"], ["today", "--no-such-option"], ["today", "--worker"],
      ["today", "--worker", "--all"], ["today", "--worker", "sarah", "--all"], ["today", "sarah"],
    ])
  func whole(arguments: [String]) {
    let isParsed = Shortcut.parse(arguments) != nil
    #expect(!isParsed)
  }
}
