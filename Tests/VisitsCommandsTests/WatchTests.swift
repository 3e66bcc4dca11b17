import JSON
import JSONRPC
import Testing
import VisitsCommands

@Suite("A view that stays on show")
struct WatchTests {
  private let later = Sample.boardOf("Later", etag: "b2")
  private let event: JSONValue = ["cursor": "1:7", "method": "visit.start"]

  @Test("an event brings a fresh view, asked for with what is shown already")
  func oneEvent() {
    let machine = TestMachine([
      .answer(Sample.board), .answer(["cursor": "1:6"]), .answer(["notModified": true, "etag": "b1"]),
      .tell("event", event), .answer(later),
    ])
    machine.wakes = [.time]
    let run = machine.visits("today", "--all", "--watch")
    #expect(run.output.components(of: "Needs attention") == 2)
    #expect(run.output.contains("\n\nLater  3/9"))
    #expect(run.errors == "")
    #expect(run.status == 0)
    #expect(
      machine.calls == [
        .init(method: "today", params: ["all": true]), .init(method: "event.subscribe", params: [:]),
        .init(method: "today", params: ["all": true, "ifNoneMatch": "b1"]),
        .init(method: "today", params: ["all": true, "ifNoneMatch": "b1"]),
      ])
    // Changes that come together are shown together.
    #expect(machine.waits.first == 250)
    #expect(machine.ends == 1)
  }

  @Test("without an event the clock is asked for within a minute, and the same view is not shown twice")
  func clock() {
    let machine = TestMachine([
      .answer(Sample.board), .answer(["cursor": "1:6"]), .answer(["notModified": true, "etag": "b1"]),
      .answer(["notModified": true, "etag": "b1"]),
    ])
    machine.wakes = [.time]
    let run = machine.visits("today", "--all", "--watch")
    #expect(run.output.components(of: "Needs attention") == 1)
    #expect(machine.waits.first.map { $0 <= 60_000 } == true)
    #expect(machine.calls.count == 4)
  }

  @Test("a restart keeps the last view, says since when there is no connection, and goes on")
  func restart() {
    let machine = TestMachine([
      .answer(Sample.board), .answer(["cursor": "1:6"]), .answer(["notModified": true, "etag": "b1"]), .fail(.closed),
      .noConnection(.nobodyListening(path: "s")), .answer(["cursor": "1:9"]), .answer(later),
    ])
    machine.wakes = [.time, .time, .time]
    let run = machine.visits("today", "--all", "--watch")
    #expect(
      run.errors == "visits: No connection to the schedule since 8:00 AM. What you see may be out of date.\n"
        + "visits: The schedule can be reached again.\n")
    #expect(run.output.contains("Later  3/9"))
    #expect(run.status == 0)
  }

  @Test("a terminal shows the alternate screen, says there that there is no connection, and gives it back at the end")
  func terminal() throws {
    let machine = TestMachine(
      [
        .answer(Sample.board), .answer(["cursor": "1:6"]), .answer(["notModified": true, "etag": "b1"]),
        .fail(.closed),
      ], environment: ["NO_COLOR": "1"])
    machine.wakes = [.resized, .keys([UInt8(ascii: "q")])]
    let run = machine.visits("today", "--all", "--watch", columns: 80, rows: 20)
    #expect(run.output.hasPrefix("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2026h\u{1B}[H"))
    #expect(run.output.hasSuffix("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"))
    let frames = run.output.split(separator: "\u{1B}[H")
    #expect(frames.count == 4)
    for frame in frames.dropFirst() { #expect(frame.components(of: "\r\n") == 19) }
    #expect(frames[1].contains("Changes show at once. q ends."))
    #expect(frames[2].contains("No connection to the schedule since 8:00 AM. What you see may be out of date."))
    #expect(frames[2].contains("Needs attention"))
    #expect(frames[1].contains("Synced ✓") && !frames[2].contains("Synced"))
    #expect(frames[2].contains("No connection ⚠"))
    #expect(run.errors == "")
  }

  @Test("a view that is longer than the terminal scrolls")
  func scrolls() {
    let machine = TestMachine([.answer(Sample.board)], environment: ["NO_COLOR": "1"])
    machine.wakes = [.keys(Array("G".utf8)), .keys(Array("k".utf8))]
    let run = machine.visits("today", "--all", "--watch", columns: 80, rows: 6)
    #expect(run.output.contains("1-5 of 13  ↑ ↓ scroll, q ends"))
    #expect(run.output.contains("9-13 of 13 "))
    #expect(run.output.contains("8-12 of 13 "))
  }

  @Test("an emergency stays in sight wherever the person has scrolled to, and rings once")
  func emergency() throws {
    guard case .object(var board) = Sample.board else { return #expect(Bool(false), "the board is an object") }
    board["banner"] = ["kind": "emergency", "message": "Emergency: Sarah Miller, since 8:02 AM"]
    board["emergency"] = ["open": ["id": "e1", "worker": "sarah", "state": "raised"]]
    let machine = TestMachine([.answer(.object(board))], environment: ["NO_COLOR": "1"])
    machine.wakes = [.keys(Array("G".utf8)), .keys(Array("k".utf8))]
    let run = machine.visits("today", "--all", "--watch", columns: 80, rows: 6)
    let frames = run.output.split(separator: "\u{1B}[H").dropFirst()
    #expect(frames.count == 3)
    for frame in frames {
      #expect(frame.contains("⚠ Emergency: Sarah Miller, since 8:02 AM"))
      #expect(frame.components(of: "\r\n") == 5)
    }
    #expect(run.output.contains("11-14 of 14 "))
    #expect(run.output.count { $0 == "\u{7}" } == 1)
  }

  /// How often the terminal has rung when the emergencies were so one after the other; each is named with its state.
  private func bells(_ words: [String], _ views: [String]...) -> Int {
    let boards = views.enumerated().map { number, emergencies in
      guard case .object(var board) = Sample.boardOf("Today", etag: "b\(number)") else { return JSONValue.null }
      let open: [JSONValue] = emergencies.map { emergency in
        let parts = emergency.split(separator: " ").map(String.init)
        return ["id": .string(parts[0]), "state": .string(parts[1])]
      }
      board["emergencies"] = .array(open)
      let first: JSONValue? = open.first.map { ["open": $0] }
      board["emergency"] = first ?? [:]
      return .object(board)
    }
    let more = boards.dropFirst().flatMap { [.tell("event", event), .answer($0)] as [TestMachine.Step] }
    let begun: [TestMachine.Step] = [.answer(boards[0]), .answer(["cursor": "1:6"]), .answer(["notModified": true])]
    let machine = TestMachine(begun + more, environment: ["NO_COLOR": "1"])
    machine.wakes = boards.dropFirst().map { _ in .time }
    let output = KeptOutput(columns: 80, rows: 24)
    _ = VisitsCommand.run(words + ["--watch"], on: machine, output: output, errors: KeptOutput())
    #expect(machine.calls.count == views.count + 2)
    return output.text.count { $0 == "\u{7}" }
  }

  @Test("rings for each emergency that is new, and for one that is raised again after somebody took it up")
  func bell() {
    for words in [["today", "--all"], ["late"]] {
      #expect(bells(words, [], ["e1 raised"]) == 1)
      #expect(bells(words, ["e1 raised"], ["e1 raised", "e2 raised"]) == 2)
      #expect(bells(words, ["e1 raised"], ["e2 raised", "e1 raised"], ["e1 raised"]) == 2)
      #expect(bells(words, ["e1 raised"], ["e1 acknowledged"], ["e1 raised"]) == 2)
      #expect(bells(words, ["e1 acknowledged"], ["e1 acknowledged"], []) == 0)
    }
  }

  @Test("a refusal ends the watch and says why; a daemon that is only busy does not")
  func refusals() {
    let gone = TestMachine([
      .answer(Sample.today), .answer(["cursor": "1:6"]), .refuse(Sample.notFound("worker", "sarah")),
    ])
    let run = gone.visits("today", "--worker", "sarah", "--watch")
    #expect(run.status == 1)
    #expect(run.errors.contains("There is no worker \"sarah\"."))
    #expect(gone.ends == 1)
    let busy = TestMachine([
      .answer(Sample.today), .answer(["cursor": "1:6"]),
      .refuse(RPCError(code: 1503, kind: "unavailable", message: "Shutting down.")), .answer(["cursor": "1:6"]),
      .answer(Sample.today),
    ])
    busy.wakes = [.time]
    #expect(busy.visits("today", "--worker", "sarah", "--watch").status == 0)
  }

  @Test("a daemon that takes a question and says nothing is away too", arguments: [[], [["cursor": "1:6"]]])
  func silence(answers: [JSONValue]) {
    let machine = TestMachine([.answer(Sample.board)] + answers.map { .answer($0) })
    machine.wakes = [.time]
    let run = machine.visits("today", "--all", "--watch", "--timeout", "2")
    #expect(machine.waits.first == 2000)
    #expect(run.errors == "visits: No connection to the schedule since 8:00 AM. What you see may be out of date.\n")
  }

  @Test("a program gets a view on a line for each change")
  func json() {
    let machine = TestMachine([
      .answer(Sample.board), .answer(["cursor": "1:6"]), .answer(later),
    ])
    let run = machine.visits("today", "--all", "--watch", "--json")
    #expect(run.output.split(separator: "\n").count == 2)
  }
}

extension StringProtocol {
  /// How often a text stands in this one.
  func components(of text: String) -> Int {
    split(separator: text, omittingEmptySubsequences: false).count - 1
  }
}
