import Testing

@testable import Catalog

@Suite("Lists")
struct ListTests {
  @Test(
    "are joined as a language joins them",
    arguments: [
      (Language.english, "Mon, Wed and Fri"), (.spanish, "Mon, Wed y Fri"), (.brazilianPortuguese, "Mon, Wed e Fri"),
      (.french, "Mon, Wed et Fri"), (.german, "Mon, Wed und Fri"), (.italian, "Mon, Wed e Fri"),
      (.dutch, "Mon, Wed en Fri"), (.indonesian, "Mon, Wed, dan Fri"), (.turkish, "Mon, Wed ve Fri"),
      (.vietnamese, "Mon, Wed và Fri"), (.polish, "Mon, Wed i Fri"), (.russian, "Mon, Wed и Fri"),
    ])
  func three(_ language: Language, _ text: String) {
    #expect(language.list(["Mon", "Wed", "Fri"]) == text)
  }

  @Test("of two have no comma, of one nothing")
  func few() {
    #expect(Language.indonesian.list(["Ani", "Budi"]) == "Ani dan Budi")
    #expect(Language.polish.list(["Ania", "Olek"]) == "Ania i Olek")
    #expect(Language.german.list(["Ann"]) == "Ann")
    #expect(Language.german.list([]) == "")
  }

  @Test("in Spanish avoid the same sound twice")
  func spanish() {
    #expect(Language.spanish.list(["Ana", "Inés"]) == "Ana e Inés")
    #expect(Language.spanish.list(["Ana", "“Íñigo”"]) == "Ana e “Íñigo”")
    #expect(Language.spanish.list(["Ana", "Hilda"]) == "Ana e Hilda")
    #expect(Language.spanish.list(["agua", "hielo"]) == "agua y hielo")
    #expect(Language.spanish.list(["Ana", "Iago"]) == "Ana y Iago")
    #expect(Language.spanish.list(["Ana", "Hugo"]) == "Ana y Hugo")
  }
}
