import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits tasks stats`: streaks and trends.
struct TasksStatsCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Show a client's streaks and completion rates, and a line with a block for each day.",
    discussion: """
      The higher the block, the more of the day's tasks were done; a dot is a day without due tasks. A streak counts \
      the days in a row on which every due task was done; today breaks no streak before it is over.
      """)

  @Option(name: .shortAndLong, help: "The client; default $VISITS_CLIENT.", completion: .client)
  var client: String?

  @Option(
    name: .shortAndLong, parsing: .unconditional, help: "The last day; default today.", completion: .day)
  var until: String?

  @Option(parsing: .unconditional, help: "The number of days to show: 1 to 366.")
  var days = 14

  @Flag(help: "Also retired tasks.")
  var all = false

  @Flag(help: "Print what a screen reader would say.")
  var spoken = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let view = try session.withClient(client) { id in
      var params: JSONObject = [
        "client": id.json, "days": .integer(Int64(days)), "includeRetired": all ? true : nil,
      ]
      params.set(day: "until", until)
      return try session.read("task.stats", params)
    }
    if session.wantsJSON { return session.print(view) }
    let screen = TaskTrends(view, on: session.screen)
    session.print(spoken ? screen.spoken : screen.lines)
  }
}

/// Lays out streaks and trends: a line for each task, with a block for each day.
struct TaskTrends {
  private let view: JSONValue
  private let screen: Screen

  /// A view for a screen.
  init(_ view: JSONValue, on screen: Screen) {
    self.view = view
    self.screen = screen
  }

  /// The screen's lines.
  var lines: [String] {
    let tasks = view["tasks"]?.array ?? []
    let heading = [view["name"], view["heading"]].compactMap { $0?.string?.onOneLine }.joined(separator: "  ")
    guard !tasks.isEmpty else {
      return screen.paragraph(heading, .bold) + ["", screen.style(.dim, TaskPhrase.none.text)]
    }
    var sheet = Sheet(leading: 1)
    let days = view["all"]?["series"]?.array?.count ?? 0
    sheet.rows = [
      ["", TaskPhrase.days(count: Int64(days)), TaskPhrase.streak.text, TaskPhrase.longest.text]
        + ["7", "30", "90"].map { TaskPhrase.daysShort([.count: $0]) }
    ].map { $0.map { Sheet.Cell($0, .dim) } }
    sheet.rows += tasks.map { row($0["title"]?.string, $0["figures"], $0["active"] == false ? .dim : .bold) }
    sheet.rows.append(row(TaskPhrase.all.text, view["all"], .bold))
    if sheet.fits(screen) { return screen.paragraph(heading, .bold) + [""] + sheet.lines(on: screen) }
    // A line of blocks that were broken would be two: the days that are nearest stay.
    let shown = min(days, max(10, (screen.columns ?? .max) - 2))
    return screen.paragraph(heading, .bold) + screen.paragraph(TaskPhrase.days(count: Int64(shown)), .dim) + [""]
      + sheet.rows.dropFirst().flatMap { stacked($0, days: shown) }
  }

  /// A row where the columns have no room: each number says what it is.
  private func stacked(_ row: [Sheet.Cell], days: Int) -> [String] {
    let numbers = row.dropFirst(2).map { $0.text.drop { $0 == " " } }
    let names =
      [TaskPhrase.streak.text, TaskPhrase.longest.text] + ["7", "30", "90"].map { TaskPhrase.daysShort([.count: $0]) }
    // A number stays with its name where a line is broken.
    let told = zip(names, numbers).map { name, number in
      "\(name): \(number)".split(separator: " ").joined(separator: "\u{A0}")
    }.joined(separator: ", ")
    return screen.paragraph(row[0].text, row[0].paint)
      + screen.paragraph(String(row[1].text.suffix(days)), row[1].paint, indent: 2)
      + screen.paragraph(told, indent: 2)
  }

  /// What a screen reader would say.
  var spoken: [String] {
    let tasks = view["tasks"]?.array ?? []
    let lines = tasks.map { ($0["title"]?.string ?? "", $0["figures"]?["spoken"]?.string ?? "") }
    return (lines + [(TaskPhrase.all.text, view["all"]?["spoken"]?.string ?? "")])
      .map { TaskPhrase.spoken([.name: $0.0, .text: $0.1]).onOneLine }
  }

  /// "100%" takes four columns, in some languages one more.
  private var rateWidth: Int {
    let all = [view["all"]] + (view["tasks"]?.array ?? []).map { $0["figures"] }
    let labels = all.flatMap { figures in ["rate7", "rate30", "rate90"].compactMap { figures?[$0]?["label"]?.string } }
    return max(4, labels.map { Columns.count($0) }.max() ?? 0)
  }

  private func row(_ title: String?, _ figures: JSONValue?, _ paint: Paint) -> [Sheet.Cell] {
    let streak = figures?["currentStreak"]?.integer ?? 0
    return [
      Sheet.Cell(title, paint), Sheet.Cell(Self.blocks(figures?["series"]?.array ?? []), .green),
      Sheet.Cell(String(streak).aligned(right: Columns.count(TaskPhrase.streak.text)), streak > 0 ? .plain : .dim),
      Sheet.Cell(
        String(figures?["longestStreak"]?.integer ?? 0).aligned(right: Columns.count(TaskPhrase.longest.text))),
    ]
      + ["rate7", "rate30", "rate90"].map { name in
        Sheet.Cell((figures?[name]?["label"]?.string ?? "").aligned(right: rateWidth))
      }
  }

  /// "▁█··▅": a block for each day, the higher the more was done; a dot where nothing was due.
  static func blocks(_ points: [JSONValue]) -> String {
    let heights = Array("▁▂▃▄▅▆▇█")
    return String(
      points.map { point -> Character in
        guard let due = point["due"]?.amount, due > 0, let done = point["done"]?.amount else { return "·" }
        // Only what is whole is as high as can be, and only nothing as low.
        let inner = Int64(heights.count - 2)
        if done >= due { return heights[heights.count - 1] }
        return done <= 0 ? heights[0] : heights[Int(min(inner, 1 + done * inner / due))]
      })
  }
}
