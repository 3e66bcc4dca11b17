import JSON
import Testing

@testable import VisitsCommands

@Suite("visits tasks")
struct CareTaskTests {
  func row(
    _ number: Int, _ title: String, names: [JSONValue] = [], checked: Bool = false, time: JSONValue? = nil,
    localTime: JSONValue = .null,
    outcome: JSONValue = .null, reason: JSONValue = .null, note: JSONValue = .null, version: Int64 = 0,
    late: Bool = false
  ) -> JSONValue {
    var row: JSONObject = [
      "task": .string("0199e0c2-5d80-7000-8000-00000000000\(number)"), "title": .string(title),
      "names": .array(names),
      "checked": .bool(checked), "mark": .string(outcome != .null ? "✗" : checked ? "✓" : "○"),
      "localTime": localTime, "outcome": outcome, "reason": reason, "note": note, "version": .integer(version),
      "enteredLate": .bool(late), "lateLabel": late ? "Nachgetragen" : .null,
      "accessibilityLabel": .string("\(title), \(checked ? "completed" : "not completed")"),
    ]
    row["time"] = time
    return .object(row)
  }

  func day(_ rows: [JSONValue], counter: String = "1/3", isToday: Bool = true) -> JSONValue {
    [
      "client": "margaret-chen", "name": "Margaret Chen", "date": "2026-11-20", "isToday": .bool(isToday),
      "header": [
        "heading": "Friday, November 20", "indicator": isToday ? "(Today)" : .null,
      ],
      "state": "partial", "rows": .array(rows), "counter": .string(counter), "counterSpoken": "1 of 3 completed",
      "showsTodayButton": .bool(!isToday), "todayButton": ["label": "Today"], "message": .null,
    ]
  }

