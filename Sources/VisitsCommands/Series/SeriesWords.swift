import Catalog
import CommandCatalog
import JSON

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
    let from = display("from") ?? ""
    guard let until = display("until") else { return SeriesPhrase.from([.start: from]) }
    return SeriesPhrase.fromUntil([.start: from, .end: until])
  }
  /// All on one line.
  var sentence: String { SeriesPhrase.sentence([.name: title, .text: plan]) }
  /// Without the client.
  var plan: String { "\(days), \(time), \(worker), \(span)" }

  private func display(_ name: String) -> String? { json["display"]?[name]?.string?.onOneLine }
}

extension Session {
  /// Prints what became of a series and its visits, and how it is taken back.
  ///
  /// - Parameter done: What was done with the visits.
  func report(_ answer: JSONValue, method: String, _ done: SeriesChange, undo: (SeriesWords) -> Undo?) throws {
    let series = answer["series"].map(SeriesWords.init)
    if wantsJSON { return print(answer, undo: series.flatMap(undo)) }
    guard let series else { throw Failure.unfit(method) }
    print(screen.paragraph(series.title, .bold, indent: 2, first: "↻ "))
    print(screen.paragraph(series.plan, indent: 2))
    let visits = (answer["visits"]?.array ?? []).map(VisitWords.init)
    let count = Int64(visits.count)
    switch (visits.first, visits.last) {
    case (let first?, let last?) where visits.count > 1:
      print(screen.paragraph(done.many(count: count, [.start: first.date, .end: last.date]), indent: 2))
    case (let only?, _): print(screen.paragraph(done.one([.count: "1", .text: only.plan]), indent: 2))
    default: print(screen.paragraph(done.none.text, indent: 2))
    }
    for moved in answer["moved"]?.array ?? [] {
      print(
        screen.paragraph(moved["words"]?.string ?? "", .yellow, indent: 4, first: screen.style(.yellow, "  ⚠ ")))
    }
    print(screen.paragraph(series.id, .dim, indent: 2))
    if let undo = undo(series) { print(undo) }
  }
}

/// What was done with visits of a series, and how that is said.
enum SeriesChange {
  case planned
  case changed
  case cancelled

  /// Said of one.
  var one: SeriesPhrase {
    switch self {
    case .planned: .plannedOne
    case .changed: .changedOne
    case .cancelled: .cancelledOne
    }
  }

  /// Said of several.
  var many: SeriesPhrase {
    switch self {
    case .planned: .plannedMany
    case .changed: .changedMany
    case .cancelled: .cancelledMany
    }
  }

  /// Said when there is none.
  var none: SeriesPhrase {
    switch self {
    case .planned: .plannedNone
    case .changed: .changedNone
    case .cancelled: .cancelledNone
    }
  }
}
