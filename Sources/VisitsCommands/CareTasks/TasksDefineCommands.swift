import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// When a task is due, and how it looks, as a person tells it.
struct TaskOptions: ParsableArguments {
  @Option(
    help: "The category: health, nutrition, medication, personalCare, activity, rest, household, other.",
    completion: .taskCategory)
  var category: String?

  @Flag(inversion: .prefixedNo, help: "Whether to record the time at which it was done.")
  var time: Bool?

  @Option(help: "On which days of the week: mon,wed,fri.", completion: .weekday)
  var on: String?

  @Option(
    name: .customLong("repeat"), help: "On which days: daily, 2weekly:tue, monthly, or an RRULE.",
    completion: .recurrence)
  var recurrence: String?

  @Option(help: ArgumentHelp("Only on days when that other task is done.", valueName: "task"))
  var whenDone: String?

  @Flag(help: "Every day.")
  var always = false

  @Option(parsing: .unconditional, help: "The first day for which this applies; default today.", completion: .day)
  var from: String?

  @Option(help: "The name of its colour; see presets.", completion: .accent)
  var accent: String?

  @Option(help: "The name of its symbol; \"\" for the initials.")
  var symbol: String?

  @Option(parsing: .unconditional, help: "Its place in the list; 1 is the first.")
  var order: Int?

  func validate() throws {
    guard [on != nil, recurrence != nil, whenDone != nil, always].count(where: { $0 }) <= 1 else {
      throw ValidationError(TaskPhrase.oneCondition.text)
    }
    // What is empty is no rule, and the API's words of a condition are JSON.
    for (option, value) in [("--on", on), ("--repeat", recurrence), ("--when-done", whenDone)] where value == "" {
      throw ValidationError(RulePhrase.blank([.option: option]))
    }
  }

  /// The weekdays that a person lists, as the API names them.
  private static func weekdays(_ list: String) throws -> [JSONValue] {
    try list.split(separator: ",", omittingEmptySubsequences: false).map { word in
      guard let weekday = TypedDayWords.weekday(String(word)) else {
        throw Failure.usage(RulePhrase.noWeekday([.value: String(word).onOneLine]))
      }
      return .string(weekday)
    }
  }

  /// Whether anything is told.
  var saysNothing: Bool {
    time == nil && order == nil && !always
      && [category, on, recurrence, whenDone, from, accent, symbol].allSatisfy { $0 == nil }
  }

  /// The same as the API's parameters.
  func params(of client: String, in session: Session) throws -> JSONObject {
    var params: JSONObject = [
      "client": client.json, "category": category?.json, "tracksTime": time.map { .bool($0) }, "accent": accent?.json,
      "order": order.map { .integer(Int64($0)) },
    ]
    params.set(erasable: "symbol", symbol)
    params.set(day: "from", from)
    if always { params["condition"] = .null }
    if let on { params["condition"] = ["weekdays": .array(try Self.weekdays(on))] }
    if let recurrence { params["condition"] = ["repeat": recurrence.json] }
    if let whenDone {
      let other = try session.task(whenDone, of: client)
      params["condition"] = ["whenDone": other.id.json]
    }
    return params
  }
}

extension Session {
  /// The task of a client that a person names, retired or not.
  func task(_ text: String, of client: String) throws -> TaskWords {
    let tasks = try read("task.list", ["client": client.json, "includeRetired": true])["tasks"]?.array ?? []
    // Of two with one title, one of which is retired, the other is meant.
    let active = tasks.filter { $0["active"] == true }
    let text = try RowMemory.number(text).map { try RowMemory(self).task($0, of: client) } ?? text
    func choose(among tasks: [JSONValue]) throws -> JSONValue {
      let list = "\(Invocation.name) tasks list --all --client \(client)"
      return try TaskChoice(tasks: tasks, idMember: "id", isOfDay: false, list: list).choose(text)
    }
    // One that may be either of two in the routine is none that is out of it.
    let named = TitleSearch(text).found(
      among: active, title: { $0["title"]?.string ?? "" }, names: { $0["names"]?.array?.compactMap(\.string) ?? [] },
      id: { $0["id"]?.string ?? "" })
    let found = try choose(among: named.isEmpty ? tasks : active)
    var words = TaskWords(found)
    words.place = active.firstIndex { $0["id"] == found["id"] }.map { $0 + 1 }
    words.count = active.count
    return words
  }

