import JSONRPC

/// A report as a person reads it on a terminal, and as a spreadsheet does.
struct ReportRows {
  private static let counts = ["planned", "completed", "late", "missed", "cancelled", "open"]
  /// How many characters the longest bar has.
  private static let longest = 10

  private let rows: [JSONValue]
  private let total: JSONValue?
  private let by: String?

  init(_ rows: [JSONValue], total: JSONValue?, by: String?) {
    self.rows = rows
    self.total = total
    self.by = by
  }

  /// Rows under headings, the total last. A bar shows how much of what was planned is completed.
  func lines(on screen: Screen) -> [String] {
    var sheet = Sheet(leading: 1)
    let headings = [""] + Self.counts.map(\.capitalizedFirst) + ["Hours", "Worked", "Missed %", ""]
    let named = rows.map { ($0["name"]?.string ?? "", $0["counts"]) } + [("Total", total)]
    let cells = [headings] + named.map { [$0] + Self.numbers($1) + [Self.bar($1)] }
    // Numbers stand below each other by their last digit.
    let widths = headings.indices.map { column in cells.map { Columns.count($0[column]) }.max() ?? 0 }
    for (index, row) in cells.enumerated() {
      let paint: Paint = index == 0 ? .dim : index == cells.count - 1 ? .bold : .plain
      sheet.rows.append(
        row.enumerated().map { column, text in
          let isNumber = column > 0 && column < headings.count - 1
          let shown = isNumber ? text.aligned(right: widths[column]) : text
          return Sheet.Cell(shown, column == headings.count - 1 ? .green : paint)
        })
    }
    return sheet.lines(on: screen)
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
    let tenths = Int64(((value?.number ?? 0) * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// How much of what was planned is completed: "██████▌", of ten.
  private static func bar(_ row: JSONValue?) -> String {
    let planned = row?["planned"]?.integer ?? 0
    guard planned > 0 else { return "" }
    let eighths = Int((row?["completed"]?.integer ?? 0) * Int64(longest) * 8 / planned)
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    return String(repeating: "█", count: eighths / 8) + part
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
