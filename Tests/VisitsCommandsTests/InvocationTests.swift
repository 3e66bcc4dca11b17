import JSON
import JSONRPC
import Testing
import VisitsCommands

/// What is printed to be typed next begins with what was typed.
@Suite struct InvocationTests {
  private func cancel(_ environment: [String: String]) -> Run {
    TestMachine(
      [.answer(["visit": Sample.john]), .answer(["visit": Sample.johnNow("cancelled", "Cancelled")])],
      environment: environment
    ).visits("cancel", Sample.johnID, "--reason", "Hospital")
  }

  @Test("the name that a script hands over stands before the commands")
  func scripted() {
    let run = cancel(["VISITS_PROGRAM": "./scripts/run"])
    #expect(run.output.hasSuffix("  Undo: ./scripts/run reopen 000000a2 --reason 'Cancelled by mistake'\n"))
    let none = TestMachine([], environment: ["VISITS_PROGRAM": "./scripts/run"]).visits("shwo")
    #expect(none.errors.hasSuffix("  Did you mean './scripts/run show'?\n"))
  }

  @Test(
    "a name that a shell would not take as it stands is not printed",
    arguments: ["", "-x", "a b", "$(reboot)", "run;x", "r\u{1B}[1m", String(repeating: "a", count: 201)])
  func unfit(name: String) {
    #expect(cancel(["VISITS_PROGRAM": name]).output.contains("  Undo: visits reopen 000000a2 "))
  }

  @Test("the visitsd of a checkout is no service of the machine")
  func checkout() {
    let path = "/w/.run/visitsd.sock"
    for error in [RPCClientError.noSocket(path: path), .timeout(.receiving), .closed] {
      let run = TestMachine([.noConnection(error)], environment: ["VISITS_PROGRAM": "scripts/run"]).visits("status")
      #expect(run.status != 0)
      #expect(!run.errors.contains("systemctl") && !run.errors.contains("journalctl"))
    }
    let gone = TestMachine([.noConnection(.noSocket(path: path))], environment: ["VISITS_PROGRAM": "scripts/run"])
    #expect(gone.visits("status").errors.hasSuffix("\n  Start it: scripts/run\n"))
  }
}
