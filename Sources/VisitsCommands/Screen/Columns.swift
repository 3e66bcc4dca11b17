/// How many columns a text takes on a terminal.
enum Columns {
  /// The columns of a text without control characters.
  static func count(_ text: some StringProtocol) -> Int {
    // ASCII takes one column per byte; splitting a text into Characters is slow. CR LF is one Character, so CR does not
    // count as ASCII here.
    if text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) { return text.utf8.count }
    return text.reduce(0) { $0 + count($1) }
  }

  /// The columns of one character as a person sees it: letter and accents together.
  static func count(_ character: Character) -> Int {
    if character.isASCII { return 1 }
    var columns = 0
    for scalar in character.unicodeScalars {
      // An emoji that is asked for as a picture is wide, whatever it is on its own.
      if scalar == "\u{FE0F}" { columns = 2 }
      columns = max(columns, count(scalar))
    }
    return columns
  }

  private static func count(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default:
      if scalar.properties.isEmojiPresentation { return 2 }
      return isWide(scalar.value) ? 2 : 1
    }
  }

  /// East Asian Width W or F (Unicode Standard Annex 11), in ranges.
  private static func isWide(_ value: UInt32) -> Bool {
    guard value >= 0x1100 else { return false }
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF,
      0x1AFF0...0x1B2FF, 0x20000...0x3FFFD:
      return true
    default: return false
    }
  }
}

extension String {
  /// The text with spaces behind it up to so many columns.
  func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - Columns.count(self)))
  }

  /// The text with spaces before it up to so many columns.
  func aligned(right columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - Columns.count(self))) + self
  }
}
