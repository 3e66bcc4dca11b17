import JSON

/// Lays out the cards of a day: number, mark and name, under them time and place, under these what is wrong and which
/// visits overlap.
struct CardList {
  private let cards: [JSONValue]
  private let screen: Screen
  private let numberColumns: Int
  /// Where the place begins, beside the time; `nil` where the screen is too narrow and it stands below.
  private let placeColumn: Int?

  /// A place that gets fewer columns than this is broken too often to be read with ease.
  private static let leastPlaceColumns = 30

  /// Cards for a screen.
  init(_ cards: [JSONValue], on screen: Screen) {
    self.cards = cards
    self.screen = screen
    numberColumns = max(2, String(cards.count).count)
    let indent = numberColumns + 5
    let timeColumns = cards.map { Columns.count(Self.text($0["time"])) }.max() ?? 0
    let placeColumns = cards.map { Columns.count(Self.text($0["address"])) }.max() ?? 0
    let column = indent + timeColumns + 3
    placeColumn = column + min(placeColumns, Self.leastPlaceColumns) <= screen.columns ?? .max ? column : nil
  }

  /// The lines of one card.
  func lines(_ index: Int) -> [String] {
    let card = cards[index]
    let status = card["status"]?.string
    let indent = numberColumns + 5
    let number = screen.style(.dim, String(index + 1).aligned(right: numberColumns))
    let mark = screen.style(Mark.paint(status), Self.text(card["mark"]))
    let title = screen.paragraph(
      card["title"]?.string ?? "", status == "cancelled" ? .dim : .bold, indent: indent,
      first: "\(number)  \(mark)  ")
    let alert = card["alert"]?["text"]?.string.map { text in
      screen.paragraph("⚠ \(text)", .red, indent: indent)
    }
    let overlaps = (card["overlaps"]?.array ?? []).flatMap { overlap in
      screen.paragraph("⚠ \(Self.text(overlap["text"]))", .yellow, indent: indent)
    }
    let link = card["virtual"]?["link"]?.string.map { screen.paragraph($0.onOneLine, .dim, indent: indent) }
    return title + details(card, indent: indent) + (link ?? []) + (alert ?? []) + overlaps
  }

  private func details(_ card: JSONValue, indent: Int) -> [String] {
    let time = Self.text(card["time"])
    let place = Self.text(card["address"])
    guard let placeColumn, !place.isEmpty else {
      let below = place.isEmpty ? [] : screen.paragraph(place, .dim, indent: indent)
      return screen.paragraph(time, indent: indent) + below
    }
    let before = String(repeating: " ", count: indent) + time
    return screen.paragraph(place, .dim, indent: placeColumn, first: before.padded(to: placeColumn))
  }

  private static func text(_ json: JSONValue?) -> String { json?.string?.onOneLine ?? "" }
}
