/// A text in parts, each of which fits into a message as JSON writes it.
struct TextParts {
  /// So much of a message of limits.messageBytes, 1 MiB, that the rest of the call has room beside it.
  static let limit = 700_000

  private let text: String
  private let ends: [String.Index]

  /// - Parameter limit: The most bytes of a part, as JSON writes it.
  init(_ text: String, limit: Int = limit) {
    self.text = text
    var ends: [String.Index] = []
    var size = 0
    let scalars = text.unicodeScalars
    for index in scalars.indices {
      let width = Self.width(of: scalars[index])
      if size + width > limit {
        ends.append(index)
        size = 0
      }
      size += width
    }
    self.ends = ends + [text.endIndex]
  }

  /// How many there are.
  var count: Int { ends.count }

  /// A part, counted from 1.
  subscript(number: Int) -> String {
    String(text.unicodeScalars[(number == 1 ? text.startIndex : ends[number - 2])..<ends[number - 1]])
  }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar {
    case "\"", "\\", "\n", "\r", "\t": 2
    case _ where scalar.value < 0x20: 6
    default: UTF8.width(scalar)
    }
  }
}
