import Testing

@testable import Catalog

@Suite("Languages")
struct LanguageTests {
  @Test(
    "a locale is served in its language, else in English",
    arguments: [
      ("en", Language.english), ("en-GB", .english), ("en_CA.UTF-8", .english), ("EN-us", .english),
      ("pt", .brazilianPortuguese), ("pt-PT", .brazilianPortuguese), ("pt_BR@currency=BRL", .brazilianPortuguese),
      ("ru-RU", .russian), ("zh-Hant-TW", nil), ("C", nil), ("POSIX", nil), ("", nil), ("e", nil), ("eng", nil),
    ] as [(String, Language?)])
  func matching(_ name: String, _ language: Language?) {
    #expect(Language(LocaleName(name)) == language)
  }

  @Test("a locale's region is found behind a script")
  func regions() {
    #expect(LocaleName("zh-Hant-TW").region == "TW")
    #expect(LocaleName("en_ca.UTF-8").region == "CA")
    #expect(LocaleName("es-419").region == "419")
    #expect(LocaleName("en").region == nil)
    #expect(LocaleName("en_CA.UTF-8").tag == "en-CA")
  }

  @Test("a language that there is not is served in English, and each that there is in its own words")
  func unwritten() {
    #expect(Phrasebook.named(LocaleName("xx")).language == .english)
    let words = Language.allCases.map { language in
      let book = Phrasebook.named(LocaleName(language.rawValue))
      #expect(book.language == language)
      return book[.bannerOffline]
    }
    #expect(Set(words).count == 12)
  }

  /// The numbers that tell the rules apart, each with its form (CLDR 46, `plurals.xml`, `@integer`).
  @Test(
    "numbers take the forms of CLDR",
    arguments: [
      (Language.english, "0 other, 1 one, 2 other, 11 other, 21 other, 101 other, 1000000 other"),
      (.german, "0 other, 1 one, 2 other, 1000000 other"),
      (.dutch, "0 other, 1 one, 2 other"),
      (.turkish, "0 other, 1 one, 2 other"),
      (.indonesian, "0 other, 1 other, 2 other"),
      (.vietnamese, "0 other, 1 other, 2 other"),
      (.spanish, "0 other, 1 one, 2 other, 1000000 many, 1000001 other, 2000000 many"),
      (.italian, "0 other, 1 one, 2 other, 1000000 many"),
      (.french, "0 one, 1 one, 2 other, 1000000 many"),
      (.brazilianPortuguese, "0 one, 1 one, 2 other, 1000000 many"),
      (.polish, "0 many, 1 one, 2 few, 4 few, 5 many, 11 many, 12 many, 14 many, 21 many, 22 few, 112 many, 122 few"),
      (.russian, "0 many, 1 one, 2 few, 4 few, 5 many, 11 many, 12 many, 21 one, 22 few, 111 many, 112 many, 121 one"),
    ])
  func plurals(_ language: Language, _ expected: String) {
    for pair in expected.split(separator: ", ") {
      let parts = pair.split(separator: " ")
      #expect(
        language.plural(Int(parts[0]) ?? -1).rawValue == parts[1], "\(language) \(parts[0])")
      #expect(language.pluralCategories.contains(language.plural(Int(parts[0]) ?? -1)))
    }
    #expect(language.plural(-1) == language.plural(1))
    #expect(language.plural(.min) != .one)
  }
}
