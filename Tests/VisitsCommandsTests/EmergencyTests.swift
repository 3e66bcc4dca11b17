import JSON
import JSONRPC
import Testing
import VisitsCommands

@Suite("An emergency, laid out")
struct EmergencyTests {
  private static let path = "/run/visitsd/visitsd.sock"

  @Test(
    "that could not be raised is said so before anything else, with what to do now",
    arguments: [
      TestMachine.Step.noConnection(RPCClientError.noSocket(path: path)),
      .noConnection(.nobodyListening(path: path)), .noConnection(.permission(path: path)),
      .noConnection(.timeout(.connecting)),
      .refuse(RPCError(code: 1403, kind: "forbidden", message: "Not for you.")),
    ])
  func notRaised(step: TestMachine.Step) {
    let run = TestMachine([step]).visits("emergency", "raise", "--worker", "sarah", "--timeout", "1")
    #expect(
      run.errors.contains(
        "visits: The alarm was NOT raised. In danger call the emergency number (911 or 112); call your office. "))
    #expect(run.output == "")
    #expect(run.status != 0)
  }

  @Test("of which nobody knows whether it arrived is said so, and is to be raised again", arguments: [false, true])
  func unknown(json: Bool) {
    let machine = TestMachine([.fail(.timeout(.receiving))])
    let run =
      json
      ? machine.visits("emergency", "raise", "--worker", "sarah", "--json")
      : machine.visits("emergency", "raise", "--worker", "sarah")
    let words =
      "It is not known whether the alarm arrived. In danger call the emergency number (911 or 112); call your office. "
      + "Raise it again: a repeat joins it. "
    #expect(run.errors.hasPrefix("visits: \(words)"))
    #expect(run.output.contains(words) == json)
  }

  @Test("is listed with a line for each time that something was said")
  func notes() {
    let run = TestMachine([.answer(["emergencies": Sample.emergencies])]).visits("emergency", "list")
    #expect(run.output.contains("\n  I fell\n  I cannot get up\n  Margaret Chen, 123 Oak St, Edmonton\n"))
  }

  @Test("names the numbers to call, in the list, on the board and to a screen reader")
  func numbers() {
    var raised = Sample.emergencies.array?.first?.object ?? [:]
    raised["workerPhone"] = "+1 780 555 0100"
    raised["clientContact"] = [
      "name": "Margaret Chen", "phone": "+1 780 555 0142", "emergencyContact": "Wei Chen, 555 0199",
    ]
    let lines = [
      "Call Sarah Miller: +1 780 555 0100", "Call Margaret Chen: +1 780 555 0142",
      "Emergency contact of Margaret Chen: Wei Chen, 555 0199",
    ]
    let list = TestMachine([.answer(["emergencies": [.object(raised)]])]).visits("emergency", "list")
    #expect(list.output.contains(lines.map { "  \($0)\n" }.joined()))
    var board = Sample.board.object ?? [:]
    board["emergencies"] = [.object(raised)]
    let shown = TestMachine([.answer(.object(board))]).visits("today", "--all")
    #expect(shown.output.contains(lines.map { "  \($0)\n" }.joined()))
    let spoken = TestMachine([.answer(.object(board))]).visits("today", "--all", "--spoken")
    #expect(spoken.output.contains(lines.map { "\($0)\n" }.joined()))
  }
}
