import Catalog
import CommandCatalog
import Testing

@Suite("What the command line says")
struct CommandBookTests {
  @Test("Every phrase stands in the file of every language, and nothing else does", arguments: Language.allCases)
  func everyPhraseIsThere(language: Language) throws {
    let file = try CatalogFile(CommandBook.file(of: language)).entries
    let names = Set(CommandPhrases.names)
    #expect(names.subtracting(file.keys).sorted() == [])
    #expect(Set(file.keys).subtracting(names).sorted() == [])
  }

  /// What a person typed or may read stands in the language's own marks. `"field"` is how the API writes its names, and
  /// `'word'` and backquotes mark what is typed on a command line.
  @Test("Every text quotes as its language does", arguments: Language.allCases)
  func quotationMarks(language: Language) throws {
    let own =
      switch language {
      case .english: "\"\""
      case .german: "„“"
      case .polish: "„”"
      case .french, .russian: "«»"
      case .spanish, .brazilianPortuguese, .italian, .dutch, .indonesian, .turkish, .vietnamese: "“”"
      }
    let others = "„“”«»‚‘‹›".filter { !own.contains($0) }
    let files = [language.file, CommandBook.file(of: language)]
    let texts = try files.flatMap { try CatalogFile($0).entries.values.flatMap(Self.texts) }
    let help = language == .english ? [] : Array(try HelpBook.texts(in: language).values)
    for text in texts + help {
      #expect(!text.contains { others.contains($0) }, "\(language.rawValue): \(text)")
      let (opening, closing) = (own.first ?? "\"", own.last ?? "\"")
      if opening != closing {
        #expect(text.count { $0 == opening } == text.count { $0 == closing }, "\(language.rawValue): \(text)")
        for place in ["value", "text", "name", "status"] {
          #expect(!text.contains("\"{\(place)}\""), "\(language.rawValue): \(text)")
        }
      }
    }
  }

  @Test("French has a space that does not break before a colon and the like, and inside its quotation marks")
  func frenchSpaces() throws {
    let files = [Language.french.file, CommandBook.file(of: .french)]
    let texts = try files.flatMap { try CatalogFile($0).entries.values.flatMap(Self.texts) }
    for text in texts + Array(try HelpBook.texts(in: .french).values) {
      for wrong in [" :", " ;", " ?", " !", "« ", " »"] {
        #expect(!text.contains(wrong), "\(text)")
      }
      for (mark, next) in zip(text, text.dropFirst()) where mark == "«" || next == "»" {
        #expect(mark != "«" || next == "\u{A0}" || next == "\u{202F}", "\(text)")
        #expect(next != "»" || mark == "\u{A0}" || mark == "\u{202F}", "\(text)")
      }
    }
  }

  @Test("No two phrases have one name")
  func namesAreTheirOwn() {
    #expect(Set(CommandPhrases.names).count == CommandPhrases.names.count)
  }

  @Test("A text with a number has just the forms of its language", arguments: Language.allCases)
  func pluralFormsAreComplete(language: Language) throws {
    let english = try CatalogFile(CommandBook.file(of: .english)).entries
    let file = try CatalogFile(CommandBook.file(of: language)).entries
    for (name, entry) in file {
      switch (entry, english[name]) {
      case (.plural(let forms), .plural):
        #expect(Set(forms.keys) == language.pluralCategories, "\(language.rawValue): \(name)")
      case (.plain, .plain): break
      default: Issue.record("\(language.rawValue): \(name) counts in one language and not in the other")
      }
    }
  }

  @Test("Every text has the places of the English", arguments: Language.allCases)
  func placesAreTheSame(language: Language) throws {
    let english = try CatalogFile(CommandBook.file(of: .english)).entries
    for (name, entry) in try CatalogFile(CommandBook.file(of: language)).entries {
      for text in Self.texts(entry) {
        guard let of = english[name].map(Self.texts)?.last else { continue }
        #expect(Self.places(text) == Self.places(of), "\(language.rawValue): \(name)")
        #expect(!text.isEmpty, "\(language.rawValue): \(name)")
      }
    }
  }

  @Test("Every place has a slot that fills it", arguments: Language.allCases)
  func placesAreSlots(language: Language) throws {
    for (name, entry) in try CatalogFile(CommandBook.file(of: language)).entries {
      for text in Self.texts(entry) {
        #expect(Self.places(text).allSatisfy { Slot(rawValue: $0) != nil }, "\(language.rawValue): \(name)")
      }
    }
  }

  @Test("Every place that can be filled stands in a phrase of the daemon's or of the command line's")
  func noStraySlot() throws {
    let files = [Language.english.file, CommandBook.file(of: .english)]
    let used = try files.flatMap { try CatalogFile($0).entries.values.flatMap(Self.texts).flatMap(Self.places) }
    #expect(Slot.allCases.map(\.rawValue).filter { !used.contains($0) } == [])
  }

  @Test("Every language has the help of the others", arguments: Language.allCases.filter { $0 != .english })
  func helpIsTheSame(language: Language) throws {
    let texts = try HelpBook.texts(in: language)
    let others = try HelpBook.texts(in: .polish)
    #expect(Set(texts.keys).symmetricDifference(others.keys).sorted() == [])
    for (english, text) in texts { #expect(!text.isEmpty, "\(english)") }
  }

  @Test("A number chooses its form, and is written as the language writes it")
  func numbersChooseForms() {
    #expect(SyncPhrase.retried(count: 1) == "1 problem is tried again.")
    #expect(SyncPhrase.retried(count: 12_304) == "12,304 problems are tried again.")
  }

  private static func texts(_ entry: Phrasebook.Entry) -> [String] {
    switch entry {
    case .plain(let template): [template.text]
    case .plural(let forms): PluralCategory.allCases.compactMap { forms[$0]?.text }
    }
  }

  /// What stands in braces.
  private static func places(_ text: String) -> Set<String> {
    Set(
      text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap { part in
        guard let end = part.firstIndex(of: "}"), part[..<end].allSatisfy(\.isLetter), end != part.startIndex else {
          return nil
        }
        return String(part[..<end])
      })
  }
}
