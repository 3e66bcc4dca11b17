import JSONRPC

/// Lays out where the sync stands.
struct SyncSheet {
  private let status: JSONValue
  private let screen: Screen

  /// The sheet of a `sync.status`.
  init(_ status: JSONValue, on screen: Screen) {
    self.status = status
    self.screen = screen
  }

  /// All of it.
  var lines: [String] {
    let mark = Mark.sync(status)
    guard status["configured"] == true else { return SyncVerdict(status).lines(on: screen) }
    return [screen.style(mark.paint, mark.text), ""]
      + screen.facts([
        ("Last synced", status["display"]?["lastSynced"]?.string), ("Waiting", count("pending")),
        ("Parked", count("parked")), ("Next attempt", status["display"]?["nextAttempt"]?.string),
      ]) + trouble
  }

  /// What comes between, and what to do.
  var trouble: [String] {
    var lines: [String] = []
    if let problem = status["problem"]?.string {
      lines += screen.paragraph(problem, .red, indent: 2, first: screen.style(.red, "⚠ "))
    }
    if status["parked"]?.integer ?? 0 > 0 {
      lines += screen.paragraph(
        "What was not taken there: \(Invocation.name) sync problems", .red, indent: 2, first: screen.style(.red, "⚠ "))
    }
    return lines
  }

  /// One line, for whoever follows it.
  var line: String {
    let parts = [
      Mark.sync(status).text, count("pending").map { "\($0) waiting" }, count("parked").map { "\($0) parked" },
      (status["fetched"]?.integer).flatMap { $0 > 0 ? "\(Amount.count($0)) fetched" : nil },
      status["problem"]?.string?.onOneLine,
    ]
    return parts.compactMap(\.self).joined(separator: "  ")
  }

  private func count(_ name: String) -> String? {
    (status[name]?.integer).flatMap { $0 > 0 ? Amount.count($0) : nil }
  }
}
