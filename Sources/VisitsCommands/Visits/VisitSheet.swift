import Catalog
import CommandCatalog
import JSON

/// Lays out visits by day.
enum VisitSheet {
  /// The lines of visits in order of start.
  static func lines(_ visits: [JSONValue], on screen: Screen) -> [String] {
    guard !visits.isEmpty else { return [screen.style(.dim, VisitPhrase.none.text)] }
    // A visit that crosses midnight stands on both days.
    let rows = visits.flatMap { visit in
      VisitWords(visit).days.map { day in (date: day.date, cells: row(visit, at: day.time)) }
    }
    // The days in the order in which they begin: a row of the second day may come before the last one of the first.
    let order = rows.map(\.date).reduce(into: [String]()) { days, date in
      if !days.contains(date) { days.append(date) }
    }
    let sorted = order.flatMap { date in rows.filter { $0.date == date } }
    var sheet = Sheet(leading: 2)
    sheet.rows = sorted.map(\.cells)
    let dates = sorted.map(\.date)
    var lines: [String] = []
    for (index, visit) in sheet.rowLines(on: screen).enumerated() {
      // Rows of several lines each need a space between them to be told apart.
      if index > 0, visit.count > 1, dates[index] == dates[index - 1] { lines.append("") }
      if index == 0 || dates[index] != dates[index - 1] {
        lines += index == 0 ? [] : [""]
        lines += screen.paragraph(dates[index], .bold)
      }
      lines += visit
    }
    return lines
  }

  private static func row(_ visit: JSONValue, at time: String) -> [Sheet.Cell] {
    let words = VisitWords(visit)
    return [
      Sheet.Cell(Mark.visit(words.state), Mark.paint(words.state)), Sheet.Cell(time),
      Sheet.Cell(words.title, .bold), Sheet.Cell(words.worker), Sheet.Cell(words.late.map { "⚠ \($0)" }, .red),
      Sheet.Cell(words.shortID, .dim),
    ]
  }
}
