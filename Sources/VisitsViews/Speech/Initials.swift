/// What stands where there is no photo.
enum Initials {
  /// "MC" for "Margaret Chen": the first letters of the first and the last part of a name; "?" where it has none.
  static func of(_ name: String) -> String {
    let letters = name.split(whereSeparator: \.isWhitespace).compactMap { part in
      part.first { $0.isLetter || $0.isNumber }
    }
    guard let first = letters.first, let last = letters.last else { return "?" }
    return letters.count == 1 ? capital(first) : capital(first) + capital(last)
  }

  /// "ß" has no capital of one letter, and stays.
  private static func capital(_ letter: Character) -> String {
    let capital = letter.uppercased()
    return capital.count == 1 ? capital : String(letter)
  }
}
