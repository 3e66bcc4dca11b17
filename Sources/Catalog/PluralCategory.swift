/// The forms that a text with a number can take (Unicode TR 35, part 3, Language Plural Rules).
package enum PluralCategory: String, Sendable, Hashable, CaseIterable {
  case one
  case few
  case many
  case other
}

extension Language {
  /// The forms that whole numbers take in this language; a text with a number has each of them.
  package var pluralCategories: Set<PluralCategory> {
    switch self {
    case .english, .german, .dutch, .turkish: [.one, .other]
    case .spanish, .brazilianPortuguese, .french, .italian: [.one, .many, .other]
    case .indonesian, .vietnamese: [.other]
    // "other" is theirs too, for fractions: nothing here counts in fractions.
    case .polish, .russian: [.one, .few, .many]
    }
  }

  /// The form that a whole number takes (CLDR 46, `plurals.xml`; for whole numbers v = 0 and e = 0).
  package func plural(_ number: Int) -> PluralCategory {
    let i = number.magnitude
    let isFew = (2...4).contains(i % 10) && !(12...14).contains(i % 100)
    let isMillions = i != 0 && i % 1_000_000 == 0
    return switch self {
    case .english, .german, .dutch, .turkish: i == 1 ? .one : .other
    case .spanish, .italian: i == 1 ? .one : isMillions ? .many : .other
    case .brazilianPortuguese, .french: i <= 1 ? .one : isMillions ? .many : .other
    case .indonesian, .vietnamese: .other
    case .polish: i == 1 ? .one : isFew ? .few : .many
    case .russian: i % 10 == 1 && i % 100 != 11 ? .one : isFew ? .few : .many
    }
  }
}
