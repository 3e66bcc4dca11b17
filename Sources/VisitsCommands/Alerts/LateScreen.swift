import JSON

/// Lays out what of the board needs attention.
struct LateScreen {
  private let view: JSONValue
  private let screen: Screen

  /// A board for a screen.
  init(_ view: JSONValue, on screen: Screen) {
    self.view = view
    self.screen = screen
  }

  /// As a screen reader says it.
  static func spoken(_ view: JSONValue) -> [String] {
    EmergencyWords.spoken(view) + (view["alerts"]?.array ?? []).map { ($0["spoken"]?.string ?? "").onOneLine }
  }

  /// The screen's lines.
  var lines: [String] {
    let head = TodayHead(view, on: screen)
    let alerts = BoardScreen(view, on: screen).alerts
    let calm = [EmergencyWords.calm(view["emergencies"]?.array ?? [], on: screen)]
    return [head.banner, head.heading, alerts.isEmpty ? calm : alerts].filter { !$0.isEmpty }
      .joined(separator: [""]).map { $0 }
  }
}
