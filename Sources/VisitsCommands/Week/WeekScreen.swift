import JSON

/// Lays out a week: a day below the other, each with how much it holds and its visits.
struct WeekScreen {
  private let view: JSONValue
  private let screen: Screen

  /// A view for a screen.
  init(_ view: JSONValue, on screen: Screen) {
    self.view = view
    self.screen = screen
  }

  /// The screen's lines.
  var lines: [String] {
    let days = view["days"]?.array ?? []
    let title = heading(
      [view["name"], view["heading"]].compactMap { $0?.string }.joined(separator: "  "), counts: view["counts"])
    return [[title], days.map(day)].joined().joined(separator: [""]).map { $0 }
  }

  private func day(_ day: JSONValue) -> [String] {
    let sheet = sheet(day["cards"]?.array ?? [])
    return heading(
      day["heading"]?.string ?? "", counts: day["counts"], isMarked: day["isToday"] == true)
      + sheet.lines(on: screen)
  }

  /// What it is about at left, how much it holds at right; below where one is too long.
  private func heading(_ title: String, counts: JSONValue?, isMarked: Bool = false) -> [String] {
    let title = title.onOneLine + (isMarked ? " ←" : "")
    let label = counts?["label"]?.string?.onOneLine ?? ""
    let space = screen.width - Columns.count(title) - Columns.count(label)
    guard space >= 3 else { return screen.paragraph(title, .bold) + screen.paragraph(label, .dim, indent: 2) }
    return [screen.style(.bold, title) + String(repeating: " ", count: space) + screen.style(.dim, label)]
  }

  private func sheet(_ cards: [JSONValue]) -> Sheet {
    var sheet = Sheet(leading: 3)
    sheet.rows = cards.map { card in
      let status = card["status"]?.string
      let overlaps = (card["overlaps"]?.array ?? []).compactMap { $0["text"]?.string }.joined(separator: ", ")
      return [
        Sheet.Cell(card["mark"]?.string, Mark.paint(status)), Sheet.Cell(card["time"]?.string),
        Sheet.Cell(card["title"]?.string, status == "cancelled" ? .dim : .bold),
        Sheet.Cell(card["alert"]?["text"]?.string.map { "⚠ \($0)" }, .red),
        Sheet.Cell(overlaps.isEmpty ? nil : "⚠ \(overlaps)", .yellow),
      ]
    }
    return sheet
  }
}
