/// A text with places to fill: `Late since {time}`.
package struct Template: Sendable, Hashable {
  private enum Piece: Sendable, Hashable {
    case text(String)
    case slot(Slot)
  }

  /// The text as it stands in the language's file.
  package let text: String
  private let pieces: [Piece]

  /// Finds the places; braces around anything but a ``Slot``'s name are text.
  package init(_ text: String) {
    self.text = text
    var pieces: [Piece] = []
    var begin = text.startIndex
    var rest = text.utf8[...]
    while let opening = rest.firstIndex(of: UInt8(ascii: "{")) {
      rest = rest[opening...].dropFirst()
      guard let closing = rest.firstIndex(of: UInt8(ascii: "}")),
        let slot = Slot(rawValue: String(text[rest.startIndex..<closing]))
      else { continue }
      if begin < opening { pieces.append(.text(String(text[begin..<opening]))) }
      pieces.append(.slot(slot))
      rest = rest[closing...].dropFirst()
      begin = rest.startIndex
    }
    if begin < text.endIndex { pieces.append(.text(String(text[begin...]))) }
    self.pieces = pieces
  }

  /// The places.
  var slots: Set<Slot> {
    Set(
      pieces.compactMap { piece in
        if case .slot(let slot) = piece { slot } else { nil }
      })
  }

  /// The text with its places filled; one that has no value stays as it is.
  func filled(_ values: [Slot: String]) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .slot(let slot): values[slot] ?? slot.inBraces
      }
    }.joined()
  }

  /// The text with its places filled. A place that nobody fills stays as it is, for whoever fills it later.
  ///
  /// - Parameter others: What fills the places that `values` leaves.
  package func filled(
    _ values: KeyValuePairs<Slot, String>, otherwise others: KeyValuePairs<Slot, String> = [:]
  ) -> String {
    var result = ""
    for piece in pieces {
      switch piece {
      case .text(let text): result += text
      case .slot(let slot):
        let value = values.first { $0.key == slot } ?? others.first { $0.key == slot }
        result += value?.value ?? slot.inBraces
      }
    }
    return result
  }
}