  var three: [JSONValue] {
    [
      row(1, "Weighed myself"),
      row(2, "Breakfast", checked: true, time: "10:30 AM", localTime: "10:30", version: 2),
      row(
        3, "Lunch", time: "--:--", outcome: ["kind": "refused", "label": "Refused"], reason: "Not hungry", version: 1),
    ]
  }
  @Test("draws the checklist: a number, a sign, the time or that there is none, and why not")
  func checklist() {
    let machine = TestMachine([.answer(day(three))])
    let run = machine.visits("tasks", "--client", "margaret-chen")
    #expect(machine.calls == [.init(method: "task.day", params: ["client": "margaret-chen"])])
    #expect(
      run.output == """
        Margaret Chen  Friday, November 20 (Today)                                   1/3

        1  ○  Weighed myself
        2  ✓  Breakfast       10:30 AM
        3  ✗  Lunch           --:--     Refused: Not hungry

        """)
  }

  @Test("of another day shows the way back, and speaks a line for each row")
  func otherDay() {
    let past = day([row(1, "Weighed myself", checked: true, version: 1, late: true)], counter: "1/1", isToday: false)
    let machine = TestMachine([.answer(past), .answer(past)])
    let run = machine.visits("tasks", "--client", "margaret-chen", "--date", "yesterday")
    #expect(machine.calls.first?.params["localDate"] == "yesterday")
    #expect(run.output.contains("1  ✓  Weighed myself  Nachgetragen\n"), "in the daemon's words")
    #expect(run.output.hasSuffix("\nToday: visits tasks --client margaret-chen\n"))
    let spoken = machine.visits("tasks", "--client", "margaret-chen", "--spoken")
    #expect(
      spoken.output == "Margaret Chen, Friday, November 20\nWeighed myself, completed\n1 of 3 completed\n")
  }

  @Test("of a day on which nothing is due says just that, and whose day it is")
  func spokenEmpty() {
    guard case .object(var view) = day([], counter: "0/0") else { return }
    view["message"] = "No care tasks are due."
    let run = TestMachine([.answer(.object(view))]).visits("tasks", "--client", "margaret-chen", "--spoken")
    #expect(run.output == "Margaret Chen, Friday, November 20 (Today)\nNo care tasks are due.\n")
  }

  @Test("one long reason leaves each title and its time on one line, at any width", arguments: [60, 80, 120])
  func longReason(columns: Int) {
    let reason = String(repeating: "Not hungry at all. ", count: 8)
    let rows = [
      three[1],
      row(
        3, "Lunch", time: "--:--", outcome: ["kind": "refused", "label": "Refused"], reason: .string(reason),
        version: 1, late: true),
    ]
    let run = TestMachine([.answer(day(rows))], environment: ["NO_COLOR": "1"])
      .visits("tasks", "--client", "margaret-chen", columns: columns)
    #expect(run.output.contains("\n1  ✓  Breakfast  10:30 AM\n2  ✗  Lunch      --:--     Refused: Not hungry at"))
    #expect(run.output.hasSuffix(" · Nachgetragen\n"))
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= columns })
  }

  @Test("presets shows the accents in their colours on a terminal, and which symbols there are")
  func presets() {
    let view: JSONValue = [
      "presets": [
        [
          "preset": "sleptInBed", "title": "Slept in bed", "category": "rest", "tracksTime": false, "accent": "indigo",
          "symbol": "moon.stars",
        ]
      ],
      "categories": [["category": "rest", "label": "Rest"]],
      "accents": [
        ["accent": "indigo", "label": "Indigo", "light": ["ink": "#4338ca", "tint": "#e0e7ff"]]
      ],
    ]
    let machine = TestMachine([.answer(view), .answer(view)])
    #expect(
      machine.visits("tasks", "presets").output == """
        sleptInBed  Slept in bed  Rest  indigo  moon.stars

        Accents
        indigo  Indigo

        Symbols  moon.stars

        """)
    #expect(
      machine.visits("tasks", "presets", columns: 80).output.contains(
        "\n\u{1B}[38;2;67;56;202;48;2;224;231;255mAa\u{1B}[0m  indigo  "))
  }

  @Test("a line of blocks is never broken: the days that are nearest stay, and their number is told")
  func longBlocks() {
    let points = Array(repeating: ["due": 1, "done": 0] as JSONValue, count: 59) + [["due": 1, "done": 1]]
    let figures: JSONValue = [
      "currentStreak": 1, "longestStreak": 12, "rate7": ["label": "86%"], "rate30": ["label": "90%"],
      "rate90": ["label": "–"], "series": .array(points),
    ]
    let view: JSONValue = [
      "name": "Margaret Chen", "heading": "November 20, 2026", "all": figures,
      "tasks": [["title": "Breakfast", "figures": figures, "active": true]],
    ]
    let run = TestMachine([.answer(view)], environment: ["NO_COLOR": "1"])
      .visits("tasks", "stats", "--client", "margaret-chen", "--days", "60", columns: 60)
    let blocks = String(repeating: "▁", count: 57) + "█"
    #expect(run.output.hasPrefix("Margaret Chen  November 20, 2026\n58 days\n\nBreakfast\n  \(blocks)\n  Streak:"))
  }

  @Test("done checks a task by its title, and says how it is taken back")
  func done() {
    let machine = TestMachine([
      .answer(day(three)),
      .answer([
        "row": row(1, "Weighed myself", checked: true, version: 1), "counter": "2/3",
      ]),
    ])
    let run = machine.visits("tasks", "done", "weighed", "--client", "margaret-chen")
    let params = machine.calls.last?.params
    #expect(params?["task"] == "0199e0c2-5d80-7000-8000-000000000001")
    #expect(params?["done"] == true)
    #expect(params?["date"] == "2026-11-20")
    #expect(params?["expectedVersion"] == 0)
    #expect(
      run.output == """
        ✓ Weighed myself
          Margaret Chen, Friday, November 20, 2/3
          Undo: visits tasks undo 00000001 --client margaret-chen --date 2026-11-20

        """)
  }

  @Test("done --at sets another time, undo takes all of it away, and both lead back to what was")
  func times() {
    let machine = TestMachine([
      .answer(day(three)), .answer(day(three)),
      .answer(["row": row(2, "Breakfast", checked: true, time: "11:00 AM", localTime: "11:00", version: 3)]),
      .answer(day(three)), .answer(["row": row(2, "Breakfast", time: "--:--", version: 3)]),
    ])
    _ = machine.visits("tasks", "--client", "margaret-chen")
    let done = machine.visits("tasks", "done", "2", "--at", "11:00", "--client", "margaret-chen")
    #expect(machine.calls.last?.params["time"] == "11:00")
    #expect(
      done.output.hasSuffix(
        "Undo: visits tasks done 00000002 --client margaret-chen --date 2026-11-20 --at 10:30\n"))
    let undone = machine.visits("tasks", "undo", "breakfast", "--client", "margaret-chen")
    let params = machine.calls.last?.params
    #expect(params?["done"] == false)
    #expect(params?["time"] == .null)
    #expect(params?["outcome"] == .null)
    #expect(
      undone.output.hasSuffix(
        "Undo: visits tasks done 00000002 --client margaret-chen --date 2026-11-20 --at 10:30\n"))
  }

  @Test("refused says why, and a task that is not there is answered with the nearest")
  func refused() {
    let machine = TestMachine([
      .answer(day(three)),
      .answer([
        "row": row(
          2, "Breakfast", time: "--:--", outcome: ["kind": "refused", "label": "Refused"], reason: "Slept", version: 3)
      ]),
      .answer(day(three)),
    ])
    let run = machine.visits("tasks", "refused", "break", "--reason", "Slept", "--client", "margaret-chen")
    #expect(machine.calls.last?.params["outcome"] == "refused")
    #expect(machine.calls.last?.params["reason"] == "Slept")
    #expect(machine.calls.last?.params["note"] == nil)
    #expect(run.output.hasPrefix("✗ Breakfast\n  Refused: Slept\n"))
    let missing = machine.visits("tasks", "done", "brakfast", "--client", "margaret-chen")
    #expect(missing.status == 1)
    #expect(missing.errors.contains("There is no task \"brakfast\" on that day."))
    #expect(missing.errors.contains("Did you mean \"Breakfast\"?"))
  }

  @Test("a reason and a note are both told, the note in brackets, and what undoes an undo brings every word back")
  func reasonAndNote() {
    let refused = row(
      3, "Lunch", time: "--:--", outcome: ["kind": "refused", "label": "Refused"], reason: "Not hungry",
      note: "tea only", version: 2)
    let unable = row(
      3, "Lunch", time: "--:--", outcome: ["kind": "unable", "label": "Not possible"], note: "ate half", version: 3)
    let done = row(3, "Lunch", checked: true, time: "11:35 AM", localTime: "11:35", note: "ate half", version: 2)
    let machine = TestMachine([
      .answer(day(three)), .answer(["row": refused]),
      .answer(day([refused])), .answer(["row": row(3, "Lunch", time: "--:--", version: 3)]),
      .answer(day([done])), .answer(["row": row(3, "Lunch", time: "--:--", version: 3)]),
      .answer(day([done])), .answer(["row": unable]), .answer(day([unable])), .answer(day([refused])),
    ])
    let both = machine.visits("tasks", "refused", "lunch", "--reason", "Not hungry", "--note", "tea only", "-c", "m")
    #expect(machine.calls.last?.params["reason"] == "Not hungry")
    #expect(machine.calls.last?.params["note"] == "tea only")
    #expect(both.output.hasPrefix("✗ Lunch\n  Refused: Not hungry (tea only)\n"))
    #expect(
      both.output.hasSuffix("Undo: visits tasks refused 00000003 --client margaret-chen --date 2026-11-20 --note ''\n"))
    let undone = machine.visits("tasks", "undo", "lunch", "-c", "m")
    #expect(
      undone.output.hasSuffix(
        """
          Undo: visits tasks refused 00000003 --client margaret-chen --date 2026-11-20 --reason 'Not hungry' \
        --note 'tea only'

        """))
    let unchecked = machine.visits("tasks", "undo", "lunch", "-c", "m")
    #expect(
      unchecked.output.hasSuffix(
        "Undo: visits tasks done 00000003 --client margaret-chen --date 2026-11-20 --at 11:35 --note 'ate half'\n"))
    let not = machine.visits("tasks", "unable", "lunch", "-c", "m")
    #expect(not.output.hasPrefix("✗ Lunch\n  Not possible (ate half)\n"), "a note is no reason")
    #expect(
      not.output.hasSuffix("Undo: visits tasks done 00000003 --client margaret-chen --date 2026-11-20 --at 11:35\n"))
    #expect(machine.visits("tasks", "-c", "m").output.contains("✗  Lunch  --:--  Not possible (ate half)\n"))
    #expect(machine.visits("tasks", "-c", "m").output.contains("✗  Lunch  --:--  Refused: Not hungry (tea only)\n"))
  }

  @Test("of a client who has none say how one is added")
  func none() {
    var object: JSONObject = [:]
    if case .object(let made) = day([], counter: "0/0") { object = made }
    object["message"] = "No care tasks are due"
    let machine = TestMachine([.answer(.object(object)), .answer(["tasks": []])])
    let run = machine.visits("tasks", "-c", "margaret-chen")
    #expect(run.output.contains("No care tasks are due\n"))
    #expect(
      run.output.hasSuffix(
        "No care tasks are defined yet. Add one: visits tasks add --client margaret-chen --preset breakfast\n"))
  }

  @Test(
    "a number of no list, and the nearest title, are told as the language tells them",
    arguments: [
      (
        "de", "Hier wurde keine Aufgabenliste von margaret-chen ausgegeben, in der die Zeile 9 stehen könnte.",
        "Meinten Sie „Breakfast“?"
      ),
      (
        "fr", "Aucune liste de tâches de margaret-chen n’a été affichée ici où pourrait figurer la ligne 9.",
        "Vouliez-vous dire «\u{A0}Breakfast\u{A0}»\u{202F}?"
      ),
      (
        "tr", "Burada margaret-chen için 9 numaralı satırın bulunabileceği bir görev listesi görüntülenmedi.",
        "Şunu mu demek istediniz: “Breakfast”?"
      ),
    ])
  func inOtherLanguages(language: String, noList: String, meant: String) {
    let machine = TestMachine([.answer(day(three)), .answer(day(three))])
    let unknown = machine.visits("tasks", "done", "9", "--client", "margaret-chen", "--locale", language)
    #expect(unknown.errors.contains(noList))
    let near = machine.visits("tasks", "done", "brakfast", "--client", "margaret-chen", "--locale", language)
    #expect(near.errors.contains(meant))
  }

  @Test("a reason stands behind its outcome as the language parts them")
  func outcomeAndReason() {
    let run = TestMachine([.answer(day(three))]).visits("tasks", "--client", "m", "--locale", "fr")
    #expect(run.output.contains("Refused\u{A0}: Not hungry"))
  }

  @Test(
    "stats heads its rates with the language's days",
    arguments: [("de", "7 T"), ("pl", "7 dni"), ("fr", "7\u{A0}j"), ("tr", "7 gün")])
  func statsHeading(language: String, heading: String) {
    let view: JSONValue = [
      "name": "Margaret Chen", "heading": "x", "all": ["series": []],
      "tasks": [["title": "Breakfast", "figures": ["series": []], "active": true]],
    ]
    let run = TestMachine([.answer(view)]).visits("tasks", "stats", "--client", "m", "--locale", language)
    #expect(run.output.contains(heading))
  }

  @Test("without a client are those of $VISITS_CLIENT, or of the visit that $VISITS_WORKER is making")
  func whose() {
    let nobody = TestMachine([]).visits("tasks")
    #expect(nobody.status == 64)
    #expect(nobody.errors.contains("Which client? Name one: --client C, or set VISITS_CLIENT."))
  }

  @Test("draws a block for each day, the higher the more was done, and a dot where nothing was due")
  func blocks() {
    func point(_ due: Int64, _ done: Int64) -> JSONValue { ["due": .integer(due), "done": .integer(done)] }
    #expect(
      TaskTrends.blocks([point(1, 1), point(1, 0), point(0, 0), point(9, 8), point(9, 1), point(9, 9), point(9, 4)])
        == "█▁·▇▂█▄")
  }

  @Test("stats has a line for each task and one for all of them")
  func stats() {
    func figures(_ streak: Int64, _ points: [JSONValue]) -> JSONValue {
      [
        "currentStreak": .integer(streak), "longestStreak": 12, "rate7": ["label": "86%"], "rate30": ["label": "90%"],
        "rate90": ["label": "–"], "series": .array(points), "spoken": "Current streak 3 days.",
      ]
    }
    let one: JSONValue = ["due": 1, "done": 1]
    let view: JSONValue = [
      "name": "Margaret Chen", "heading": "November 20, 2026", "all": figures(0, [one, ["due": 2, "done": 0]]),
      "tasks": [["title": "Breakfast", "figures": figures(3, [one, one]), "active": true]],
    ]
    let machine = TestMachine([.answer(view), .answer(view)])
    let run = machine.visits("tasks", "stats", "--client", "margaret-chen")
    #expect(machine.calls.last?.params["days"] == 14)
    #expect(
      run.output == """
        Margaret Chen  November 20, 2026

                   2 days  Streak  Longest  7 d   30 d  90 d
        Breakfast  ██           3       12   86%   90%     –
        All tasks  █▁           0       12   86%   90%     –

        """)
    // Where the columns have no room each number says what it is.
    let narrow = machine.visits("tasks", "stats", "--client", "margaret-chen", columns: 44)
    #expect(narrow.output.contains("Breakfast"))
    #expect(
      narrow.output.contains(
        "  Streak:\u{A0}3, Longest:\u{A0}12, 7\u{A0}d:\u{A0}86%,\n  30\u{A0}d:\u{A0}90%, 90\u{A0}d:\u{A0}–"))
  }

  @Test("is recorded during the visit that is named, or that the worker is making there now")
  func duringVisit() {
    let visit = "0199e0c2-5d80-7000-8000-0000000000aa"
    let recorded: JSONValue = ["row": row(1, "Weighed myself", checked: true, version: 1), "counter": "2/3"]
    let cards: JSONValue = [
      "cards": [
        ["visit": "0199e0c2-5d80-7000-8000-0000000000bb", "client": "john-park", "status": "inProgress"],
        ["visit": .string(visit), "client": "margaret-chen", "status": "inProgress"],
      ]
    ]
    let named = TestMachine([
      .answer(day(three)), .answer(["visit": ["id": .string(visit), "version": 3]]), .answer(recorded),
    ])
    _ = named.visits("tasks", "done", "weighed", "--client", "margaret-chen", "--visit", visit)
    #expect(named.calls.map(\.method) == ["task.day", "visit.show", "task.record"])
    #expect(named.calls.last?.params["visit"]?.string == visit)
    let making = TestMachine([.answer(day(three)), .answer(cards), .answer(recorded)])
    _ = making.visits("tasks", "done", "weighed", "--client", "margaret-chen", "--worker", "sarah")
    #expect(making.calls.map(\.method) == ["task.day", "today", "task.record"])
    #expect(making.calls.last?.params["visit"]?.string == visit)
    let byHabit = TestMachine(
      [.answer(day(three)), .answer(cards), .answer(recorded)], environment: ["VISITS_WORKER": "sarah"])
    _ = byHabit.visits("tasks", "refused", "weighed", "--client", "margaret-chen")
    #expect(byHabit.calls.last?.params["visit"]?.string == visit)
    // Of another day there is none now.
    let past = TestMachine(
      [.answer(day(three, isToday: false)), .answer(recorded)], environment: ["VISITS_WORKER": "sarah"])
    _ = past.visits("tasks", "done", "weighed", "--client", "margaret-chen")
    #expect(past.calls.map(\.method) == ["task.day", "task.record"])
    #expect(past.calls.last?.params["visit"] == nil)
  }
}
