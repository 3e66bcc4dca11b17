import CCommandCatalog
package import Catalog

/// The help of the commands in one language, by its English words: these stand where a command and its options are
/// declared. Made only where help is shown.
package struct HelpBook: Sendable {
  private let texts: [String: Phrasebook.Entry]

  /// The help of a language; English has no file.
  package init(_ language: Language) {
    // The tests read every file whole, so what cannot be read here is only left out.
    texts = Self.file(of: language).flatMap { try? CatalogFile($0).entries } ?? [:]
  }

  /// A text in this language, else as it is.
  package func callAsFunction(_ english: String) -> String {
    texts[english]?.template(.other)?.text ?? english
  }

  /// The texts of a language that has a file.
  package static func texts(in language: Language) throws(CatalogError) -> [String: String] {
    guard let file = file(of: language) else { return [:] }
    return try CatalogFile(file).entries.compactMapValues { $0.template(.other)?.text }
  }

  private static func file(of language: Language) -> UnsafeBufferPointer<UInt8>? {
    switch language {
    case .english: nil
    case .spanish: embeddedFile(command_help_es)
    case .brazilianPortuguese: embeddedFile(command_help_pt_BR)
    case .french: embeddedFile(command_help_fr)
    case .german: embeddedFile(command_help_de)
    case .italian: embeddedFile(command_help_it)
    case .dutch: embeddedFile(command_help_nl)
    case .indonesian: embeddedFile(command_help_id)
    case .turkish: embeddedFile(command_help_tr)
    case .vietnamese: embeddedFile(command_help_vi)
    case .polish: embeddedFile(command_help_pl)
    case .russian: embeddedFile(command_help_ru)
    }
  }
}
