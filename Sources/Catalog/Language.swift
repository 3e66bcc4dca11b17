/// The languages in which people are spoken to (`screens.md`).
package enum Language: String, Sendable, Hashable, CaseIterable {
  case english = "en"
  case spanish = "es"
  case brazilianPortuguese = "pt-BR"
  case french = "fr"
  case german = "de"
  case italian = "it"
  case dutch = "nl"
  case indonesian = "id"
  case turkish = "tr"
  case vietnamese = "vi"
  case polish = "pl"
  case russian = "ru"
}

/// A locale as somebody names it (`pt-PT`, `en_CA.UTF-8`), taken apart.
package struct LocaleName: Sendable, Hashable {
  /// The name in BCP 47, without what stands behind a dot or an `@` in a POSIX name: `en-CA`.
  package let tag: String
  /// The language, in lower case: `en`.
  package let language: String
  /// The region, in upper case: `CA`.
  package let region: String?

  /// Takes a name apart; any text is one.
  package init(_ name: String) {
    let parts = name.prefix { $0 != "." && $0 != "@" }.split { $0 == "-" || $0 == "_" }
    language = parts.first.map { $0.lowercased() } ?? ""
    region = parts.dropFirst().first { $0.utf8.count == 2 || $0.utf8.count == 3 && $0.allSatisfy(\.isNumber) }
      .map { $0.uppercased() }
    tag = parts.joined(separator: "-")
  }
}

extension Language {
  /// The language of ours that a locale stands for; `nil` when we have none. `pt` and `pt-PT` are served in Brazil's
  /// Portuguese.
  package init?(_ locale: LocaleName) {
    let known = Self.allCases.first { $0.rawValue.prefix { $0 != "-" } == locale.language }
    guard let known else { return nil }
    self = known
  }
}
