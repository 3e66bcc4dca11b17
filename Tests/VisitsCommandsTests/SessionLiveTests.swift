import JSON
import JSONRPC
import Testing

@testable import VisitsCommands

@Suite("visits session live")
struct SessionLiveTests {
  private static let id = "0199e0c2-5d80-7000-8000-0000000000aa"
  private static let full = RPCError(code: 1503, kind: "unavailable", message: "The disk is full.")

  private func session(_ successes: Int64, of trials: Int64, running: Bool = true, version: Int64 = 3) -> JSONValue {
    [
      "id": .string(Self.id), "worker": "sarah", "client": "margaret-chen", "state": running ? "running" : "ended",
      "trials": .integer(trials), "successes": .integer(successes), "duration": 65, "version": .integer(version),
      "display": [
        "client": "Margaret Chen", "worker": "Sarah Miller", "goal": "Stand up unaided", "date": "Nov 20",
        "time": running ? "Since 10:15 AM" : "10:15 AM - 10:27 AM", "duration": "1 min", "rate": "50%",
        "result": .string("\(successes) of \(trials) trials successful (50%)"),
        "status": running ? "Running" : "Ended", "spoken": "Margaret Chen, all of it",
      ],
    ]
  }

  /// What a key is answered.
  private func answer(_ successes: Int64, of trials: Int64, running: Bool = true) -> TestMachine.Step {
    .answer(["session": session(successes, of: trials, running: running)])
  }

  /// A session with trials: those that succeeded, those that did not, and `nil` for one that counts no more.
  private func show(_ trials: [Bool?], running: Bool = true, version: Int64 = 3) -> TestMachine.Step {
    let counted = trials.compactMap(\.self)
    let rows = trials.enumerated().map { index, success in
      var row: JSONObject = ["number": .integer(Int64(index + 1)), "success": .bool(success ?? true)]
      if success == nil { row["takenBack"] = ["at": "2026-11-20T15:00:00Z"] }
      return JSONValue.object(row)
    }
    return .answer([
      "session": session(
        Int64(counted.count { $0 }), of: Int64(counted.count), running: running, version: version),
      "trials": .array(rows),
    ])
  }

  private let following = TestMachine.Step.answer(["cursor": "1:6"])

  /// A machine on which a session with these trials is shown, and followed.
  private func machine(_ trials: [Bool?] = [], _ steps: TestMachine.Step...) -> TestMachine {
    TestMachine(
      [.answer(["sessions": [session(0, of: 0)]]), show(trials), following, show(trials)] + steps,
      environment: ["NO_COLOR": "1"])
  }

  /// The screens, each as its lines without what is empty at their end.
  private func screens(_ run: Run) -> [String] {
    run.output.split(separator: "\u{1B}[H").dropFirst().map { frame in
      frame.split(separator: "\u{1B}[?2026l", omittingEmptySubsequences: false)[0]
        .split(separator: "\r\n", omittingEmptySubsequences: false)
        .map { $0.split(separator: "\u{1B}[K", omittingEmptySubsequences: false).joined() }
        .joined(separator: "\n")
    }
  }

  private func keys(_ text: String) -> Wake { .keys(Array(text.utf8)) }

