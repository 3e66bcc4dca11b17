import Catalog
import CommandCatalog
import JSON

/// A report as a person reads it on a terminal, and as a spreadsheet does.
struct ReportRows {
  private static let counts = ["planned", "completed", "late", "missed", "cancelled", "open"]
  private static var headings: [String] {
    let phrases: [ReportPhrase] = [.planned, .completed, .late, .missed, .cancelled, .open, .hours, .worked, .share]
    return phrases.map(\.text)
  }
  /// The columns of the longest bar, and of the shortest that still tells something.
  private static let (longest, shortest) = (10, 4)

  private struct Row {
    let name: String
    let counts: JSONValue?
  }

  private let rows: [JSONValue]
  private let total: JSONValue?
  private let by: String?

  init(_ rows: [JSONValue], total: JSONValue?, by: String?) {
    self.rows = rows
    self.total = total
    self.by = by
  }

  /// Rows under headings, the total last; below each other where the screen is too narrow for columns. A bar shows how
  /// much of what was planned is done, and the last line says so.
  func lines(on screen: Screen) -> [String] {
    let named =
      rows.map { Row(name: ($0["name"]?.string ?? "").onOneLine, counts: $0["counts"]) }
      + [Row(name: ReportPhrase.total.text, counts: total)]
    let cells = named.map { Self.numbers($0.counts) }
    // Numbers stand below each other by their last digit. A heading of several words takes a line for each.
    let widths = Self.headings.enumerated().map { column, heading in
      (cells.map { Columns.count($0[column]) } + heading.split(separator: " ").map { Columns.count($0) }).max() ?? 0
    }
    let names = named.map { Columns.count($0.name) }.max() ?? 0
    let used = widths.reduce(names) { $0 + 1 + $1 }
    let columns = screen.columns ?? .max
    guard used <= columns else { return narrow(named, on: screen) + meaning(of: named, on: screen) }
    let room = min(Self.longest, columns - used - 1)
    let hasBar = room >= Self.shortest
    let table = named.enumerated().map { index, row in
      let paint: Paint = index == named.count - 1 ? .bold : .plain
      let text = screen.style(paint, Self.line(row.name.padded(to: names), cells[index], widths))
      let bar = hasBar ? Self.bar(row.counts, of: room) : ""
      return bar.isEmpty ? text : "\(text) \(screen.style(.green, bar))"
    }
    let headings = Self.headingLines(widths).map { heading in
      var text = Self.line(String(repeating: " ", count: names), heading, widths)
      while text.last == " " { text.removeLast() }
      return screen.style(.dim, text)
    }
    return headings + table + (hasBar ? meaning(of: named, on: screen) : [])
  }

  private static func line(_ name: String, _ cells: [String], _ widths: [Int]) -> String {
    ([name] + zip(cells, widths).map { $0.aligned(right: $1) }).joined(separator: " ")
  }

  /// The headings in lines of one part of each, the last part on the last line.
  private static func headingLines(_ widths: [Int]) -> [[String]] {
    let parts = zip(headings, widths).map { Wrap.lines($0, columns: $1) }
    let height = parts.map(\.count).max() ?? 0
    return (0..<height).map { line in
      parts.map { part in
        let index = line - (height - part.count)
        return index < 0 ? "" : part[index]
      }
    }
  }

  /// The sentence on what a bar measures, if there is a bar.
  private func meaning(of rows: [Row], on screen: Screen) -> [String] {
    guard rows.contains(where: { !Self.bar($0.counts, of: Self.longest).isEmpty }) else { return [] }
    return [""] + screen.paragraph(ReportPhrase.bar.text, .dim)
  }

  private func narrow(_ named: [Row], on screen: Screen) -> [String] {
    named.flatMap { row in
      let facts = zip(Self.headings, Self.numbers(row.counts)).map { "\($0) \($1)" }.joined(separator: ", ")
      let bar = Self.bar(row.counts, of: Self.longest)
      return screen.paragraph(row.name, .bold) + (bar.isEmpty ? [] : ["  \(screen.style(.green, bar))"])
        + screen.paragraph(facts, indent: 2)
    }
  }

  /// The same as CSV (RFC 4180), with numbers as a program reads them.
  var table: [String] {
    let numbers = Self.counts + ["hoursPlanned", "hoursWorked", "missedShare"]
    let columns = (by.map { [$0, "name"] } ?? []) + numbers
    func values(_ counts: JSONValue?) -> [String] {
      numbers.map { name in counts?[name].flatMap { $0.isNull ? nil : $0.text } ?? "" }
    }
    let each = rows.map { [$0["id"]?.string ?? "", Self.cell($0["name"]?.string ?? "")] + values($0["counts"]) }
    return ([columns] + (by == nil ? [values(total)] : each)).map { $0.joined(separator: ",") + "\r" }
  }

  /// A name as a cell that no spreadsheet takes for a formula.
  private static func cell(_ name: String) -> String {
    let name = name.unicodeScalars.first.map { "=+-@'".unicodeScalars.contains($0) } == true ? "'\(name)" : name
    guard name.unicodeScalars.contains(where: { ",;\"\r\n".unicodeScalars.contains($0) }) else { return name }
    return "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  private static func numbers(_ row: JSONValue?) -> [String] {
    let share = row?["missedShare"]?.number
    return counts.map { String(row?[$0]?.integer ?? 0) } + ["hoursPlanned", "hoursWorked"].map { oneDigit(row?[$0]) }
      + [share.map { oneDigit(.number($0 * 100)) } ?? "–"]
  }

  /// 12.25 as "12.3": without Foundation there are no formats.
  private static func oneDigit(_ value: JSONValue?) -> String {
    let number = min(max(value?.number ?? 0, -1e15), 1e15)
    return CommandLanguage.current.written(tenths: Int64((number * 10).rounded()))
  }

  /// How much of what was planned is done: "██████▎".
  private static func bar(_ row: JSONValue?, of columns: Int) -> String {
    let planned = row?["planned"]?.amount ?? 0
    guard planned > 0 else { return "" }
    let completed = min(max(row?["completed"]?.amount ?? 0, 0), planned)
    let eighths = Int(completed * Int64(columns) * 8 / planned)
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    return String(repeating: "█", count: eighths / 8) + part
  }
}