  /// Prints what became of a task, and how it is taken back.
  ///
  /// - Parameter place: Where it stands since, "Place 1 of 9", where that was to be changed.
  func report(
    _ answer: JSONValue, method: String, isSame: Bool = false, place: String? = nil, undo: (TaskWords) -> Undo?
  ) throws {
    let task = answer["task"].map(TaskWords.init)
    if wantsJSON { return print(answer, undo: isSame ? nil : task.flatMap(undo)) }
    guard let task else { throw Failure.unfit(method) }
    print(screen.paragraph(task.title, .bold, indent: 2, first: "☐ "))
    print(screen.paragraph("\(task.category), \(task.condition)", indent: 2))
    if let place { print(screen.paragraph(place, indent: 2)) }
    if isSame { return print(screen.paragraph(TaskPhrase.nothingChanged.text, indent: 2)) }
    print(screen.paragraph(task.id, .dim, indent: 2))
    if let undo = undo(task) { print(undo) }
  }
}

/// `visits tasks add`.
struct TasksAddCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a task to a client's routine: a preset, or your own words.")

  @Argument(help: ArgumentHelp("The title, in your own words.", valueName: "title"))
  var title: String?

  @Option(help: "A preset, titled in every language; see presets.", completion: .taskPreset)
  var preset: String?

  @Option(name: .shortAndLong, help: "The client; default $VISITS_CLIENT.", completion: .client)
  var client: String?

  @OptionGroup var task: TaskOptions

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  static func name(ofParameter parameter: String) -> String { TaskOptionName.of(parameter) }

  func validate() throws {
    guard title != nil || preset != nil else {
      throw ValidationError(TaskPhrase.whatIsItCalled.text)
    }
  }

  func run(in session: Session) throws {
    let answer = try session.withClient(client) { client in
      var params = try task.params(of: client, in: session)
      params["title"] = title?.json
      params["preset"] = preset?.json
      return try session.change("task.put", params)
    }
    try session.report(answer, method: "task.put") { made in
      .command("\(Invocation.name) tasks retire \(made.id) --client \(made.json["client"]?.string ?? "")")
    }
  }
}

