import ArgumentParser
import JSON
import Testing

@testable import VisitsCommands

/// A word that is nearly a command, and other names of commands.
@Suite struct NearMissTests {
  private func run(_ words: [String], _ steps: [TestMachine.Step] = [], locale: String = "en") -> Run {
    let machine = TestMachine(steps, environment: ["LANG": locale])
    let output = KeptOutput()
    let errors = KeptOutput()
    let status = VisitsCommand.run(words, on: machine, output: output, errors: errors)
    #expect(machine.calls.isEmpty || !steps.isEmpty)
    return Run(status: status, output: output.text, errors: errors.text)
  }

  @Test(
    "a wrong word in a group names the nearest of its commands, and all of them, and no other command",
    arguments: [
      (["emergency", "rase"], "raise", "raise, ack, resolve, list"),
      (["emergency", "rase", "--worker", "sarah"], "raise", "raise, ack, resolve, list"),
      (["emergency", "--json", "reslve"], "resolve", "raise, ack, resolve, list"),
      (["emergency", "aknowledge"], "ack", "raise, ack, resolve, list"),
      (["alerts", "akc", "a1b2c3d4"], "ack", "list, ack"),
      (["workers", "shwo", "sarah"], "show", "list, show, add, change, link, duplicates"),
      (["devices", "invte", "sarah"], "invite", "list, invite, revoke"),
      (["sync", "statsu"], "status", "now, status, problems, show, retry, discard"),
      (["evv", "chekc"], "check", "check, code"),
    ])
  func wrongWord(words: [String], nearest: String, commands: String) {
    let run = run(words)
    let group = words[0]
    let wrong = words.dropFirst().first { !$0.hasPrefix("-") } ?? ""
    #expect(run.status == 64)
    #expect(
      run.errors == """
        visits: There is no command 'visits \(group) \(wrong)'.
          Did you mean 'visits \(group) \(nearest)'?
          Commands of 'visits \(group)': \(commands)

        """)
  }

  @Test("a word that is near none is told with the group's commands alone, in the person's language, and as JSON")
  func farWord() {
    let far = run(["emergency", "zzzz"])
    #expect(
      far.errors == """
        visits: There is no command 'visits emergency zzzz'.
          Commands of 'visits emergency': raise, ack, resolve, list

        """)
    let two = run(["workers", "delete", "sarah"])
    #expect(
      two.errors.hasPrefix("visits: There is no command 'visits workers delete'.\n  Commands of 'visits workers': "))
    let german = run(["emergency", "rase"], locale: "de_DE.UTF-8")
    #expect(
      german.errors == """
        visits: Den Befehl 'visits emergency rase' gibt es nicht.
          Meinten Sie 'visits emergency raise'?
          Befehle von 'visits emergency': raise, ack, resolve, list

        """)
    let json = run(["emergency", "rase", "--json"])
    #expect(json.output.contains("\"message\":\"There is no command 'visits emergency rase'.\""))
  }

  @Test("what is wrong with an option of the command that a group means by itself is told as before")
  func option() {
    let run = run(["workers", "sarah", "--bogus"])
    #expect(run.errors.hasPrefix("visits: Unknown option '--bogus'"))
    #expect(run.errors.contains("visits workers list"))
  }

  @Test("a search that finds nobody offers the command that may have been meant")
  func search() {
    let run = run(["workers", "lsit"], [.answer(["workers": [], "next": .null])])
    #expect(run.status == 1)
    #expect(
      run.errors == """
        visits: No worker matches "lsit".
          Did you mean 'visits workers list'?
          Commands of 'visits workers': list, show, add, change, link, duplicates

        """)
  }

  @Test(
    "other names mean the same command",
    arguments: [
      (["find"], "list"), (["done", "a1b2c3d4"], "complete"), (["delete", "a1b2c3d4", "--reason", "x"], "cancel"),
      (["rm", "a1b2c3d4", "--reason", "x"], "cancel"), (["alerts", "acknowledge", "a1b2c3d4"], "ack"),
      (["emergency", "acknowledge"], "ack"), (["workers", "find", "linh"], "list"), (["clients", "find"], "list"),
      (["tasks", "rm", "1"], "retire"), (["goals", "delete", "x"], "retire"),
    ])
  func aliases(words: [String], name: String) throws {
    let command = try VisitsCommand.parseAsRoot(words)
    #expect(type(of: command)._commandName == name)
  }

  @Test(
    "to end a series and to revoke a device are no deletions",
    arguments: [["devices", "rm", "x", "--reason", "y"], ["series", "delete", "x", "--reason", "y"]])
  func noDeletion(words: [String]) {
    #expect(throws: (any Error).self) { try VisitsCommand.parseAsRoot(words) }
  }

  @Test("help shows the other names beside the first, in English and in other languages")
  func help() {
    #expect(run(["tasks", "--help"]).output.contains("\n  retire, delete, rm      "))
    #expect(run(["--help"]).output.contains("\n  complete, done          "))
    let german = run(["workers", "--help", "--locale", "de"], locale: "de_DE.UTF-8").output
    #expect(german.contains("\n  list, find ("))
    #expect(run(["workers", "find", "--help", "--locale", "de"]).output.contains("visits workers list"))
    #expect(run(["list", "--help"]).output.contains("\n  --week [<week>]         Only this week"))
    #expect(run(["list", "--help", "--locale", "de"]).output.contains("\n  --week <week>           Nur diese Woche"))
  }

  @Test("the files of the shells know what follows the other name of a command")
  func completion() {
    let bash = run(["--generate-completion-script", "bash"]).output
    #expect(bash.contains("if (( cursor > 1 )) && [[ \"${words[1]}\" == 'done' ]]; then words[1]=complete; fi\n"))
    #expect(
      bash.contains(
        "[[ \"${words[1]}\" == 'workers' && \"${words[2]}\" == 'find' ]]; then words[2]=list; fi\n"))
    let zsh = run(["--generate-completion-script", "zsh"]).output
    #expect(zsh.contains("(( CURRENT > 2 )) && [[ \"${words[2]}\" == 'rm' ]] && words[2]=cancel\n"))
    let fish = run(["--generate-completion-script", "fish"]).output
    #expect(
      fish.contains(
        "test \"$unparsed_tokens[2..3]\" = 'emergency acknowledge'; and set unparsed_tokens[3] ack\n"))
  }
}
