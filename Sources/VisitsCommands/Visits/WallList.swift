import CommandCatalog
import JSON

/// Visits as they hang on a wall: a section for each worker in the order of names, the visits without a worker last.
struct WallList {
  /// A worker's section.
  struct Section {
    let title: String
    var days: [Day] = []
  }

  /// The visits of a section on one day.
  struct Day {
    let date: String
    var rows: [Row] = []
  }

  /// A visit on one day. It has no id, since readers of paper type no commands.
  struct Row {
    let time: String
    let client: String
    /// Where: the address, or the call that the visit is held by.
    let place: String
    /// The state in words; empty while the visit is still to come.
    let status: String
  }

  /// The sections, at least one visit in each.
  let sections: [Section]

  /// A list of visits in order of start.
  init(_ visits: [JSONValue]) {
    var sections: [String: Section] = [:]
    for visit in visits {
      let words = VisitWords(visit)
      let worker = visit["worker"]?.string
      // No id is empty.
      let key = worker ?? ""
      var section = sections[key] ?? Section(title: worker == nil ? VisitPhrase.unassigned.text : words.worker)
      for day in words.days { section.add(Row(visit, at: day.time), on: day.date) }
      sections[key] = section
    }
    self.sections = sections.sorted { one, other in
      // Two workers may have one name.
      func place(_ entry: (key: String, value: Section)) -> (Int, String, String) {
        (entry.key.isEmpty ? 1 : 0, entry.value.title.lowercased(), entry.key)
      }
      return place(one) < place(other)
    }.map { $0.value }
  }

  /// The lines for a page of paper: at most 80 columns, and no column of one section narrower than that of another.
  func lines(on screen: Screen) -> [String] {
    guard !sections.isEmpty else { return [screen.style(.dim, VisitPhrase.none.text)] }
    let paper = screen.paper()
    var sheet = Sheet(leading: 2, wrapping: (column: 2, least: 20))
    sheet.rows = sections.flatMap { $0.days.flatMap(\.rows) }.map { row in
      [Sheet.Cell(row.time), Sheet.Cell(row.client, .bold), Sheet.Cell(row.place), Sheet.Cell(row.status, .dim)]
    }
    var rows = sheet.rowLines(on: screen.paper(indent: 2))[...]
    return sections.map { section in
      section.days.reduce(into: paper.paragraph(section.title, .bold)) { lines, day in
        lines += paper.paragraph(day.date)
        lines += rows.prefix(day.rows.count).joined().map { "  " + $0 }
        rows = rows.dropFirst(day.rows.count)
      }
    }.joined(separator: [""]).map { $0 }
  }
}

extension WallList.Section {
  fileprivate mutating func add(_ row: WallList.Row, on date: String) {
    // The second day of a visit that crosses midnight may come before the visits that begin on the first.
    if let index = days.firstIndex(where: { $0.date == date }) {
      days[index].rows.append(row)
    } else {
      days.append(WallList.Day(date: date, rows: [row]))
    }
  }
}

extension WallList.Row {
  fileprivate init(_ visit: JSONValue, at time: String) {
    let words = VisitWords(visit)
    self.init(
      time: time, client: words.title,
      place: (visit["address"]?.string ?? visit["virtual"]?["text"]?.string ?? "").onOneLine,
      status: words.state == "scheduled" ? "" : words.status)
  }
}
