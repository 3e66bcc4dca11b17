import JSONRPC

/// Lays out the Today view (`screens.md`, Today; seed 002). Words and states come finished from the daemon.
struct TodayScreen {
  private let view: JSONValue
  private let screen: Screen
  private var style: Style { screen.style }

  /// A view for a screen.
  init(_ view: JSONValue, on screen: Screen) {
    self.view = view
    self.screen = screen
  }

  /// The view as a screen reader says it: a line for each card, so that a line's number is the card's.
  static func spoken(_ view: JSONValue) -> [String] {
    let cards = view["cards"]?.array ?? []
    let sentences = cards.map { $0["accessibilityLabel"]?.string ?? "" }
    let instead = [view["empty"]?["title"], view["empty"]?["message"], view["loading"]?["message"]]
    return (cards.isEmpty ? [instead.compactMap { $0?.string }.joined(separator: ". ")] : sentences).map(\.onOneLine)
  }

  /// The screen's lines.
  var lines: [String] {
    [banner, heading, announcement, body].filter { !$0.isEmpty }.joined(separator: [""]).map { $0 }
  }

  private var banner: [String] {
    guard let message = view["banner"]?["message"]?.string else { return [] }
    let isCalm = view["banner"]?["kind"] == "offline"
    return screen.paragraph(
      message, isCalm ? .dim : .boldRed, indent: 2, first: style(isCalm ? .dim : .boldRed, isCalm ? "· " : "⚠ "))
  }

  /// The heading and how much is done at left, the sync indicator and the emergency sign at right; on two lines where
  /// one is too short.
  private var heading: [String] {
    let title = view["heading"]?.string?.onOneLine ?? ""
    let cards = view["cards"]?.array ?? []
    let progress = cards.isEmpty ? "" : "  " + (view["progress"]?["label"]?.string?.onOneLine ?? "")
    let sync = Mark.sync(view["sync"])
    let alarm: Paint = view["emergency"]?["open"] == nil ? .dim : .boldRed
    let left = style(.bold, title) + style(.dim, progress)
    let right = style(sync.paint, sync.text) + "   " + style(alarm, "⚠")
    let leftColumns = Columns.count(title) + Columns.count(progress)
    let rightColumns = Columns.count(sync.text) + 4
    let space = screen.width - leftColumns - rightColumns
    if space >= 3 { return [left + String(repeating: " ", count: space) + right] }
    return [String(repeating: " ", count: max(0, screen.width - rightColumns)) + right]
      + screen.paragraph(title, .bold) + (progress.isEmpty ? [] : [style(.dim, String(progress.dropFirst(2)))])
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
