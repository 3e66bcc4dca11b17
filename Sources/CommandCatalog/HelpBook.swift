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

  private static func file(of language: Language) -> [UInt8]? {
    switch language {
    case .english: nil
    case .spanish: PackageResources.help_es_json
    case .brazilianPortuguese: PackageResources.help_pt_BR_json
    case .french: PackageResources.help_fr_json
    case .german: PackageResources.help_de_json
    case .italian: PackageResources.help_it_json
    case .dutch: PackageResources.help_nl_json
    case .indonesian: PackageResources.help_id_json
    case .turkish: PackageResources.help_tr_json
    case .vietnamese: PackageResources.help_vi_json
    case .polish: PackageResources.help_pl_json
    case .russian: PackageResources.help_ru_json
    }
  }
}
