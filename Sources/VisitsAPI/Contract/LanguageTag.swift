/// What can be a language tag, wherever one is kept: a worker's language, the agency's.
package enum LanguageTag {
  /// Whether a text has the form of a tag (RFC 5646, 2.1): parts of 1 to 8 letters and digits, the first one of 2 or 3
  /// letters.
  package static func isOne(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isASCIIAlphanumeric) }) else {
      return false
    }
    return (2...3).contains(parts[0].count) && !parts[0].contains(where: \.isNumber)
  }
}

extension UInt8 {
  /// A letter or a digit of ASCII.
  package var isASCIIAlphanumeric: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }
}
