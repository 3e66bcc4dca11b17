import Catalog
import CommandCatalog
import JSON

/// Lays out the coordinator's board (`screens.md`, Today): what needs attention, a row for each worker, the free ones
/// on one line, the open visits. Words and states come finished from the daemon.
struct BoardScreen {
  private let view: JSONValue
  private let screen: Screen
  private var style: Style { screen.style }

  /// A view for a screen.
  init(_ view: JSONValue, on screen: Screen) {
    self.view = view
    self.screen = screen
  }

  /// The board as a screen reader says it: a line for each emergency, each alert, each worker, each open visit.
  static func spoken(_ view: JSONValue) -> [String] {
    let sentences = ["alerts", "rows"].flatMap { part in
      (view[part]?.array ?? []).map { $0["spoken"]?.string ?? "" }
    }
    return EmergencyWords.spoken(view)
      + (sentences + (view["open"]?.array ?? []).map { $0["spoken"]?.string ?? "" }).map(\.onOneLine)
  }

  /// The screen's lines.
  var lines: [String] {
    let head = TodayHead(view, on: screen)
    return [head.banner, head.heading, alerts, empty, rows, free, open].filter { !$0.isEmpty }
      .joined(separator: [""]).map { $0 }
  }

  /// What needs attention.
  var alerts: [String] {
    let alerts = view["alerts"]?.array ?? []
    guard !alerts.isEmpty else { return [] }
    let visits = alerts.map { alert in
      BoardVisits.Line(
        mark: Sheet.Cell(" "), title: Sheet.Cell(alert["title"]?.string, Self.isNew(alert) ? .bold : .dim),
        details: [
          Sheet.Cell(alert["name"]?.string, Self.isNew(alert) ? .plain : .dim),
          Sheet.Cell(alert["date"]?.string, .dim), Sheet.Cell(alert["text"]?.string, Self.isNew(alert) ? .red : .dim),
          Sheet.Cell(alert["status"]?.string, .dim),
        ], visit: alert["visit"])
    }
    // Quiet once somebody has taken note of all of it.
    let paint: Paint = alerts.contains(where: Self.isNew) ? .boldRed : .dim
    return screen.paragraph(title("alerts"), paint, indent: 3, first: style(paint, "⚠  "))
      + BoardVisits.lines(visits, on: screen)
      + (view["hasMoreAlerts"] == true
        ? screen.paragraph(EmergencyPhrase.alertsOfOtherDays([.command: "\(Invocation.name) alerts"]), .dim, indent: 3)
        : [])
  }

  private static func isNew(_ alert: JSONValue) -> Bool { alert["state"] != "acknowledged" }

  private var empty: [String] {
    view["empty"]?["title"]?.string.map { screen.paragraph($0, .bold, indent: 3) } ?? []
  }

  private var rows: [String] {
    let rows = (view["rows"]?.array ?? []).filter { $0["state"] != "free" }
    return BoardRows(rows, on: screen).lines
  }

  private var free: [String] {
    let names = (view["rows"]?.array ?? []).filter { $0["state"] == "free" }
      .compactMap { $0["name"]?.string?.onOneLine }
    guard !names.isEmpty else { return [] }
    let start = "–  \(title("free"))  "
    return screen.paragraph(
      names.joined(separator: ", "), .dim, indent: Columns.count(start), first: style(.dim, start))
  }

  private var open: [String] {
    let cards = view["open"]?.array ?? []
    guard !cards.isEmpty else { return [] }
    let visits = cards.map { card in
      let isLate = card["alert"] != nil
      return BoardVisits.Line(
        mark: Sheet.Cell(isLate ? "⚠" : card["mark"]?.string, isLate ? .red : .plain),
        title: Sheet.Cell(card["title"]?.string, .bold),
        details: [Sheet.Cell(card["time"]?.string), Sheet.Cell(card["address"]?.string, .dim)], visit: card["visit"])
    }
    return screen.paragraph(title("open"), .bold) + BoardVisits.lines(visits, on: screen)
  }

  private func title(_ part: String) -> String { view["titles"]?[part]?.string?.onOneLine ?? "" }
}
