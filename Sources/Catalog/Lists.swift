/// Several things in one sentence, as a language joins them (CLDR 46, `listPatterns`).
extension Language {
  /// What stands before the last of them.
  private func and(before last: String) -> String {
    switch self {
    case .english: "and"
    // "y" sounds as "e" before the same sound: Ana e Inés.
    case .spanish: Self.beginsWithI(last) ? "e" : "y"
    case .brazilianPortuguese, .italian: "e"
    case .french: "et"
    case .german: "und"
    case .dutch: "en"
    case .indonesian: "dan"
    case .turkish: "ve"
    case .vietnamese: "và"
    case .polish: "i"
    case .russian: "и"
    }
  }

  private static func beginsWithI(_ word: String) -> Bool {
    let letters = word.lowercased().drop { !$0.isLetter }
    let sound = letters.first == "h" ? letters.dropFirst() : letters
    return ["i", "í"].contains(sound.first) && !["hia", "hie", "ia", "ie"].contains { letters.hasPrefix($0) }
  }

  /// All of them in one: "a", "a and b", "a, b and c".
  package func list(_ things: [String]) -> String {
    guard let last = things.last, things.count > 1 else { return things.first ?? "" }
    let others = things.dropLast().joined(separator: ", ")
    let comma = self == .indonesian && things.count > 2 ? "," : ""
    return "\(others)\(comma) \(and(before: last)) \(last)"
  }
}
