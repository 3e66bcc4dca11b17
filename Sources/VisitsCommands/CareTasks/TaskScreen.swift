import Catalog
import CommandCatalog
import JSON

/// Lays out a client's checklist of a day (seed 000): the date and the counter above, a row for each task.
struct TaskScreen {
  private let view: JSONValue
  private let screen: Screen

  /// A view for a screen.
  init(_ view: JSONValue, on screen: Screen) {
    self.view = view
    self.screen = screen
  }

  /// The screen's lines.
  var lines: [String] { head + [""] + body + foot }

  /// What a screen reader would say: whose day, a line for each row, the counter last.
  static func spoken(_ view: JSONValue) -> [String] {
    let header = view["header"]
    let day = [header?["heading"], header?["indicator"]].compactMap { $0?.string }.joined(separator: " ")
    let rows = (view["rows"]?.array ?? []).compactMap { $0["accessibilityLabel"]?.string }
    // Of nothing there is nothing to count.
    let end = rows.isEmpty ? view["message"]?.string : view["counterSpoken"]?.string
    let head = [view["name"]?.string, day].compactMap(\.self).joined(separator: ", ")
    return ([head] + rows + [end].compactMap(\.self)).map(\.onOneLine)
  }

  private var head: [String] {
    let header = view["header"]
    let title = [view["name"], header?["heading"]].compactMap { $0?.string?.onOneLine }.joined(separator: "  ")
    let indicator = header?["indicator"]?.string.map { " \($0.onOneLine)" } ?? ""
    let counter = view["counter"]?.string?.onOneLine ?? ""
    let space = screen.width - Columns.count(title) - Columns.count(indicator) - Columns.count(counter)
    let paint: Paint = view["state"] == "complete" ? .green : .bold
    guard space >= 3 else {
      return screen.paragraph(title + indicator, .bold) + [screen.style(paint, counter)]
    }
    return [
      screen.style(.bold, title) + screen.style(.dim, indicator) + String(repeating: " ", count: space)
        + screen.style(paint, counter)
    ]
  }

  private var body: [String] {
    let rows = view["rows"]?.array ?? []
    guard !rows.isEmpty else {
      return [view["message"]?.string].compactMap(\.self).flatMap { screen.paragraph($0, .dim) }
    }
    // Title and time stay beside each other (seed 000); what is said of them gives way.
    var sheet = Sheet(leading: 3, kept: 4, wrapping: (column: 4, least: 24))
    sheet.rows = rows.enumerated().map { index, row in
      let said = Self.words(row)
      return [
        Sheet.Cell(String(index + 1).aligned(right: rows.count > 9 ? 2 : 1), .dim),
        Sheet.Cell(row["mark"]?.string, Self.paint(row)), Sheet.Cell(row["title"]?.string, .bold),
        Sheet.Cell(row["time"]?.string, row["localTime"]?.string == nil ? .dim : .plain),
        Sheet.Cell(
          [said, row["lateLabel"]?.string].compactMap(\.self).joined(separator: " · "), said == nil ? .dim : .yellow),
      ]
    }
    return sheet.lines(on: screen)
  }

  /// The way back, where this is not today.
  private var foot: [String] {
    guard view["showsTodayButton"] == true, let client = view["client"]?.string else { return [] }
    let label = view["todayButton"]?["label"]?.string?.onOneLine ?? ""
    let command = "\(Invocation.name) tasks --client \(client)"
    return [""] + screen.paragraph(TaskPhrase.backToToday([.text: label, .command: command]), .dim)
  }

  /// "Refused: Not hungry (tea only)": why a task was not done, and the note in brackets, which is no reason. `nil`:
  /// nothing of it is told.
  static func words(_ row: JSONValue) -> String? {
    let outcome = row["outcome"]?["label"]?.string ?? ""
    let reason = row["reason"]?.string.map { TaskPhrase.spoken([.name: outcome, .text: $0]) } ?? outcome
    guard let note = row["note"]?.string else { return reason.isEmpty ? nil : reason }
    return reason.isEmpty ? note : "\(reason) (\(note))"
  }

  /// The colour of a row's state.
  static func paint(_ row: JSONValue) -> Paint {
    if row["checked"] == true { return .green }
    return row["outcome"]?["kind"] == nil ? .plain : .yellow
  }
}

/// A care task in the words that the daemon sends along.
struct TaskWords {
  let json: JSONValue
  /// Where it stands among those in the routine, 1 the first; `nil`: not there, or nobody has looked.
  var place: Int?
  /// How many are in the routine.
  var count = 0

  init(_ json: JSONValue) { self.json = json }

  var id: String { json["id"]?.string ?? "" }
  /// The end of the id, which differs between tasks that were made in the same minute.
  var shortID: String { String(id.suffix(8)) }
  var title: String { json["title"]?.string?.onOneLine ?? "" }
  var isActive: Bool { json["active"] != false }
  var condition: String { json["display"]?["condition"]?.string?.onOneLine ?? "" }
  var category: String { json["display"]?["category"]?.string?.onOneLine ?? "" }
  /// All on one line.
  var sentence: String { "\(title), \(condition)" }
}
