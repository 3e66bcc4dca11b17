import JSONRPC

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
      problem["ours"]?.string.map { "here: \($0)" }, problem["theirs"]?.string.map { "there: \($0)" },
    ]
    return screen.paragraph(
      title, .bold, indent: indent, first: screen.style(paint == .plain ? .dim : paint, space + number) + "  ")
      + screen.paragraph(problem["words"]?.string ?? "", paint, indent: indent)
      + values.compactMap(\.self).flatMap { screen.paragraph($0, indent: indent) }
      + (since.map { screen.paragraph("since \($0)", .dim, indent: indent) } ?? [])
  }

  /// All that is known of it.
  func sheet(on screen: Screen) -> [String] {
    screen.paragraph(title, .bold) + [""]
      + screen.facts([
        ("Problem", "\(number), \(kind)"), ("Words", problem["words"]?.string), ("Here", problem["ours"]?.string),
        ("There", problem["theirs"]?.string), ("Since", since),
        ("Met", problem["attempts"]?.integer.map { $0 == 1 ? "once" : "\(Amount.count($0)) times" }),
        ("Visit", problem["visit"]?.string),
        ("Record", problem["visit"] == nil ? problem["thing"]?.string : nil),
      ])
  }

  /// The commands that settle it.
  var advice: [String] {
    var commands = ["Leave it so: \(Invocation.name) sync discard \(number) --reason WHY"]
    if problem["kind"] != "overruled" { commands.insert("Try again: \(Invocation.name) sync retry \(number)", at: 0) }
    if let visit = problem["visit"]?.string {
      commands.insert("See the visit: \(Invocation.name) show \(visit.suffix(8))", at: 0)
    }
    return commands
  }

  private var paint: Paint { problem["kind"] == "parked" ? .red : .plain }

  private var since: String? { problem["display"]?["since"]?.string }

  private var title: String {
    ["title", "date", "time", "worker"].compactMap { problem["display"]?[$0]?.string }.joined(separator: "  ")
  }

  private var kind: String {
    switch problem["kind"]?.string {
    case "parked": "a change that the agency's system does not take"
    case "overruled": "a value that gave way to the agency's system's"
    default: "a record there that cannot be read"
    }
  }
}
