import Catalog
import Testing

@Suite("Letters and numbers of a language")
struct AlphabetTests {
  @Test(
    "names stand where a reader looks for them",
    arguments: [
      (Language.turkish, ["Cem", "Çağla", "Irmak", "Işık", "İpek", "irem", "Öykü", "Zeynep"]),
      (.english, ["Çağla", "Cem", "Işık", "Zeynep"]), (.polish, ["Lena", "Łucja", "Marek", "Zofia", "Żaneta"]),
      (.spanish, ["Nuria", "Ñuño", "Óscar"]), (.russian, ["Анна", "Елена", "Ёлка", "Жанна"]),
    ])
  func sorting(_ language: Language, _ names: [String]) {
    func key(_ name: String) -> [UInt32] { language.sortKey(name) { Self.folded($0) } }
    let sorted = names.reversed().sorted { key($0).lexicographicallyPrecedes(key($1)) }
    #expect(sorted == names)
  }

  @Test("a Turkish i has its own capital, and a Turkish I its own small letter")
  func turkishCase() {
    #expect(Language.turkish.uppercased("ışık irem") == "IŞIK İREM")
    #expect(Language.turkish.lowercased("IŞIK İREM") == "ışık irem")
    #expect(Language.german.uppercased("irem") == "IREM")
  }

  @Test("a number has the signs of its language")
  func numbers() {
    #expect(Language.english.written(1_234_567) == "1,234,567")
    #expect(Language.german.written(12_304) == "12.304")
    #expect(Language.polish.written(1234) == "1234")
    #expect(Language.polish.written(12_304) == "12\u{A0}304")
    #expect(Language.russian.written(tenths: 125) == "12,5")
    #expect(Language.turkish.written(-7) == "-7")
  }

  /// The accents of this test's names off, and small.
  private static func folded(_ text: String) -> String {
    String(text.lowercased().map { ["ç": "c", "ş": "s", "ı": "i", "ö": "o", "ğ": "g", "ó": "o"][$0] ?? $0 })
  }
}
