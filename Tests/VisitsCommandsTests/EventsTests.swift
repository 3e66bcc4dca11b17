import JSON
import JSONRPC
import Testing
import VisitsCommands

@Suite("The feed on the command line")
struct EventsTests {
  private func event(_ number: Int, _ method: String = "visit.start") -> JSONValue {
    [
      "cursor": .string("1:\(number)"), "at": "2026-11-20T15:00:00Z", "topic": "visit", "method": .string(method),
      "thing": .string(Sample.johnID), "version": 2,
    ]
  }

  @Test("what has happened is printed to its end, page by page")
  func past() {
    let machine = TestMachine([
      .answer(["events": [event(1, "visit.add"), event(2)], "cursor": "1:2"]),
      .answer(["events": [], "cursor": "1:2"]),
    ])
    let run = machine.visits("events", "--topic", "visit", "--since", "0")
    #expect(
      run.output == """
        2026-11-20T15:00:00Z      visit       visit.add              0199e0c2-5d80-7000-8000-0000000000a2  v2    1:1
        2026-11-20T15:00:00Z      visit       visit.start            0199e0c2-5d80-7000-8000-0000000000a2  v2    1:2

        """)
    #expect(
      machine.calls.map(\.params) == [
        ["topics": ["visit"], "since": "0", "timeout": 0], ["topics": ["visit"], "since": "1:2", "timeout": 0],
      ])
  }

  @Test("who follows goes on from the last event after a restart and after falling behind, and is told of both")
  func follow() {
    let machine = TestMachine([
      .answer(["cursor": "1:4"]), .answer(["cursor": "1:4"]), .tell("event", event(5)), .fail(.closed),
      .answer(["cursor": "1:5"]), .tell("event", event(6)), .tell("event.lagged", ["cursor": "1:7"]),
      .answer(["cursor": "1:7"]), .tell("event", event(8)),
    ])
    machine.wakes = [.time]
    let run = machine.visits("events", "--follow", "--json")
    #expect(run.output.split(separator: "\n").map { $0.contains("1:") } == [true, true, true])
    #expect(
      run.errors == """
        visits: No connection to visitsd since 15:00 UTC, trying again
        visits: visitsd is back; continuing from 1:5
        visits: This reader fell behind; continuing from 1:7, nothing is left out

        """)
    #expect(
      machine.calls.map(\.params) == [
        [:], ["since": "1:4"], ["since": "1:5"], ["since": "1:7"],
      ])
    #expect(run.status == 0)
  }

  @Test("a place that cannot be read from any more ends it, since something may be missing")
  func gone() {
    let machine = TestMachine([
      .answer(["cursor": "1:4"]),
      .refuse(
        RPCError(
          code: 1410, kind: "cursorGone", message: "This cursor has passed.", data: ["cursor": "2:9"])),
    ])
    let run = machine.visits("events", "--follow", "--topic", "visit")
    #expect(run.status == 1)
    #expect(
      run.errors == "visits: This cursor has passed.\n  Continue: visits events --follow --topic visit --since 2:9\n")
    #expect(machine.ends == 1)
  }

  @Test("an unknown topic is refused with the nearest")
  func topic() {
    let run = TestMachine([]).visits("events", "--topic", "visits")
    #expect(run.status == 64)
    #expect(
      run.errors.contains(
        """
        --topic cannot be "visits". Use one of: visit, worker, client, emergency, device, series, alert, task, taskRecord, goal, session, absence. Did you mean visit?
        """))
  }
}
