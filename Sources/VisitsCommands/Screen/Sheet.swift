/// Rows of cells that stand in columns where the screen is wide enough, and below each other where it is not.
struct Sheet {
  /// A text in its paint.
  struct Cell {
    let text: String
    let paint: Paint

    init(_ text: String?, _ paint: Paint = .plain) {
      self.text = (text ?? "").onOneLine
      self.paint = paint
    }
  }

  /// The rows, each with the same number of cells.
  var rows: [[Cell]] = []
  /// How many cells of a row stay on its first line where the screen is narrow; the last of them may be broken.
  let leading: Int
  /// How many do if the last of the leading ones may be broken for it.
  private let kept: Int
  /// The column that may be broken within itself, and how few columns it may get before what follows goes below.
  private let wrapping: (column: Int, least: Int)?

  /// A sheet without rows.
  ///
  /// - Parameters:
  ///   - kept: How many cells stay on the first line, where that is more than the leading ones.
  ///   - wrapping: The column that may be broken, so that the others keep their places beside it.
  init(leading: Int, kept: Int? = nil, wrapping: (column: Int, least: Int)? = nil) {
    self.leading = leading
    self.kept = kept ?? leading
    self.wrapping = wrapping
  }

  /// The lines of all rows.
  func lines(on screen: Screen) -> [String] { Array(rowLines(on: screen).joined()) }

  /// Whether its columns have room beside each other.
  func fits(_ screen: Screen) -> Bool { total <= screen.columns ?? .max }

  /// The width of each column.
  private var widths: [Int] {
    (rows.first ?? []).indices.map { column in rows.map { Columns.count($0[column].text) }.max() ?? 0 }
  }

  /// The width of all of them.
  private var total: Int { Self.total(widths) }

  private static func total(_ widths: some Sequence<Int>) -> Int {
    widths.filter { $0 > 0 }.reduce(-2) { $0 + $1 + 2 }
  }

  /// The columns of the longest word of a column, which only a narrower screen may break.
  private func longestWord(_ column: Int) -> Int {
    rows.flatMap { $0[column].text.split(separator: " ") }.map { Columns.count($0) }.max() ?? 0
  }

  /// The lines of each row.
  func rowLines(on screen: Screen) -> [[String]] {
    let columns = screen.columns ?? .max
    var widths = widths
    let shown = widths.indices.filter { widths[$0] > 0 }
    if total <= columns { return rows.map { Self.lines($0, shown, widths, breaking: nil, screen.style) } }
    if let wrapping, widths[wrapping.column] > 0 {
      let room = columns - (total - widths[wrapping.column])
      if room >= max(wrapping.least, longestWord(wrapping.column)) {
        widths[wrapping.column] = room
        return rows.map { Self.lines($0, shown, widths, breaking: wrapping.column, screen.style) }
      }
    }
    return stacked(shown, widths, columns, screen)
  }

  /// As many columns as have room, and what is left of each row below it, behind an indent.
  private func stacked(_ shown: [Int], _ widths: [Int], _ columns: Int, _ screen: Screen) -> [[String]] {
    var widths = widths
    let title = leading - 1
    let before = Self.total(widths[..<title].map { $0 }) + 2
    func room(_ cells: Int) -> Int { columns - Self.total(widths[..<cells]) + widths[title] }
    // A title of a few letters to a line could not be read, nor one whose words are broken inside.
    let least = min(widths[title], max(10, longestWord(title)))
    var count = room(kept) >= least ? kept : leading
    widths[title] = min(widths[title], max(10, room(count)))
    while count < widths.count, Self.total(widths[...count]) <= columns { count += 1 }
    let indent = max(2, before)
    return rows.map { row in
      Self.lines(row, shown.filter { $0 < count }, widths, breaking: title, screen.style)
        + Self.packed(row[count...].filter { !$0.text.isEmpty }, indent: indent, on: screen)
    }
  }

  /// One row in columns; a column that is broken goes on below itself.
  private static func lines(
    _ row: [Cell], _ columns: [Int], _ widths: [Int], breaking broken: Int?, _ style: Style
  ) -> [String] {
    let parts = broken.map { Wrap.lines(row[$0].text, columns: widths[$0]) } ?? []
    let last = columns.last { !row[$0].text.isEmpty } ?? columns.first ?? 0
    var line = ""
    var indent = 0
    var offset = 0
    for column in columns where column <= last {
      let text = column == broken ? parts.first ?? "" : row[column].text
      if column == broken { indent = offset }
      line += style(row[column].paint, text)
      if column < last { line += String(repeating: " ", count: widths[column] + 2 - Columns.count(text)) }
      offset += widths[column] + 2
    }
    guard let broken else { return [line] }
    return [line] + parts.dropFirst().map { String(repeating: " ", count: indent) + style(row[broken].paint, $0) }
  }

  /// Cells one after the other, on as few lines as they take.
  private static func packed(_ cells: [Cell], indent: Int, on screen: Screen) -> [String] {
    var lines: [String] = []
    var used = 0
    for cell in cells {
      let text = String(cell.text.drop { $0 == " " })
      let width = Columns.count(text)
      if used > 0, used + 2 + width <= screen.columns ?? .max {
        lines[lines.count - 1] += "  " + screen.style(cell.paint, text)
        used += 2 + width
      } else {
        let broken = screen.paragraph(text, cell.paint, indent: indent)
        lines += broken
        // Nothing follows on the line of a text that had to be broken: it would read as its end.
        used = broken.count > 1 ? 0 : indent + width
      }
    }
    return lines
  }
}