/// `visits tasks change`.
struct TasksChangeCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "change", abstract: "Change a task's title, due days or place; its records stay.")

  @Argument(
    help: ArgumentHelp("Its row number in the last checklist, a part of its title, or its id.", valueName: "task"),
    completion: .task)
  var name: String

  @Option(help: "The new title.")
  var title: String?

  @Option(help: "A preset, titled in every language; see presets.", completion: .taskPreset)
  var preset: String?

  @Option(name: .shortAndLong, help: "The client; default $VISITS_CLIENT.", completion: .client)
  var client: String?

  @OptionGroup var task: TaskOptions

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  static func name(ofParameter parameter: String) -> String { TaskOptionName.of(parameter) }

  func validate() throws {
    guard title != nil || preset != nil || !task.saysNothing else {
      throw ValidationError(TaskPhrase.whatToChange.text)
    }
  }

  func run(in session: Session) throws {
    let (before, answer) = try session.withClient(client) { client in
      let before = try session.task(name, of: client)
      var params = try task.params(of: client, in: session)
      params["task"] = before.id.json
      params["title"] = title?.json
      params["preset"] = preset?.json
      params["expectedVersion"] = before.json["version"]
      return (before, try session.change("task.put", params))
    }
    let isSame = answer["task"]?["version"] == before.json["version"]
    // One that comes back into the routine is one more.
    let count = before.count + (before.place == nil ? 1 : 0)
    let place = task.order.map { TaskPhrase.place([.number: String(max(1, min($0, count))), .count: String(count)]) }
    try session.report(answer, method: "task.put", isSame: isSame, place: place) { after in undo(before, after) }
  }

  /// What was different before, as a person would type it.
  private func undo(_ before: TaskWords, _ after: TaskWords) -> Undo? {
    var words = "\(Invocation.name) tasks change \(after.id) --client \(after.json["client"]?.string ?? "")"
    func add(_ option: String, _ member: String, _ given: Bool) {
      if given { words += " --\(option) \(Undo.word(before.json[member]?.string ?? ""))" }
    }
    let wasPreset = before.json["preset"]?.string != nil
    let isRenamed = title != nil || preset != nil
    add(wasPreset ? "preset" : "title", wasPreset ? "preset" : "title", isRenamed)
    // With a preset its look comes, and there goes the one that was chosen.
    let isNewLook = preset != nil || isRenamed && wasPreset
    add("category", "category", task.category != nil || isNewLook)
    add("accent", "accent", task.accent != nil || isNewLook)
    add("symbol", "symbol", task.symbol != nil || isNewLook)
    if task.time != nil || isNewLook { words += before.json["tracksTime"] == true ? " --time" : " --no-time" }
    if task.on != nil || task.recurrence != nil || task.whenDone != nil || task.always {
      guard before.isActive else {
        return .command(
          "\(Invocation.name) tasks retire \(after.id) --client \(after.json["client"]?.string ?? "")")
      }
      let condition = before.json["condition"]
      if let days = condition?["weekdays"]?.array?.compactMap(\.string) {
        words += " --on \(days.joined(separator: ","))"
      } else if let rule = condition?["repeat"]?.string {
        words += " --repeat \(Undo.quoted(rule))"
      } else if let other = condition?["whenDone"]?.string {
        words += " --when-done \(other)"
      } else {
        words += " --always"
      }
      if let from = task.from { words += " --from \(Undo.word(from))" }
    }
    if task.order != nil, let place = before.place { words += " --order \(place)" }
    if words.hasSuffix("--client \(after.json["client"]?.string ?? "")") { return nil }
    return .command(words)
  }
}

/// `visits tasks retire`.
struct TasksRetireCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "retire", abstract: "Retire a task from the routine; its records stay.", aliases: ["delete", "rm"])

  @Argument(
    help: ArgumentHelp("Its row number in the last checklist, a part of its title, or its id.", valueName: "task"),
    completion: .task)
  var name: String

  @Option(name: .shortAndLong, help: "The client; default $VISITS_CLIENT.", completion: .client)
  var client: String?

  @Option(
    parsing: .unconditional,
    help: "The first day on which it is no longer due; default today, or tomorrow once it is done.",
    completion: .day)
  var from: String?

  @Option(name: .shortAndLong, help: "The reason.")
  var reason: String?

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let (before, answer) = try session.withClient(client) { client in
      let before = try session.task(name, of: client)
      var params: JSONObject = [
        "task": before.id.json, "reason": reason?.json, "expectedVersion": before.json["version"],
      ]
      params.set(day: "from", from)
      return (before, try session.change("task.remove", params))
    }
    let isSame = answer["task"]?["version"] == before.json["version"]
    try session.report(answer, method: "task.remove", isSame: isSame) { after in
      var words = "\(Invocation.name) tasks change \(after.id) --client \(after.json["client"]?.string ?? "")"
      let condition = before.json["condition"]
      if let days = condition?["weekdays"]?.array?.compactMap(\.string) {
        words += " --on \(days.joined(separator: ","))"
      } else if let rule = condition?["repeat"]?.string {
        words += " --repeat \(Undo.quoted(rule))"
      } else if let other = condition?["whenDone"]?.string {
        words += " --when-done \(other)"
      } else {
        words += " --always"
      }
      if let since = after.json["retiredSince"]?.string { words += " --from \(since)" }
      return .command(words)
    }
  }
}

/// How the commands that define a task name the API's parameters.
enum TaskOptionName {
  static func of(_ parameter: String) -> String {
    switch parameter {
    case "tracksTime": "--time"
    case "condition": ProgramPhrase.or([.before: "--on, --repeat", .after: "--when-done"])
    case "title": "TITLE"
    default: OptionName.of(parameter: parameter)
    }
  }
}
