import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits tasks`: a client's care tasks.
struct TasksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tasks",
    abstract: "Show a client's care tasks as a checklist, record them, and define them.",
    discussion: """
      The default client is $VISITS_CLIENT, or else the client of the current visit of $VISITS_WORKER. TASK is a row \
      number, a part of the title, or an id.
      """,
    subcommands: [
      TasksDayCommand.self, TasksDoneCommand.self, TasksUndoCommand.self, TasksRefusedCommand.self,
      TasksNotNeededCommand.self, TasksUnableCommand.self, TasksStatsCommand.self, TasksListCommand.self,
      TasksAddCommand.self, TasksChangeCommand.self, TasksRetireCommand.self, TasksPresetsCommand.self,
    ],
    defaultSubcommand: TasksDayCommand.self)
}

/// Whose tasks, and on which day.
struct TaskDayOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: "The client; default $VISITS_CLIENT.", completion: .client)
  var client: String?

  @Option(
    name: .shortAndLong, parsing: .unconditional, help: "Which day, such as yesterday or 2026-11-20; default today.",
    completion: .day)
  var date: String?

  /// The checklist of that day.
  func read(in session: Session) throws -> JSONValue {
    try session.withClient(client) { id in
      var params: JSONObject = ["client": id.json]
      params.set(day: "date", date)
      return try session.read("task.day", params)
    }
  }
}

extension Session {
  /// Does something with the client that a command is about: the one that is named, else the one of `$VISITS_CLIENT`,
  /// else the one at whose home `$VISITS_WORKER` is.
  func withClient<Result>(_ option: String?, _ body: (String) throws -> Result) throws -> Result {
    if let client = option ?? machine.environment["VISITS_CLIENT"], !client.isEmpty {
      return try with(.client, client, body)
    }
    if let worker = machine.environment["VISITS_WORKER"], !worker.isEmpty {
      let cards = try with(.worker, worker) { try read("today", ["worker": $0.json]) }["cards"]?.array ?? []
      let clients = Set(cards.filter { $0["status"] == "inProgress" }.compactMap { $0["client"]?.string })
      if clients.count == 1, let client = clients.first { return try body(client) }
    }
    throw Failure.usage(
      PersonPhrase.whichClient.text,
      advice: [ProgramPhrase.listClients([.command: "\(Invocation.name) clients"])])
  }
}

/// `visits tasks day`, and `visits tasks` alone.
struct TasksDayCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "day", abstract: "Show the checklist of a day, each row with its number and what was recorded.")

  @OptionGroup var day: TaskDayOptions

  @Flag(help: "Print what a screen reader would say, a line for each row.")
  var spoken = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let view = try day.read(in: session)
    if session.wantsJSON { return session.print(view) }
    session.print(spoken ? TaskScreen.spoken(view) : TaskScreen(view, on: session.screen).lines)
    if view["rows"]?.array?.isEmpty == true, view["state"] != "loading", let client = view["client"]?.string {
      // It is a hint: who may not list the tasks is told no less of the day.
      let all = try? session.read("task.list", ["client": client.json, "includeRetired": true])["tasks"]?.array
      let add = "\(Invocation.name) tasks add --client \(client) --preset breakfast"
      if all?.isEmpty == true { session.print(session.screen.paragraph(TaskPhrase.addFirst([.command: add]), .dim)) }
    }
    // What is read out has no numbers.
    if !spoken { RowMemory(session).keep(view, in: session) }
  }
}

/// `visits tasks list`.
struct TasksListCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List a client's defined tasks; with --all, retired ones too.")

  @Option(name: .shortAndLong, help: "The client; default $VISITS_CLIENT.", completion: .client)
  var client: String?

  @Flag(help: "Also retired tasks.")
  var all = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let answer = try session.withClient(client) { id in
      try session.read("task.list", ["client": id.json, "includeRetired": all ? true : nil])
    }
    if session.wantsJSON { return session.print(answer) }
    var sheet = Sheet(leading: 1)
    sheet.rows = (answer["tasks"]?.array ?? []).map(TaskWords.init).map { task in
      [
        Sheet.Cell(task.title, task.isActive ? .bold : .dim), Sheet.Cell(task.condition), Sheet.Cell(task.category),
        Sheet.Cell(task.json["tracksTime"] == true ? TaskPhrase.withTime.text : nil),
        Sheet.Cell(task.json["accent"]?.string, .dim),
        Sheet.Cell(task.shortID, .dim),
      ]
    }
    session.print(
      sheet.rows.isEmpty ? [session.screen.style(.dim, TaskPhrase.none.text)] : sheet.lines(on: session.screen))
  }
}

/// `visits tasks presets`.
struct TasksPresetsCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "presets", abstract: "List the preset tasks and the accent colours.")

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let answer = try session.read("task.presets")
    if session.wantsJSON { return session.print(answer) }
    let categories = Dictionary(
      (answer["categories"]?.array ?? []).map { ($0["category"]?.string ?? "", $0["label"]?.string ?? "") }
    ) { first, _ in first }
    var sheet = Sheet(leading: 2)
    sheet.rows = (answer["presets"]?.array ?? []).map { preset in
      [
        Sheet.Cell(preset["preset"]?.string), Sheet.Cell(preset["title"]?.string, .bold),
        Sheet.Cell(categories[preset["category"]?.string ?? ""]),
        Sheet.Cell(preset["tracksTime"] == true ? TaskPhrase.withTime.text : nil),
        Sheet.Cell(preset["accent"]?.string, .dim),
        Sheet.Cell(preset["symbol"]?.string, .dim),
      ]
    }
    let screen = session.screen
    session.print(sheet.lines(on: screen))
    session.print("")
    session.print(screen.paragraph(FactPhrase.accents.text, .dim))
    var accents = Sheet(leading: 2)
    accents.rows = (answer["accents"]?.array ?? []).map { accent in
      [
        Sheet.Cell(screen.style.isColoured ? "Aa" : nil, Self.paint(accent["light"])),
        Sheet.Cell(accent["accent"]?.string), Sheet.Cell(accent["label"]?.string, .dim),
      ]
    }
    session.print(accents.lines(on: screen))
    session.print("")
    let symbols = Set((answer["presets"]?.array ?? []).compactMap { $0["symbol"]?.string }).sorted()
    session.print(screen.facts([(.symbols, symbols.joined(separator: ", "))]))
  }

  /// Ink on its own tint, which can be read whatever the terminal's background is.
  private static func paint(_ shade: JSONValue?) -> Paint {
    guard let ink = RGB(shade?["ink"]?.string), let tint = RGB(shade?["tint"]?.string) else { return .plain }
    return .shade(ink: ink, tint: tint)
  }
}
