import JSON
import Testing

@testable import VisitsCommands

@Suite("visits session, goals and home")
struct SessionTests {
  private static let id = "0199e0c2-5d80-7000-8000-0000000000aa"
  private static let goalID = "0199e0c2-5d80-7000-8000-0000000000bb"

  private func session(
    _ successes: Int64 = 1, of trials: Int64 = 2, running: Bool = true, last: JSONValue = .null
  ) -> JSONValue {
    [
      "id": .string(Self.id), "worker": "sarah", "client": "margaret-chen", "state": running ? "running" : "ended",
      "trials": .integer(trials), "successes": .integer(successes), "duration": 65, "lastTrial": last, "version": 3,
      "display": [
        "client": "Margaret Chen", "worker": "Sarah Miller", "goal": "Stand up unaided", "date": "Nov 20",
        "time": running ? "Since 10:15 AM" : "10:15 AM - 10:27 AM", "began": "10:15 AM",
        "duration": "1 min", "rate": "50%",
        "result": .string("\(successes) of \(trials) trials successful (50%)"),
        "status": running ? "Running" : "Ended", "spoken": "Margaret Chen, all of it",
      ],
    ]
  }

  private func answer(_ session: JSONValue) -> TestMachine.Step {
    .answer(["session": session, "announcement": "Trial 2: Success."])
  }

  private func last(_ number: Int64, success: Bool = true) -> JSONValue {
    ["number": .integer(number), "success": .bool(success), "takenBack": false, "at": "2026-11-20T17:16:00Z"]
  }

  private var goals: JSONValue {
    [
      "goals": [
        [
          "id": .string(Self.goalID), "client": "margaret-chen", "title": "Stand up unaided", "status": "active",
          "available": true, "version": 1,
          "display": ["status": "Active", "since": "Nov 1", "spoken": "Stand up unaided, Active, Nov 1"],
        ]
      ]
    ]
  }

