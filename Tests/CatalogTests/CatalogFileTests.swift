import JSON
import Testing

@testable import Catalog

private func notJSON(_ kind: JSONSyntaxError.Kind, at offset: Int) -> CatalogError {
  .notJSON(JSONSyntaxError(kind, at: offset))
}

@Suite("Languages' files")
struct CatalogFileTests {
  @Test("every file has every phrase, no other, and every plural form", arguments: Language.allCases)
  func complete(_ language: Language) throws {
    let entries = try CatalogFile(language.file).entries
    #expect(Set(entries.keys) == Set(Phrase.allCases.map(\.rawValue) + ErrorPhrase.allCases.map(\.rawValue)))
    for (name, entry) in entries {
      guard case .plural(let forms) = entry else { continue }
      #expect(Set(forms.keys) == language.pluralCategories, "\(name)")
    }
  }

  @Test("every file has the places that English has, each known by name", arguments: Language.allCases)
  func places(_ language: Language) throws {
    let originals = try CatalogFile(Language.english.file).entries.mapValues(\.slots)
    for (name, entry) in try CatalogFile(language.file).entries {
      #expect(entry.slots == originals[name], "\(name)")
      for template in entry.templates {
        let text = template.slots.reduce(template.text) { $0.replacing("{\($1.rawValue)}", with: "") }
        #expect(!text.contains { $0 == "{" || $0 == "}" }, "\(name)")
        #expect(!template.text.isEmpty && !template.text.contains("  "), "\(name)")
      }
    }
  }

  @Test("English is there")
  func english() {
    #expect(Phrasebook.english[.todayHeading] == "Today")
  }

  @Test("texts and plural forms are read, escapes and other scripts too")
  func reading() throws {
    let file = try CatalogFile(text: Array(#" {"a": "x \"y\" \\ z\n", "b": {"one": "Жуй", "other": "{count}"}} "#.utf8))
    #expect(file.entries["a"] == .plain(Template("x \"y\" \\ z\n")))
    #expect(file.entries["b"] == .plural([.one: Template("Жуй"), .other: Template("{count}")]))
  }

  @Test(
    "what is no catalog is refused",
    arguments: [
      ("", notJSON(.empty, at: 0)), ("[]", notJSON(.unexpectedByte(0x5B, expected: .object), at: 0)),
      ("{", notJSON(.unexpectedEnd(expected: .name), at: 1)),
      (#"{"a" "b"}"#, notJSON(.unexpectedByte(0x22, expected: .colon), at: 5)),
      (#"{"a": 1}"#, notJSON(.unexpectedByte(0x31, expected: .string), at: 6)),
      (#"{"a": "b",}"#, notJSON(.trailingComma, at: 10)), (#"{"a": "b"} x"#, notJSON(.trailingText, at: 11)),
      (#"{"a": "b"#, notJSON(.unexpectedEnd(expected: .closingQuote), at: 8)),
      (#"{"a": "\x"}"#, notJSON(.invalidEscape, at: 7)), ("{\"a\": \"b\n\"}", notJSON(.controlCharacter(0x0A), at: 8)),
      (#"{"a": "b", "a": "c"}"#, notJSON(.duplicateName("a"), at: 11)),
      (#"{"a": {"one": "b", "one": "c"}}"#, notJSON(.duplicateName("one"), at: 19)),
      (#"{"a": {"one": {}}}"#, notJSON(.unexpectedByte(0x7B, expected: .string), at: 14)),
      (#"{"a": {"two": "b"}}"#, .unknownForm("two")),
    ])
  func refused(_ text: String, _ error: CatalogError) {
    #expect(throws: error) { try CatalogFile(text: Array(text.utf8)) }
  }

  @Test("broken UTF-8 is refused")
  func brokenText() {
    #expect(throws: CatalogError.self) { try CatalogFile(text: [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x22, 0x22, 0x7D]) }
  }
}

extension Phrasebook.Entry {
  fileprivate var templates: [Template] {
    switch self {
    case .plain(let template): [template]
    case .plural(let forms): Array(forms.values)
    }
  }

  /// Those of all its forms: "one" may say its number in words.
  fileprivate var slots: Set<Slot> { templates.reduce(into: []) { $0.formUnion($1.slots) } }
}

extension CatalogFile {
  /// Parses what a test has written.
  fileprivate init(text bytes: [UInt8]) throws(CatalogError) {
    self = try bytes.withUnsafeBufferPointer { buffer throws(CatalogError) in try CatalogFile(buffer) }
  }
}
