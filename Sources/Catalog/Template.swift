/// A text with places to fill: `Late since {time}`.
package struct Template: Sendable, Hashable {
  private enum Piece: Sendable, Hashable {
    case text(String)
    case place(name: String)
  }

  /// The text as it stands in the language's file.
  package let text: String
  private let pieces: [Piece]

  /// Finds the places: a name of letters between braces. Other braces are text.
  package init(_ text: String) {
    self.text = text
    var pieces: [Piece] = []
    var rest = text[...]
    var read = ""
    while let opening = rest.firstIndex(of: "{") {
      let inside = rest[rest.index(after: opening)...]
      guard let closing = inside.firstIndex(of: "}"), closing != inside.startIndex,
        inside[..<closing].allSatisfy(\.isLetter)
      else {
        read += rest[...opening]
        rest = inside
        continue
      }
      read += rest[..<opening]
      if !read.isEmpty { pieces.append(.text(read)) }
      read = ""
      pieces.append(.place(name: String(inside[..<closing])))
      rest = inside[inside.index(after: closing)...]
    }
    read += rest
    if !read.isEmpty { pieces.append(.text(read)) }
    self.pieces = pieces
  }

  /// The names of the places.
  package var places: Set<String> {
    Set(
      pieces.compactMap { piece in
        if case .place(let name) = piece { name } else { nil }
      })
  }

  /// The text with the places filled. A place that nobody fills stays as it is, for whoever fills it later.
  package func filled(_ values: KeyValuePairs<Slot, String>) -> String {
    var result = ""
    for piece in pieces {
      switch piece {
      case .text(let text): result += text
      case .place(let name): result += values.first { $0.key.rawValue == name }?.value ?? "{\(name)}"
      }
    }
    return result
  }
}
