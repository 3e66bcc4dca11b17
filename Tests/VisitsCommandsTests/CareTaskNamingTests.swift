import JSON
import JSONRPC
import Testing

@testable import VisitsCommands

/// How a person names the task that is meant, and what else a name could mean.
extension CareTaskTests {
  @Test("a bare number is a row and nothing else, and what is too short to be sure of names no task")
  func tooLittle() {
    let rows = [row(1, "Lunch with the family"), row(2, "Kitchen closed at 10 PM"), row(3, "Ăn sáng")]
    func said(_ text: String) -> Run {
      TestMachine([.answer(day(rows))]).visits("tasks", "done", text, "-c", "margaret-chen")
    }
    for number in ["0", "10", "1"] {
      let run = said(number)
      #expect(run.status == 64)
      #expect(
        run.errors.contains("No task list of margaret-chen was printed here, so row \(number) is unknown."))
    }
    for text in ["e", "l", "lu", "un", "mil", "1000", ""] {
      let run = said(text)
      #expect(run.status == 1, "\(text)")
      #expect(run.errors.contains("There is no task \"\(text)\" on that day."))
      #expect(run.errors.contains("List them: visits tasks --client margaret-chen\n"))
    }
    func found(_ text: String) -> [String] {
      TitleSearch(text).found(among: rows, title: { $0["title"]?.string ?? "" }, names: { _ in [] }, id: { _ in "" })
        .compactMap { $0["title"]?.string }
    }
    #expect(found("lun") == ["Lunch with the family"])
    #expect(found("fam") == ["Lunch with the family"])
    #expect(found("itchen") == ["Kitchen closed at 10 PM"])
    #expect(found("ăn") == ["Ăn sáng"])
    #expect(found("at 10") == ["Kitchen closed at 10 PM"])
  }

  @Test("a title is found with whatever capitals and accents it is written, in Turkish and German too")
  func accents() {
    let pairs = [
      ("İlaç ver", "ilaç"), ("İlaç ver", "ILAÇ"), ("ilaç ver", "İLAÇ"), ("Işık kapat", "IŞIK"), ("ışık kapat", "isik"),
      ("Kahvaltı", "KAHVALTI"), ("Kahvaltı", "kahvalti"), ("Śniadanie", "sniadanie"), ("Położyć się", "polozyc"),
      ("Frühstück", "Frühstuck"), ("Frühstück", "fruhstuck"), ("Frühstück", "fruehstueck"),
      ("Fruehstueck", "Frühstück"),
      ("Fru\u{308}hstu\u{308}ck", "fruehstueck"), ("Füße waschen", "fuesse"), ("Dîner", "diner"),
      ("Dîner", "di\u{302}ner"),
      ("Đi bộ", "di bo"), ("Ăn tối", "an tối"), ("Чёрный чай", "черный"), ("Café", "CAFÉ"),
    ]
    for (title, text) in pairs {
      let found = TitleSearch(text).found(
        among: [title, "Weighed"], title: { $0 }, names: { _ in [] }, id: { _ in "" })
      #expect(found == [title], "\(text)")
    }
  }

  @Test("a preset is found by its id and its English title in every language, before what only begins like it")
  func presetNames() {
    let rows = [
      row(1, "Frühstück", names: ["breakfast", "Breakfast"]),
      row(2, "Mahlzeit vor dem Training", names: ["preWorkoutMeal", "Pre-workout meal"]), row(3, "Walk the dog"),
      row(4, "Spaziergang", names: ["walk", "Went for a walk"]), row(5, "Abendbrot", names: ["dinner", "Dinner"]),
    ]
    func found(_ text: String) -> [String] {
      let names = { (row: JSONValue) in row["names"]?.array?.compactMap(\.string) ?? [] }
      return TitleSearch(text).found(among: rows, title: { $0["title"]?.string ?? "" }, names: names, id: { _ in "" })
        .compactMap { $0["title"]?.string }
    }
    #expect(found("breakfast") == ["Frühstück"])
    #expect(found("preWorkoutMeal") == ["Mahlzeit vor dem Training"])
    #expect(found("pre-workout") == ["Mahlzeit vor dem Training"])
    #expect(found("walk") == ["Spaziergang"])
    #expect(found("dinner") == ["Abendbrot"])
    let machine = TestMachine([.answer(day(rows)), .answer(["row": rows[0]])])
    _ = machine.visits("tasks", "done", "breakfast", "-c", "margaret-chen", "--locale", "de")
    let recorded = machine.calls.first { $0.method == "task.record" }
    #expect(recorded?.params["task"] == rows[0]["task"])
  }

  @Test("recorded by its title is told to be of today where the list that was printed last is of another day")
  func lastPrinted() {
    let yesterday: JSONValue = {
      guard case .object(var object) = day(three, isToday: false) else { return .null }
      object["date"] = "2026-11-19"
      return .object(object)
    }()
    let changed: JSONValue = ["row": row(1, "Weighed myself", checked: true, version: 1), "counter": "2/3"]
    let machine = TestMachine([
      .answer(yesterday), .answer(day(three)), .answer(changed), .answer(yesterday), .answer(changed),
      .answer(day(three)),
    ])
    _ = machine.visits("tasks", "-c", "margaret-chen", "--date", "yesterday")
    let other = machine.visits("tasks", "done", "weighed", "-c", "margaret-chen")
    #expect(machine.calls.last?.params["date"] == "2026-11-20")
    #expect(
      other.output.contains(
        "  This is recorded for today. The list printed last is of 2026-11-19: for that day add --date 2026-11-19.\n"))
    let asked = machine.visits("tasks", "done", "weighed", "-c", "margaret-chen", "--date", "yesterday")
    #expect(!asked.output.contains("printed last"))
    let missing = machine.visits("tasks", "done", "supper", "-c", "margaret-chen", "--date", "yesterday")
    #expect(missing.errors.contains("List them: visits tasks --client margaret-chen --date 2026-11-20\n"))
  }

  @Test("change and retire take a row's number, tell the place, and lead back to the place and the preset")
  func define() {
    func task(_ number: Int, _ title: String, _ more: [String: JSONValue] = [:]) -> JSONValue {
      var task: JSONObject = [
        "id": .string("0199e0c2-5d80-7000-8000-00000000000\(number)"), "client": "margaret-chen",
        "title": .string(title), "names": [], "active": true, "version": 1, "category": "nutrition", "accent": "teal",
        "symbol": "fork.knife", "tracksTime": true, "preset": .null,
        "display": ["category": "Nutrition", "condition": "Every day"],
      ]
      for (name, value) in more { task[name] = value }
      return .object(task)
    }
    let list: JSONValue = [
      "tasks": [
        task(1, "Weighed myself"), task(2, "Breakfast", ["preset": "breakfast"]), task(3, "Lunch"),
        task(4, "Feed the cat"),
        task(5, "Feed the cat"),
      ]
    ]
    let moved: JSONValue = ["task": task(3, "Lunch", ["version": 2])]
    let machine = TestMachine([
      .answer(day(three)), .answer(list), .answer(moved), .answer(list),
      .answer(["task": task(2, "Brunch", ["version": 2])]), .answer(list), .answer(list), .answer(list),
    ])
    _ = machine.visits("tasks", "-c", "margaret-chen")
    let first = machine.visits("tasks", "change", "3", "--order", "1", "-c", "margaret-chen")
    #expect(machine.calls.last?.params["task"] == "0199e0c2-5d80-7000-8000-000000000003")
    #expect(first.output.contains("\n  Place 1 of 5\n"))
    #expect(
      first.output.hasSuffix(
        "Undo: visits tasks change 0199e0c2-5d80-7000-8000-000000000003 --client margaret-chen --order 3\n"))
    let renamed = machine.visits("tasks", "change", "breakfast", "--title", "Brunch", "-c", "margaret-chen")
    #expect(
      renamed.output.hasSuffix(
        """
          Undo: visits tasks change 0199e0c2-5d80-7000-8000-000000000002 --client margaret-chen --preset breakfast \
        --category nutrition --accent teal --symbol fork.knife --time

        """))
    let both = machine.visits("tasks", "retire", "cat", "-c", "margaret-chen")
    #expect(both.status == 64)
    #expect(both.errors.contains("\"cat\" may be any of 2 tasks; write more of the title."))
    #expect(both.errors.contains("\n  00000004  Feed the cat\n  00000005  Feed the cat\n"))
    let none = machine.visits("tasks", "retire", "supper", "-c", "margaret-chen")
    #expect(none.errors.contains("List them: visits tasks list --all --client margaret-chen\n"))
    #expect(machine.visits("tasks", "retire", "9", "-c", "margaret-chen").status == 64)
  }

  @Test("a mistyped command of tasks is answered with the nearest")
  func mistyped() {
    let machine = TestMachine([])
    for (words, nearest) in [
      (["tasks", "dnoe", "breakfast"], "tasks done"), (["tasks", "refsed", "1"], "tasks refused"),
      (["session", "strat", "x"], "session start"),
    ] {
      let run = machine.visits(words[0], words[1], words[2])
      #expect(run.status == 64)
      #expect(run.errors.contains("Did you mean 'visits \(nearest)'?"), "\(words)")
    }
  }

  @Test("a number is the row that was printed, wherever it stands now, on the day that was printed")
  func numbers() throws {
    let moved = day([three[2], three[0], three[1]])
    let yesterday: JSONValue = {
      guard case .object(var object) = day(three, isToday: false) else { return .null }
      object["date"] = "2026-11-19"
      return .object(object)
    }()
    let changed: JSONValue = ["row": row(1, "Weighed myself", checked: true, version: 1), "counter": "2/3"]
    let unknown = TestMachine([.answer(day(three))]).visits("tasks", "done", "9", "--client", "margaret-chen")
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("No task list of margaret-chen was printed here, so row 9 is unknown."))
    let second = TestMachine([
      .answer(day(three)), .answer(moved), .answer(changed), .answer(moved),
      .answer(["row": row(1, "Weighed myself", version: 2), "counter": "1/3"]), .answer(day(three)),
    ])
    _ = second.visits("tasks", "--client", "margaret-chen")
    _ = second.visits("tasks", "done", "1", "--client", "margaret-chen")
    #expect(second.calls.last?.params["task"] == "0199e0c2-5d80-7000-8000-000000000001")
    #expect(second.calls.last?.params["expectedVersion"] == 0)
    // What this person has recorded is known to them.
    _ = second.visits("tasks", "undo", "1", "--client", "margaret-chen")
    #expect(second.calls.last?.params["expectedVersion"] == 1)
    let beyond = second.visits("tasks", "undo", "4", "--client", "margaret-chen")
    #expect(beyond.errors.contains("No task list of margaret-chen was printed here, so row 4 is unknown."))
    // The list of yesterday was printed: its numbers are of yesterday.
    let third = TestMachine([
      .answer(yesterday), .answer(day(three)), .answer(yesterday), .answer(changed), .answer(day(three)),
    ])
    _ = third.visits("tasks", "--client", "margaret-chen", "--date", "yesterday")
    _ = third.visits("tasks", "done", "1", "--client", "margaret-chen")
    #expect(third.calls.last?.params["date"] == "2026-11-19")
    let other = third.visits("tasks", "done", "1", "--client", "margaret-chen", "--date", "today")
    #expect(other.errors.contains("No task list of margaret-chen was printed here, so row 1 is unknown."))
  }

  @Test("a number whose row was recorded otherwise since it was printed is refused, or is on the list no more")
  func staleNumber() {
    let machine = TestMachine([
      .answer(day(three)),
      .answer(day([row(1, "Weighed myself", checked: true, version: 1)])),
      .refuse(RPCError(code: 1409, kind: "versionConflict", message: "Weighed myself has changed.", data: [:])),
      .answer(day([three[0]])),
    ])
    _ = machine.visits("tasks", "--client", "margaret-chen")
    let stale = machine.visits("tasks", "done", "1", "--client", "margaret-chen")
    #expect(machine.calls.last?.params["expectedVersion"] == 0)
    #expect(stale.status == 1)
    #expect(
      stale.errors.contains(
        "Row 1 of margaret-chen has changed since `visits tasks` printed it, and was left as it is."))
    #expect(stale.errors.contains("See the current list: visits tasks --client margaret-chen --date 2026-11-20"))
    let gone = machine.visits("tasks", "done", "3", "--client", "margaret-chen")
    #expect(gone.errors.contains("No task list of margaret-chen was printed here, so row 3 is unknown."))
  }

  @Test("what undoes a change names the task so that no other can be meant, however alike their titles and ids are")
  func undoName() {
    func task(_ id: String, _ title: String) -> JSONValue { ["task": .string(id), "title": .string(title)] }
    let twins = [
      task("0199e0c2-5d80-7000-8000-000000000001", "Lunch"), task("0199e0c2-5d80-7000-8001-000000000001", "Lunch"),
      task("0199e0c2-5d80-7000-8001-00000000000a", "Pills of 00000000000a"),
    ]
    #expect(
      twins.map { TaskChoice.name(of: $0, among: twins, idMember: "task") } == [
        "8000-000000000001", "8001-000000000001", "0000000a",
      ])
  }
}
