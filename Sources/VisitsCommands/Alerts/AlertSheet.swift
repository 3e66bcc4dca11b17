import JSON

/// Lays out alerts, a row for each: whose visit, what is wrong with it, who has taken note, and the end of the visit's id.
enum AlertSheet {
  /// The lines of alerts in the order given.
  static func lines(_ alerts: [JSONValue], on screen: Screen) -> [String] {
    BoardVisits.lines(alerts.map(line), on: screen)
  }

  /// Those of which nobody has taken note first, of each what has waited longest.
  static func mostUrgentFirst(_ alerts: [JSONValue]) -> [JSONValue] {
    let oldestFirst = Array(alerts.reversed())
    return oldestFirst.filter(isNew) + oldestFirst.filter { !isNew($0) }
  }

  private static func line(_ alert: JSONValue) -> BoardVisits.Line {
    let display = alert["display"]
    let isNew = isNew(alert)
    let when = [display?["date"]?.string, display?["time"]?.string].compactMap(\.self).joined(separator: " ")
    return BoardVisits.Line(
      mark: Sheet.Cell(isNew ? "⚠" : alert["state"] == "resolved" ? "✓" : "–", isNew ? .red : .dim),
      title: Sheet.Cell(display?["title"]?.string, isNew ? .bold : .dim),
      details: [
        Sheet.Cell(display?["worker"]?.string, isNew ? .plain : .dim), Sheet.Cell(when, .dim),
        Sheet.Cell(display?["text"]?.string, isNew ? .red : .dim), Sheet.Cell(display?["status"]?.string, .dim),
      ], visit: alert["visit"])
  }

  private static func isNew(_ alert: JSONValue) -> Bool { alert["state"] == "open" }
}
