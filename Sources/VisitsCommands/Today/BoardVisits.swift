import JSON

/// Visits that the board lists one by one: in columns where the screen is wide enough, else each on a few lines.
enum BoardVisits {
  /// One visit.
  struct Line {
    let mark: Sheet.Cell
    let title: Sheet.Cell
    let details: [Sheet.Cell]
    /// The end of the visit's id, as `visits assign` takes it.
    let id: Sheet.Cell

    init(mark: Sheet.Cell, title: Sheet.Cell, details: [Sheet.Cell], visit: JSONValue?) {
      self.mark = mark
      self.title = title
      self.details = details
      id = Sheet.Cell(String((visit?.string ?? "").suffix(8)), .dim)
    }
  }

  /// The lines of all of them.
  static func lines(_ visits: [Line], on screen: Screen) -> [String] {
    var sheet = Sheet(leading: 2)
    sheet.rows = visits.map { [$0.mark, $0.title] + $0.details + [$0.id] }
    let wide = sheet.rowLines(on: screen)
    guard wide.contains(where: { $0.count > 1 }) else { return Array(wide.joined()) }
    return visits.flatMap { narrow($0, on: screen) }
  }

  /// The client and the id, below them the rest.
  private static func narrow(_ visit: Line, on screen: Screen) -> [String] {
    var lines = screen.paragraph(
      visit.title.text, visit.title.paint, indent: 3, first: screen.style(visit.mark.paint, visit.mark.text) + "  ")
    let id = screen.style(visit.id.paint, visit.id.text)
    let columns = 3 + Columns.count(visit.title.text) + 2 + Columns.count(visit.id.text)
    if columns <= screen.columns ?? .max { lines[0] += "  " + id } else { lines.append("   " + id) }
    let details = visit.details.filter { !$0.text.isEmpty }
    // Without a mark before the client only the indent tells where the next visit begins.
    let indent = visit.mark.text == " " ? 5 : 3
    let together = details.reduce(indent - 2) { $0 + Columns.count($1.text) + 2 }
    guard together > screen.columns ?? .max else {
      let line = details.map { screen.style($0.paint, $0.text) }.joined(separator: "  ")
      return lines + [String(repeating: " ", count: indent) + line]
    }
    return lines + details.flatMap { screen.paragraph($0.text, $0.paint, indent: indent) }
  }
}
