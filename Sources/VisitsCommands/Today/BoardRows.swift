import JSON

/// The workers' rows of the board: mark, name and progress in columns, beside them the visit that is being made and the
/// next; below, where the screen is narrow.
struct BoardRows {
  private let rows: [JSONValue]
  private let screen: Screen
  private let nameColumns: Int
  private let progressColumns: Int
  /// Where the visits begin; `nil`: on lines of their own.
  private let visitsColumn: Int?

  /// Visits that get fewer columns than this are broken too often to be read with ease.
  private static let leastColumns = 36

  init(_ rows: [JSONValue], on screen: Screen) {
    self.rows = rows
    self.screen = screen
    nameColumns = rows.map { Columns.count(Self.text($0["name"])) }.max() ?? 0
    progressColumns = rows.map { Columns.count(Self.text($0["progress"]?["label"])) }.max() ?? 0
    let column = 3 + nameColumns + 2 + progressColumns + 2
    visitsColumn = column + Self.leastColumns <= screen.columns ?? .max ? column : nil
  }

  /// The lines of all rows.
  var lines: [String] { rows.flatMap(lines) }

  private func lines(_ row: JSONValue) -> [String] {
    let mark = screen.style(Self.paint(row["state"]?.string), Self.text(row["mark"]))
    let name = Self.text(row["name"])
    let progress = screen.style(.dim, Self.text(row["progress"]?["label"]).aligned(right: progressColumns))
    guard let visitsColumn else {
      // A long name keeps its own line; how much is done goes below.
      let isShort = 3 + Columns.count(name) + 2 + progressColumns <= screen.columns ?? .max
      let first = screen.paragraph(name, .bold, indent: 3, first: mark + "  ")
      let top = isShort ? [(first.first ?? "") + "  " + progress] : first + ["   " + progress]
      return top + visits(row, indent: 3) + overlaps(row, indent: 3)
    }
    let start =
      mark + "  " + screen.style(.bold, name) + String(repeating: " ", count: nameColumns - Columns.count(name)) + "  "
      + progress + "  "
    let visits = visits(row, indent: visitsColumn)
    let rest = visits.first.map { String($0.dropFirst(visitsColumn)) } ?? ""
    return [start + rest] + visits.dropFirst() + overlaps(row, indent: visitsColumn)
  }

  /// Which visits of the worker overlap each other, each on a line: "⚠ John Smith  11:00 AM - 12:00 PM  Overlaps Agnes
  /// Kowalchuk 11:30 AM".
  private func overlaps(_ row: JSONValue, indent: Int) -> [String] {
    (row["overlaps"]?.array ?? []).flatMap { visit in
      let parts = [visit["title"], visit["time"], visit["text"]].map(Self.text)
      return screen.paragraph("⚠ " + parts.joined(separator: "  "), .yellow, indent: indent)
    }
  }

  /// Both on one line where they fit, else each on its own.
  private func visits(_ row: JSONValue, indent: Int) -> [String] {
    let current = Self.text(row["current"]?["text"])
    let next = Self.text(row["next"]?["text"])
    let away = Self.text(row["away"])
    let parts = [(current, Paint.plain), (next, Paint.dim), (away, Paint.yellow)].filter { !$0.0.isEmpty }
    if parts.isEmpty { return screen.paragraph(Self.text(row["label"]), .dim, indent: indent) }
    let columns = parts.reduce(indent - 2) { $0 + Columns.count($1.0) + 2 }
    guard parts.count > 1, columns <= screen.columns ?? .max else {
      return parts.flatMap { screen.paragraph($0.0, $0.1, indent: indent) }
    }
    return [
      String(repeating: " ", count: indent) + parts.map { screen.style($0.1, $0.0) }.joined(separator: "  ")
    ]
  }

  private static func paint(_ state: String?) -> Paint {
    switch state {
    case "emergency": .boldRed
    case "late": .red
    case "inProgress": .yellow
    case "done": .green
    default: .plain
    }
  }

  private static func text(_ json: JSONValue?) -> String { json?.string?.onOneLine ?? "" }
}
