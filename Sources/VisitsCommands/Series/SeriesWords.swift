import JSONRPC

/// A series of visits in the words that the daemon sends along.
struct SeriesWords {
  let json: JSONValue

  init(_ json: JSONValue) { self.json = json }

  var id: String { json["id"]?.string ?? "" }
  /// The end of the id, which differs between series that were made in the same minute.
  var shortID: String { String(id.suffix(8)) }
  /// The client's name.
  var title: String { display("title") ?? "" }
  var days: String { display("days") ?? "" }
  var time: String { display("time") ?? "" }
  var worker: String { display("worker") ?? "" }
  /// "from November 20, 2026 until March 1, 2027".
  var span: String {
    "from \(display("from") ?? "")" + (display("until").map { " until \($0)" } ?? "")
  }
  /// All on one line.
  var sentence: String { "\(title), \(plan)" }
  /// Without the client.
  var plan: String { "\(days), \(time), \(worker), \(span)" }

  private func display(_ name: String) -> String? { json["display"]?[name]?.string?.onOneLine }
}

extension Session {
  /// Prints what became of a series and its visits, and how it is taken back.
  ///
  /// - Parameter verb: What was done with the visits: "planned".
  func report(_ answer: JSONValue, method: String, _ verb: String, undo: (SeriesWords) -> Undo?) throws {
    if wantsJSON { return print(answer) }
    guard let series = answer["series"].map(SeriesWords.init) else { throw Failure.unfit(method) }
    print(screen.paragraph(series.title, .bold, indent: 2, first: "↻ "))
    print(screen.paragraph(series.plan, indent: 2))
    let visits = (answer["visits"]?.array ?? []).map(VisitWords.init)
    let count = visits.count == 1 ? "1 visit" : "\(visits.count) visits"
    switch (visits.first, visits.last) {
    case (let first?, let last?) where visits.count > 1:
      print(screen.paragraph("\(count) \(verb), \(first.date) to \(last.date)", indent: 2))
    case (let only?, _): print(screen.paragraph("\(count) \(verb): \(only.plan)", indent: 2))
    default: print(screen.paragraph("No visit was \(verb)", indent: 2))
    }
    for moved in answer["moved"]?.array ?? [] {
      print(
        screen.paragraph(moved["words"]?.string ?? "", .yellow, indent: 4, first: screen.style(.yellow, "  ⚠ ")))
    }
    print(screen.paragraph(series.id, .dim, indent: 2))
    if let undo = undo(series) { print(undo) }
  }
}
