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
  /// How many cells of a row stay on its first line where the screen is narrow.
  let leading: Int

  /// A sheet without rows.
  init(leading: Int) {
    self.leading = leading
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
  private var total: Int { widths.filter { $0 > 0 }.reduce(-2) { $0 + $1 + 2 } }

  /// The lines of each row.
  func rowLines(on screen: Screen) -> [[String]] {
    let widths = widths
    let shown = widths.indices.filter { widths[$0] > 0 }
    if fits(screen) {
      return rows.map { row in
        let last = shown.last { !row[$0].text.isEmpty } ?? 0
        return [
          cells(row, shown.filter { $0 < last }, widths, screen.style) + screen.style(row[last].paint, row[last].text)
        ]
      }
    }
    let before = shown.filter { $0 < leading - 1 }
    let indent = before.reduce(0) { $0 + widths[$1] + 2 }
    return rows.map { row in
      let start = cells(row, before, widths, screen.style)
      let title = row[leading - 1]
      return screen.paragraph(title.text, title.paint, indent: indent, first: start)
        + row[leading...].filter { !$0.text.isEmpty }.flatMap {
          screen.paragraph($0.text, $0.paint, indent: indent)
        }
    }
  }

  /// Cells that others follow, each with the space up to the next.
  private func cells(_ row: [Cell], _ columns: [Int], _ widths: [Int], _ style: Style) -> String {
    columns.map { column in
      let cell = row[column]
      let space = String(repeating: " ", count: widths[column] + 2 - Columns.count(cell.text))
      return style(cell.paint, cell.text) + space
    }.joined()
  }
}
