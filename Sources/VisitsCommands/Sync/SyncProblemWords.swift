import Catalog
import CommandCatalog
import JSON

/// A problem of sync as a person reads it.
struct SyncProblemWords {
  private let problem: JSONValue

  init(_ problem: JSONValue) { self.problem = problem }

  /// Its number.
  var number: String { problem["problem"]?.integer.map { "\($0)" } ?? "" }

  /// Its lines in a list.
  ///
  /// - Parameter columns: The width of the widest number there.
  func lines(columns: Int, on screen: Screen) -> [String] {
    let indent = columns + 2
    let space = String(repeating: " ", count: max(0, columns - number.count))
    let values = [
      problem["ours"]?.string.map { SyncPhrase.here([.value: $0]) },
      problem["theirs"]?.string.map { SyncPhrase.there([.value: $0]) },
    ]
    return screen.paragraph(
      title, .bold, indent: indent, first: screen.style(paint == .plain ? .dim : paint, space + number) + "  ")
      + screen.paragraph(problem["words"]?.string ?? "", paint, indent: indent)
      + values.compactMap(\.self).flatMap { screen.paragraph($0, indent: indent) }
      + (since.map { screen.paragraph(SyncPhrase.since([.time: $0]), .dim, indent: indent) } ?? [])
  }

  /// All that is known of it.
  func sheet(on screen: Screen) -> [String] {
    screen.paragraph(title, .bold) + [""]
      + screen.facts([
        (.problem, kind([.number: number])), (.words, problem["words"]?.string), (.here, problem["ours"]?.string),
        (.there, problem["theirs"]?.string), (.since, since),
        (
          .met,
          problem["attempts"]?.integer.map { $0 == 1 ? SyncPhrase.metOnce.text : SyncPhrase.met(count: $0) }
        ), (.visit, problem["visit"]?.string),
        (.record, problem["visit"] == nil ? problem["thing"]?.string : nil),
      ])
  }

  /// The commands that settle it.
  var advice: [String] {
    let sync = "\(Invocation.name) sync"
    var commands = [SyncPhrase.leaveIt([.command: "\(sync) discard \(number) --reason WHY"])]
    if problem["kind"] != "overruled" {
      commands.insert(SyncPhrase.tryAgain([.command: "\(sync) retry \(number)"]), at: 0)
    }
    if let visit = problem["visit"]?.string {
      commands.insert(SyncPhrase.seeVisit([.command: "\(Invocation.name) show \(visit.suffix(8))"]), at: 0)
    }
    return commands
  }

  private var paint: Paint { problem["kind"] == "parked" ? .red : .plain }

  private var since: String? { problem["display"]?["since"]?.string }

  private var title: String {
    ["title", "date", "time", "worker"].compactMap { problem["display"]?[$0]?.string }.joined(separator: "  ")
  }

  private var kind: SyncPhrase {
    switch problem["kind"]?.string {
    case "parked": .parked
    case "overruled": .overruled
    default: .unread
    }
  }
}
