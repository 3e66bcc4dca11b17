import CCommandCatalog
package import Catalog
import Synchronization

/// The texts of the command line, each language read when the first of it is needed: a command that only lays out what
/// the daemon says reads none.
package enum CommandBook {
  private static let read = Mutex<[Language: [String: Phrasebook.Entry]]>([:])

  /// A text of the language of this run, else the English one.
  static func template(_ name: String, _ category: PluralCategory) -> Template {
    let language = CommandLanguage.current
    let template = entries(language)[name]?.template(category) ?? entries(.english)[name]?.template(category)
    // A name that a person can report is better than a process that ends.
    return template ?? Template(name)
  }

  /// The languages that were read so far.
  package static var languagesRead: Set<Language> { read.withLock { Set($0.keys) } }

  private static func entries(_ language: Language) -> [String: Phrasebook.Entry] {
    read.withLock { books in
      if let book = books[language] { return book }
      // The tests read every file whole, so what cannot be read here is only left out.
      let book = (try? CatalogFile(file(of: language)).entries) ?? [:]
      books[language] = book
      return book
    }
  }

  /// A language's file.
  package static func file(of language: Language) -> UnsafeBufferPointer<UInt8> {
    switch language {
    case .english: embeddedFile(command_language_en)
    case .spanish: embeddedFile(command_language_es)
    case .brazilianPortuguese: embeddedFile(command_language_pt_BR)
    case .french: embeddedFile(command_language_fr)
    case .german: embeddedFile(command_language_de)
    case .italian: embeddedFile(command_language_it)
    case .dutch: embeddedFile(command_language_nl)
    case .indonesian: embeddedFile(command_language_id)
    case .turkish: embeddedFile(command_language_tr)
    case .vietnamese: embeddedFile(command_language_vi)
    case .polish: embeddedFile(command_language_pl)
    case .russian: embeddedFile(command_language_ru)
    }
  }
}

/// All kinds of phrases, for the tests that compare them with the files.
package enum CommandPhrases {
  /// The names of all phrases.
  package static var names: [String] {
    func names<Phrase: CommandPhrase>(_ type: Phrase.Type) -> [String] { Phrase.allCases.map(\.rawValue) }
    return kinds.flatMap { names($0) }
  }

  private static let kinds: [any CommandPhrase.Type] = [
    AbsencePhrase.self, DaemonPhrase.self, DayPhrase.self, DevicePhrase.self, EmergencyPhrase.self, FactPhrase.self,
    ImportPhrase.self,
    ParserPhrase.self, PersonPhrase.self, ProgramPhrase.self, ReportPhrase.self, RulePhrase.self, SeriesPhrase.self,
    SessionPhrase.self, StatusPhrase.self, SyncPhrase.self, SystemPhrase.self, TaskPhrase.self, UndoPhrase.self,
    VisitPhrase.self, WatchPhrase.self,
  ]
}