  @Test("records each key at once, takes a slip back, ends the session, and leaves what it came to")
  func live() {
    let machine = machine(
      [], answer(1, of: 1), answer(1, of: 2), answer(1, of: 1), show([true]), answer(1, of: 1, running: false))
    machine.wakes = [keys("+"), .time, keys("-u"), .keys([0x1B, 0x5B, 0x41]), keys("ee")]
    let run = machine.visits("session", "live", "--worker", "sarah", columns: 60, rows: 12)
    #expect(
      machine.calls.dropFirst(4).map(\.method) == [
        "session.trial", "session.trial", "session.trial", "session.show", "session.end",
      ])
    #expect(machine.calls[2] == .init(method: "event.subscribe", params: ["topics": ["session"]]))
    #expect(machine.calls[4].params["success"] == true)
    #expect(machine.calls[5].params["success"] == false)
    #expect(machine.calls[6].params["undo"] == true)
    #expect(Set(machine.calls.dropFirst(4).compactMap { $0.params["requestId"] }).count == 4)
    #expect(run.output.contains("1 of 1 trials successful"))
    #expect(run.output.contains("1:05"))
    #expect(run.output.contains("1:06"), "the seconds go on by themselves")
    #expect(run.output.contains("+ ok   - miss   u undo   e end   q leave"))
    #expect(run.output.contains("\u{1B}[?1049l"))
    #expect(run.output.contains("Correct its end: visits session end --session \(Self.id) --at TIME"))
    #expect(!run.output.contains("elsewhere"))
    #expect(machine.ends > 0)
    #expect(run.status == 0)
  }

  @Test("a key stands there at once as a mark that is not saved yet; when it waits long, a sentence says how many do")
  func pending() {
    let machine = machine([true, nil, false])
    machine.wakes = [keys("+"), .time, keys("-")]
    let run = machine.visits("session", "live", columns: 60, rows: 14)
    let screens = screens(run)
    #expect(machine.waits.contains(250))
    #expect(screens.contains { $0.contains("✓ ✗ (✓)") && !$0.contains("not recorded") })
    #expect(
      screens.last == """
        Margaret Chen
        Stand up unaided

        1 of 2 trials successful (50%)
        1:05

        ✓ ✗ (✓) (✗)

        2 keys are not recorded yet: they are kept here, and sent
        again.



        + ok   - miss   u undo   e end   q leave
        """)
  }

  @Test("the marks of the trials so far are drawn when it is resumed, but none that counts no more")
  func resumed() {
    let run = machine([true, nil, false, true]).visits("session", "live", columns: 60, rows: 14)
    #expect(screens(run).first?.contains("\n✓ ✗ ✓\n") == true)
    #expect(run.status == 0)
  }

  @Test("a slip that is not saved yet stands in parentheses too, and of many trials the newest are drawn")
  func strip() {
    #expect(SessionKey.strip([true, false], [.takeBack], columns: 60) == "✓ (–)")
    #expect(SessionKey.strip([true], [.miss, .takeBack, .takeBack], columns: 60) == "(–) (–)")
    #expect(SessionKey.strip([false, true, true], [.success], columns: 8) == "✓ ✓ (✓)")
  }

  @Test("while the daemon is away keys are kept and counted, and sent as they were when it is back")
  func away() {
    let machine = machine(
      [true], .fail(.closed), .noConnection(.nobodyListening(path: "s")), following, answer(2, of: 2),
      answer(2, of: 3), show([true, true, false]))
    machine.wakes = [keys("+"), keys("-"), .time, .time, .time]
    let run = machine.visits("session", "live", columns: 60, rows: 14)
    let screens = screens(run)
    #expect(
      screens.contains(
        """
        Margaret Chen
        Stand up unaided

        1 of 1 trials successful (50%)
        1:05

        ✓ (✓) (✗)

        No connection
        2 keys are not recorded yet: they are kept here, and sent
        again.


        + ok   - miss   u undo   e end   q leave
        """))
    #expect(screens.last?.contains("\n✓ ✓ ✗\n\n\n") == true)
    #expect(machine.naps == [])
    #expect(run.output.contains("The session continues. End it: visits session end --worker sarah"))
    #expect(run.errors == "")
    #expect(run.status == 0)
  }

  @Test("a key that the daemon cannot take now is sent again as it was")
  func busy() {
    let machine = machine([], .refuse(Self.full), answer(1, of: 1))
    machine.wakes = [keys(" "), .time, .time, keys("q")]
    let run = machine.visits("session", "live", columns: 60, rows: 14)
    #expect(machine.calls[4] == machine.calls[5])
    #expect(run.output.contains("The disk is full."))
    #expect(run.output.contains("1 key is not recorded yet"))
    #expect(run.status == 0)
  }

  @Test("a key that may have arrived is named by its change, though it could not be taken when it was sent again")
  func busyAgain() {
    // Who leaves as soon as it was sent for the second time.
    let runs = (1...12).map { count in
      let machine = machine([], .noConnection(.nobodyListening(path: "s")), following, .refuse(Self.full))
      machine.wakes = [keys("+")] + Array(repeating: .time, count: count) + [keys("q")]
      let run = machine.visits("session", "live", columns: 60, rows: 14)
      return (sent: machine.calls.count { $0.method == "session.trial" }, run: run)
    }
    guard let run = runs.first(where: { $0.sent == 2 })?.run else { return #expect(Bool(false), "never sent again") }
    #expect(run.errors.contains("    visits call session.trial '{\"session\":\"\(Self.id)\",\"at\":"))
    #expect(!run.errors.contains("visits session trial ok"))
  }

  @Test("a key that is refused while the session goes on is told to whoever leaves, with what to type")
  func refusedOnTheWay() {
    let ahead = RPCError(
      code: -32602, kind: "invalidParams", message: "9:05 AM is in the future: only what has happened can be recorded.",
      data: ["field": "at"])
    let machine = machine([], .refuse(ahead), show([]))
    machine.wakes = [keys("+"), keys("x"), keys("q")]
    let run = machine.visits("session", "live", columns: 80, rows: 24)
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("visits: 9:05 AM is in the future: only what has happened can be recorded.\n"))
    #expect(run.errors.contains("  visits session trial ok --session \(Self.id) --at 2026-11-20T15:00:00Z\n"))
  }

  @Test("an end whose answer was lost was made here all the same")
  func endedHere() {
    let machine = machine(
      [true], show([true]), .noConnection(.nobodyListening(path: "s")), following, show([true], running: false))
    machine.wakes = [keys("ee")] + Array(repeating: .time, count: 8)
    let run = machine.visits("session", "live", columns: 60, rows: 14)
    #expect(machine.calls.filter { $0.method == "session.end" }.count == 1)
    #expect(!run.output.contains("ended elsewhere"))
    #expect(run.status == 0)
  }

  @Test("each key is told with the moment at which it was pressed, though the daemon comes back later, in their order")
  func moments() {
    let machine = machine(
      [], .fail(.closed), .noConnection(.nobodyListening(path: "s")), following, answer(1, of: 1), answer(1, of: 2),
      answer(1, of: 1), show([true]), answer(1, of: 1, running: false))
    machine.wakes = [keys("+"), .time, keys("-u"), keys("ee"), .time, .time]
    let run = machine.visits("session", "live", columns: 60, rows: 14)
    let sent = machine.calls.dropFirst(5)
    #expect(
      sent.map(\.method) == ["session.trial", "session.trial", "session.trial", "session.show", "session.end"])
    #expect(sent.map { $0.params["success"] } == [true, false, nil, nil, nil])
    #expect(
      sent.compactMap { $0.params["at"] } == [
        "2026-11-20T15:00:00Z", "2026-11-20T15:00:00.250Z", "2026-11-20T15:00:00.250Z", "2026-11-20T15:00:00.250Z",
      ])
    #expect(machine.naps == [], "no key waits for one that cannot be sent")
    #expect(run.status == 0)
  }

  @Test("no key is told of a moment before the session, nor before the key before it")
  func clockSetBack() {
    var begun = session(0, of: 0)
    if case .object(var object) = begun {
      object["start"] = ["at": "2026-11-20T15:00:07.250Z"]
      begun = .object(object)
    }
    let machine = TestMachine([
      .answer(["sessions": [session(0, of: 0)]]), .answer(["session": begun, "trials": []]), following, show([]),
      answer(1, of: 1),
    ])
    machine.wakes = [keys("+"), .ended]
    _ = machine.visits("session", "live", columns: 60, rows: 14)
    #expect(machine.calls[4].params["at"] == "2026-11-20T15:00:07.250Z")
  }

  @Test("q and Ctrl-C leave at once while the daemon is away, and say what to type", arguments: ["q", "^C"])
  func leaving(how: String) {
    let machine = machine([], .fail(.closed))
    machine.wakes = [keys("+"), .time, keys("-"), how == "q" ? keys("q") : .ended, .time]
    machine.then(.noConnection(.nobodyListening(path: "s")))
    let run = machine.visits("session", "live", columns: 80, rows: 24)
    #expect(machine.wakes == [.time], "it waits for nothing")
    #expect(run.status == 69)
    #expect(
      run.errors == """
        visits: 2 keys could not be recorded: the daemon cannot be reached.
          Record what is missing once the daemon runs again:
            visits session trial ok --session \(Self.id) --at 2026-11-20T15:00:00Z
            visits session trial miss --session \(Self.id) --at 2026-11-20T15:00:00.250Z

        """)
    #expect(machine.ends > 0)
  }

  @Test("who leaves waits a moment for the key that was pressed just before; one that may have arrived counts once")
  func farewell() {
    let machine = machine([])
    machine.wakes = [keys("+"), keys("q"), .time, .time, .time]
    let run = machine.visits("session", "live", columns: 60, rows: 14)
    #expect(machine.milliseconds == 500)
    #expect(run.status == 69)
    #expect(run.errors.contains("    visits call session.trial '{\"session\":\"\(Self.id)\",\"at\":"))
    let twice = self.machine([])
    twice.wakes = [keys("+"), keys("q"), keys("q"), .time]
    _ = twice.visits("session", "live", columns: 60, rows: 14)
    #expect(twice.wakes == [.time])
  }

  @Test("what is recorded elsewhere stands there too, and what was recorded here is not asked for again")
  func elsewhere() {
    func told(_ version: Int64, of thing: String) -> TestMachine.Step {
      .tell("event", ["topic": "session", "thing": .string(thing), "version": .integer(version)])
    }
    let machine = machine(
      [true], told(9, of: "another"), told(3, of: Self.id), told(4, of: Self.id), show([true, false], version: 4))
    machine.wakes = [.time]
    let run = machine.visits("session", "live", columns: 60, rows: 14)
    #expect(machine.calls.dropFirst(4).map(\.method) == ["session.show"])
    #expect(screens(run).last?.contains("\n1 of 2 trials successful (50%)\n1:06\n\n✓ ✗\n") == true)
  }

  @Test("when it is ended elsewhere the live mode says so and leaves; what came before can be typed")
  func endedElsewhere() {
    let machine = machine(
      [true], .tell("event", ["topic": "session", "thing": .string(Self.id), "version": 4]),
      show([true], running: false, version: 4))
    machine.wakes = [.time]
    let run = machine.visits("session", "live", columns: 60, rows: 14)
    #expect(machine.wakes == [.time])
    #expect(
      run.output.contains(
        "The session was ended elsewhere. Record a trial from before its end: "
          + "visits session trial ok --session \(Self.id) --at TIME\n"))
    #expect(run.errors == "")
    #expect(run.status == 0)
  }

  @Test("a key that was pressed after the end is not lost in silence")
  func tooLate() {
    let after = RPCError(
      code: -32602, kind: "invalidParams", message: "11:55 AM lies after this session ended (11:52 AM).",
      data: ["field": "at"])
    let machine = machine([], .refuse(after), show([], running: false))
    machine.wakes = [keys("+")]
    let run = machine.visits("session", "live", columns: 80, rows: 24)
    #expect(run.output.contains("visits session trial ok --session \(Self.id) --at TIME\n"))
    #expect(run.errors == "visits: 1 key was pressed after the session had ended, and is not recorded.\n")
    #expect(run.status == 1)
  }

  @Test("e asks whether it is meant; any other key goes on, and does what it always does")
  func asks() {
    let machine = machine([], answer(1, of: 1))
    machine.wakes = [keys("e"), keys("+"), keys("e"), .keys([0x1B, 0x5B, 0x41]), keys("e"), keys("q"), .time]
    let run = machine.visits("session", "live", columns: 60, rows: 14)
    let asked = "End the session? e again ends it, any other key continues."
    #expect(machine.calls.dropFirst(4).map(\.method) == ["session.trial"])
    let changes = screens(run).map { $0.contains(asked) }.reduce(into: [Bool]()) { if $0.last != $1 { $0.append($1) } }
    #expect(changes == [false, true, false, true, false, true])
    #expect(machine.wakes == [.time])
    #expect(run.output.contains("The session continues."))
    #expect(run.status == 0)
  }

  @Test("a session that has ended already is not ended again, so that its end stays as it was told")
  func endedByOthers() {
    let machine = machine([], show([true], running: false))
    machine.wakes = [keys("e"), keys("e"), .time]
    let run = machine.visits("session", "live", columns: 60, rows: 14)
    #expect(machine.calls.dropFirst(4).map(\.method) == ["session.show"])
    #expect(run.output.contains("Correct its end: visits session end --session \(Self.id) --at TIME"))
    #expect(machine.wakes == [.time])
    #expect(run.status == 0)
  }

  @Test("who may not follow the feed records all the same")
  func unfollowed() {
    let machine = TestMachine([
      .answer(["sessions": [session(0, of: 0)]]), show([]),
      .refuse(RPCError(code: 1403, kind: "forbidden", message: "Not yours.")), show([]), answer(1, of: 1),
    ])
    machine.wakes = [keys("+"), keys("q")]
    let run = machine.visits("session", "live", columns: 60, rows: 14)
    #expect(run.output.contains("1 of 1 trials successful"))
    #expect(run.status == 0)
  }

  @Test("an arrow, a function key and Alt with a letter are no trials, and hide none that was pressed with them")
  func arrows() {
    #expect(SessionKey.plain(Array("\u{1B}[A+\u{1B}[15~-\u{1B}OPm\u{1B}xu".utf8)) == Array("+-mu".utf8))
    #expect(SessionKey.plain([0x1B]) == [])
  }

  @Test("live wants a terminal")
  func piped() {
    let run = TestMachine([]).visits("session", "live")
    #expect(run.status == 64)
    #expect(run.errors.contains("The live mode needs a terminal to draw on."))
  }
}