  @Test("start names the worker, the client and the goal as a person does, and says how to end it")
  func start() {
    let machine = TestMachine([.answer(goals), answer(session(0, of: 0))])
    let run = machine.visits("session", "start", "-w", "sarah", "-c", "margaret-chen", "-g", "stand")
    let params = machine.calls.last?.params
    #expect(machine.calls.map(\.method) == ["goal.list", "session.start"])
    #expect(params?["worker"] == "sarah")
    #expect(params?["client"] == "margaret-chen")
    #expect(params?["goal"] == .string(Self.goalID))
    #expect(
      run.output == """
        ◐ Margaret Chen
          Stand up unaided
          0 of 0 trials successful (50%), 1 min
          Nov 20 · Since 10:15 AM · Sarah Miller · Running
          No undo: a session that has begun stays in the record. End it: visits session end --worker sarah

        """)
  }

  @Test("trial is about the running session, and prints what takes it back; undo prints what records it again")
  func trial() {
    let machine = TestMachine([
      .answer(["sessions": [session()]]), answer(session(last: last(2))),
      .answer(["sessions": [session()]]), answer(session(last: last(2))),
    ])
    let ok = machine.visits("session", "trial", "ok")
    #expect(machine.calls[0].params["running"] == true)
    #expect(machine.calls[1].params["success"] == true)
    #expect(machine.calls[1].params["session"] == .string(Self.id))
    #expect(ok.output.hasSuffix("  Undo: visits session trial undo --worker sarah --number 2\n"))
    let undo = machine.visits("session", "trial", "undo", "--worker", "sarah")
    #expect(machine.calls[2].params["worker"] == "sarah")
    #expect(machine.calls[3].params["undo"] == true)
    #expect(
      undo.output.hasSuffix("  Undo: visits session trial ok --worker sarah --at 2026-11-20T17:16:00Z\n"))
  }

  @Test("says what to do when none is running, or several are")
  func which() {
    let none = TestMachine([.answer(["sessions": []])]).visits("session", "end")
    #expect(none.status == 1)
    #expect(none.errors.contains("No session is running."))
    #expect(none.errors.contains("visits session start --client C --goal G"))
    let two = TestMachine([.answer(["sessions": [session(), session()]])]).visits("session", "end")
    #expect(two.status == 64)
    #expect(two.errors.contains("2 sessions are running: name a worker with --worker."))
  }

  @Test("a session is looked for by a part of its id among all, and the choices are told where several have it")
  func short() {
    var other = session(3, of: 4)
    if case .object(var object) = other {
      object["id"] = "0199e0c2-5d80-7000-8000-0000000100aa"
      other = .object(object)
    }
    let machine = TestMachine([
      .answer(["sessions": [session()]]), .answer(["session": session(), "trials": []]),
      .answer(["sessions": [session(), other]]),
    ])
    _ = machine.visits("session", "show", "000000AA")
    #expect(machine.calls[0].params["match"] == "000000aa")
    #expect(machine.calls[1].params["session"] == .string(Self.id))
    let several = machine.visits("session", "show", "00aa")
    #expect(several.status == 64)
    #expect(several.errors.contains("\"00aa\" may be any of 2 sessions; write more of the id."))
    #expect(
      several.errors.contains(
        "0199e0c2-5d80-7000-8000-0000000100aa  Nov 20, Since 10:15 AM  Margaret Chen, Stand up unaided, 3 of 4"))
    let none = TestMachine([.answer(["sessions": []])]).visits("session", "show", "ffff")
    #expect(none.status == 1)
    #expect(none.errors.contains("There is no session \"ffff\"."))
  }

  @Test("goals are listed with a sign for each status, and what is changed says how it is taken back")
  func goalList() {
    let machine = TestMachine([
      .answer(goals), .answer(goals),
      .answer([
        "goal": [
          "id": .string(Self.goalID), "client": "margaret-chen", "title": "Stand up unaided", "status": "achieved",
          "version": 2, "display": ["status": "Achieved"],
        ]
      ]),
      .answer(["client": ["name": "Margaret Chen"]]),
    ])
    let list = machine.visits("goals", "--client", "margaret-chen")
    #expect(machine.calls[0].params["available"] == true)
    #expect(list.output == "◎  Stand up unaided  Active since Nov 1  000000bb\n")
    let achieved = machine.visits("goals", "achieve", "stand", "-c", "margaret-chen", "--reason", "Five in a row")
    #expect(machine.calls[2].params["status"] == "achieved")
    #expect(machine.calls[2].params["expectedVersion"] == 1)
    #expect(
      achieved.output == """
        ✓ Stand up unaided
          Margaret Chen · Achieved
          \(Self.goalID)
          Undo: visits goals reopen 000000bb --client margaret-chen

        """)
  }

  @Test("home has who and how many visits above, the cards, and the first clients; on a narrow screen below each other")
  func home() {
    func card(_ title: String, _ details: String, enabled: Bool = true) -> JSONValue {
      [
        "title": .string(title), "details": .string(details), "enabled": .bool(enabled),
        "accessibilityLabel": .string("\(title), \(details)"), "accessibilityHint": "Shows it.",
      ]
    }
    let view: JSONValue = [
      "heading": "Home", "worker": "sarah-miller", "name": "Sarah Miller", "visitsLeftLabel": "2 visits left today",
      "clientCount": 7,
      "cards": [
        "viewClients": card("View Clients", "7 clients"), "startSession": card("Start Session", "Work on a goal"),
        "lastSession": card("Last Session", "Margaret Chen, November 20: 80%, 12 min"),
        "goalBank": card("Goal Bank", "3 goals available"),
      ],
      "clients": [
        [
          "initials": "MC", "name": "Margaret Chen", "details": "82 years old, last session: November 20",
          "accessibilityLabel": "Margaret Chen, 82 years old", "accessibilityHint": "Shows this client.",
        ]
      ],
    ]
    let machine = TestMachine([.answer(view), .answer(view), .answer(view)])
    #expect(
      machine.visits("home", "--worker", "sarah").output == """
        Home  Sarah Miller                                           2 visits left today

        Start Session  Work on a goal
        Last Session   Margaret Chen, November 20: 80%, 12 min
        Goal Bank      3 goals available
        View Clients   7 clients

        MC  Margaret Chen  82 years old, last session: November 20
        6 more clients: visits clients --worker sarah-miller

        """)
    let narrow = machine.visits("home", "--worker", "sarah", columns: 40).output
      .replacing(#/\u{1B}\[\d+m/#, with: "")
    #expect(narrow.split(separator: "\n").allSatisfy { $0.count <= 40 })
    #expect(narrow.contains("2 visits left today"))
    #expect(
      narrow.contains(
        """
        Start Session
          Work on a goal
        Last Session
          Margaret Chen, November 20: 80%, 12
          min
        Goal Bank
          3 goals available
        """))
    let spoken = machine.visits("home", "--worker", "sarah", "--spoken").output
    #expect(spoken.hasPrefix("2 visits left today\nStart Session, Work on a goal. Shows it.\n"))
    #expect(spoken.hasSuffix("\n6 more clients: visits clients --worker sarah-miller\n"))
  }

  @Test("sessions are listed by day, each at its time, as a table of 80 columns; a next page by an option of its own")
  func sessionList() {
    let page: JSONValue = ["sessions": [session(), session(running: false)], "next": "12:ab"]
    let machine = TestMachine([.answer(page), .answer(page), .answer(page)], environment: ["NO_COLOR": "1"])
    let table = machine.visits("session", "list", columns: 80)
    #expect(
      table.output == """
        Nov 20
        ◐  10:15 AM  Margaret Chen  Stand up unaided  50%  1 min  Sarah Miller  000000aa
        ✓  10:15 AM  Margaret Chen  Stand up unaided  50%  1 min  Sarah Miller  000000aa

        """)
    #expect(table.errors == "More follow:\n  --after 12:ab\n")
    let next = machine.visits("session", "list", "--after", "12:ab", columns: 76)
    #expect(machine.calls.last?.params["after"] == "12:ab")
    #expect(
      next.output.hasPrefix(
        """
        Nov 20
        ◐  10:15 AM  Margaret Chen  Stand up      50%  1 min  Sarah Miller  000000aa
                                    unaided
        ✓  10:15 AM
        """))
    #expect(
      machine.visits("session", "list", columns: 60).output.hasPrefix(
        """
        Nov 20
        ◐  10:15 AM  Margaret Chen  Stand up unaided  50%  1 min
                     Sarah Miller  000000aa
        """))
  }
}
