import Synchronization

/// The texts of one language.
package struct Phrasebook: Sendable {
  /// One phrase of a language's file.
  package enum Entry: Sendable, Hashable {
    /// A text.
    case plain(Template)
    /// A text for each form that a number can take.
    case plural([PluralCategory: Template])

    /// The text in a form; where it has none of that kind, in the most general that there is.
    package func template(_ category: PluralCategory) -> Template? {
      switch self {
      case .plain(let template): template
      case .plural(let forms): forms[category] ?? forms[.other] ?? forms[.many]
      }
    }
  }

  /// The language.
  package let language: Language
  private let phrases: [Phrase: Entry]
  private let errors: [ErrorPhrase: Entry]

  /// - Parameters:
  ///   - texts: The language's file.
  ///   - other: What stands for a text that the file lacks.
  private init(_ language: Language, _ texts: [String: Entry], else other: Phrasebook? = nil) {
    self.language = language
    phrases = Self.chosen(of: texts, else: other?.phrases)
    errors = Self.chosen(of: texts, else: other?.errors)
  }

  private static func chosen<Name: CaseIterable & RawRepresentable<String>>(
    of texts: [String: Entry], else other: [Name: Entry]?
  ) -> [Name: Entry] {
    var entries = other ?? [:]
    for name in Name.allCases { entries[name] = texts[name.rawValue] ?? entries[name] }
    return entries
  }

  /// The phrasebook for a locale: of its language, or else English.
  package static func named(_ locale: LocaleName) -> Phrasebook {
    guard let language = Language(locale), language != .english else { return english }
    return loaded.withLock { loaded in
      if let book = loaded[language] { return book }
      let book = file(language).map { Phrasebook(language, $0, else: english) } ?? english
      loaded[language] = book
      return book
    }
  }

  /// English, which every other language falls back to.
  package static let english = Phrasebook(.english, file(.english) ?? [:])

  private static let loaded = Mutex<[Language: Phrasebook]>([:])

  /// A language's file. The tests read every file whole, so what cannot be read here is only left out.
  private static func file(_ language: Language) -> [String: Entry]? { try? CatalogFile(language.file).entries }
}

extension Phrasebook {
  /// A phrase with nothing filled in; of one that counts, the general form.
  package subscript(phrase: Phrase) -> String { template(phrase, .other).text }

  /// A phrase with its places filled.
  package func text(_ phrase: Phrase, _ values: KeyValuePairs<Slot, String>) -> String {
    template(phrase, .other).filled(values)
  }

  /// A phrase in the form that a number takes, with its places filled.
  package func text(_ phrase: Phrase, count: Int, _ values: KeyValuePairs<Slot, String>) -> String {
    template(phrase, language.plural(count)).filled(values)
  }

  /// Every form that a phrase has, by the number that takes it, with its places to be filled.
  package func forms(_ phrase: Phrase) -> [PluralCategory: String] {
    switch phrases[phrase] {
    case .plural(let forms): forms.mapValues(\.text)
    case .plain, nil: [.other: self[phrase]]
    }
  }

  private func template(_ phrase: Phrase, _ category: PluralCategory) -> Template {
    // A name that a person can report is better than a process that ends.
    phrases[phrase]?.template(category) ?? Template(phrase.rawValue)
  }
}

extension Phrasebook {
  /// An error with nothing filled in.
  package subscript(error: ErrorPhrase) -> String { template(error, .other).text }

  /// An error with its places filled.
  package func text(_ error: ErrorPhrase, _ values: KeyValuePairs<Slot, String>) -> String {
    template(error, .other).filled(values)
  }

  /// An error with its places filled.
  package func text(_ error: ErrorPhrase, _ values: [Slot: String]) -> String { template(error, .other).filled(values) }

  /// An error in the form that a number takes, with its places filled.
  package func text(_ error: ErrorPhrase, count: Int, _ values: KeyValuePairs<Slot, String>) -> String {
    template(error, language.plural(count)).filled(values)
  }

  private func template(_ error: ErrorPhrase, _ category: PluralCategory) -> Template {
    errors[error]?.template(category) ?? Template(error.rawValue)
  }
}
