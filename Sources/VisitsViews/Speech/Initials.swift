import Catalog

/// What stands where there is no photo.
enum Initials {
  /// "MC" for "Margaret Chen": the first letters of the first and the last part of a name; "?" where it has none.
  ///
  /// - Parameter language: whose capitals they are: of "irem" it is "I", in Turkish "İ".
  static func of(_ name: String, in language: Language) -> String {
    var first: String.Index?
    var last: String.Index?
    var isPartBegun = false
    let scalars = name.unicodeScalars
    for index in scalars.indices {
      if scalars[index].separates {
        isPartBegun = false
      } else if !isPartBegun, scalars[index].canBegin {
        isPartBegun = true
        if first == nil { first = index } else { last = index }
      }
    }
    guard let first else { return "?" }
    return capital(name[first], language) + (last.map { capital(name[$0], language) } ?? "")
  }

  /// "KC" for "Kitchen closed at 10 PM": the first letters of the first two words (seed 003); "?" where there is none.
  static func firstTwo(of words: String, in language: Language) -> String {
    var letters = ""
    for word in words.split(whereSeparator: \.isWhitespace) where letters.count < 2 {
      guard let letter = word.first(where: { $0.unicodeScalars.first?.canBegin ?? false }) else { continue }
      letters += capital(letter, language)
    }
    return letters.isEmpty ? "?" : letters
  }

  /// "ß" has no capital of one letter, and stays.
  private static func capital(_ letter: Character, _ language: Language) -> String {
    let capital = language.uppercased(String(letter))
    return capital.count == 1 ? capital : String(letter)
  }
}

// ASCII first: to look up a letter's properties costs more than all else on a card.
extension Unicode.Scalar {
  fileprivate var separates: Bool { isASCII ? value <= 0x20 : properties.isWhitespace }

  fileprivate var canBegin: Bool {
    guard isASCII else { return properties.isAlphabetic || properties.numericType != nil }
    return switch self {
    case "A"..."Z", "a"..."z", "0"..."9": true
    default: false
    }
  }
}
