import JSON

/// Lays out the Today view (`screens.md`, Today; seed 002). Words and states come finished from the daemon.
struct TodayScreen {
  private let view: JSONValue
  private let screen: Screen

  /// A view for a screen.
  init(_ view: JSONValue, on screen: Screen) {
    self.view = view
    self.screen = screen
  }

  /// The view as a screen reader says it: what stands above the heading, then a line for each card.
  static func spoken(_ view: JSONValue) -> [String] {
    [TodayHead.spoken(view)].compactMap(\.self) + spokenCards(view)
  }

  private static func spokenCards(_ view: JSONValue) -> [String] {
    let cards = view["cards"]?.array ?? []
    let sentences = cards.map { $0["accessibilityLabel"]?.string ?? "" }
    let instead = [view["empty"]?["title"], view["empty"]?["message"], view["loading"]?["message"]]
    return (cards.isEmpty ? [instead.compactMap { $0?.string }.joined(separator: ". ")] : sentences).map(\.onOneLine)
  }

  /// The screen's lines.
  var lines: [String] {
    let head = TodayHead(view, on: screen)
    return [head.banner, head.heading, announcement, body].filter { !$0.isEmpty }.joined(separator: [""]).map { $0 }
  }

  private var announcement: [String] {
    view["announcement"]?.string.map { screen.paragraph($0, .green) } ?? []
  }

  private var body: [String] {
    if let message = view["loading"]?["message"]?.string { return screen.paragraph(message, .dim, indent: 2) }
    let cards = view["cards"]?.array ?? []
    guard cards.isEmpty else { return self.cards(cards) }
    let title = view["empty"]?["title"]?.string ?? ""
    let message = view["empty"]?["message"]?.string.map { screen.paragraph($0, .dim, indent: 2) } ?? []
    return screen.paragraph(title, .bold, indent: 2) + message
  }

  private func cards(_ cards: [JSONValue]) -> [String] {
    let list = CardList(cards, on: screen)
    return Array(cards.indices.map(list.lines).joined(separator: [""]))
  }
}
