/// A cell as it is compared and taken apart: lower case, without accents, every white space a space.
///
/// By hand, since every date of a table goes through it; what it does not know it leaves as it is, which then matches
/// nothing.
struct FoldedCell {
  /// The bytes; ASCII where the cell was written in Latin letters.
  private(set) var bytes: [UInt8] = []

  /// A cell of nothing, to be filled again and again.
  init() {}

  /// A cell that holds `text`.
  init(_ text: String) {
    fill(from: text.utf8.span)
  }

  /// Takes other content, without white space at its ends.
  mutating func fill(from source: Span<UInt8>) {
    bytes.removeAll(keepingCapacity: true)
    var position = 0
    while position < source.count {
      let byte = source[position]
      let next = position + 1 < source.count ? source[position + 1] : 0
      let third = position + 2 < source.count ? source[position + 2] : 0
      position += 1
      switch (byte, next, third) {
      case (UInt8(ascii: "A")...UInt8(ascii: "Z"), _, _): bytes.append(byte | 0x20)
      case (.tab ... .carriageReturn, _, _): append(.space)
      case (.space, _, _): append(.space)
      case (..<0x80, _, _): bytes.append(byte)
      // A no-break space, and the narrow ones that stand before AM.
      case (0xC2, 0xA0, _):
        append(.space)
        position += 1
      case (0xE2, 0x80, 0x89), (0xE2, 0x80, 0xAF):
        append(.space)
        position += 2
      // Marks of direction, which some programs put into dates.
      case (0xE2, 0x80, 0x8E), (0xE2, 0x80, 0x8F): position += 2
      case (0xC3, 0x80...0xBF, _):
        bytes.append(contentsOf: Self.latin[Int(next & 0x1F)])
        position += 1
      case (0xC5, 0x92...0x93, _):
        bytes.append(contentsOf: "oe".utf8)
        position += 1
      // Accents that stand behind their letter.
      case (0xCC, 0x80...0xBF, _), (0xCD, 0x80...0xAF, _): position += 1
      default: bytes.append(byte)
      }
    }
    while bytes.last == .space { bytes.removeLast() }
  }

  private mutating func append(_ space: UInt8) {
    if let last = bytes.last, last != .space { bytes.append(space) }
  }

  /// The letters and digits alone, as one word: "Visit_Start (planned)" is `visitstartplanned`.
  var word: String {
    String(decoding: bytes.filter { $0.isDigit || $0.isLetter || $0 >= 0x80 }, as: UTF8.self)
  }

  /// U+00C0 to U+00DF, and the small ones 32 behind them.
  private static let latin: [[UInt8]] = [
    "a", "a", "a", "a", "a", "a", "ae", "c", "e", "e", "e", "e", "i", "i", "i", "i",
    "d", "n", "o", "o", "o", "o", "o", "", "o", "u", "u", "u", "u", "y", "th", "ss",
  ].map { Array($0.utf8) }
}

extension UInt8 {
  /// A small letter of ASCII: all that is left of letters in a ``FoldedCell``.
  var isLetter: Bool { UInt8(ascii: "a") <= self && self <= UInt8(ascii: "z") }
}
