/// Values of type TEXT (RFC 5545, 3.3.11).
enum CalendarText {
  /// With `\`, `;`, `,` and line breaks escaped, and without what no calendar may hold: other control characters.
  static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", ";", ",":
        escaped.append("\\")
        escaped.append(scalar)
      case "\n" where isAfterReturn: break
      case "\n", "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}":
        escaped.append("\\")
        escaped.append("n")
      case "\t": escaped.append(scalar)
      default: if scalar.value >= 0x20, !(0x7F..<0xA0).contains(scalar.value) { escaped.append(scalar) }
      }
      isAfterReturn = scalar == "\r"
    }
    return String(escaped)
  }

  /// The text that was meant. A backslash that escapes nothing stands for itself.
  static func unescaped(_ value: some StringProtocol) -> String {
    guard value.utf8.contains(UInt8(ascii: "\\")) else { return String(value) }
    var text = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in value.unicodeScalars {
      guard isEscaped else {
        if scalar == "\\" { isEscaped = true } else { text.append(scalar) }
        continue
      }
      isEscaped = false
      switch scalar {
      case "n", "N": text.append("\n")
      case "\\", ";", ",", ":", "\"": text.append(scalar)
      default:
        text.append("\\")
        text.append(scalar)
      }
    }
    if isEscaped { text.append("\\") }
    return String(text)
  }

  /// The items of a list of texts, unescaped.
  static func list(_ value: String) -> [String] {
    var items: [String] = []
    var item = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in value.unicodeScalars {
      if scalar == ",", !isEscaped {
        items.append(unescaped(String(item)))
        item = String.UnicodeScalarView()
      } else {
        item.append(scalar)
      }
      isEscaped = scalar == "\\" && !isEscaped
    }
    return items + [unescaped(String(item))]
  }
}
