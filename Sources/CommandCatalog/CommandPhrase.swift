package import Catalog

/// A text of the command line itself, by its name in the files of `CCommandCatalog/Languages`. `en.json` has the English
/// words. Each noun has a type of its own, so that no list is too long to read.
///
/// A phrase that a file lacks, or that stands in no file, fails a test.
package protocol CommandPhrase: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

/// The language of this run. Texts are wanted where no session is known: while the command line is being read.
package enum CommandLanguage {
  /// The language in which ``CommandPhrase``s are said.
  @TaskLocal package static var current = Language.english
}

extension CommandPhrase {
  /// The text, with nothing filled in.
  package var text: String { CommandBook.template(rawValue, .other).text }

  /// The text with its places filled.
  package func callAsFunction(_ values: KeyValuePairs<Slot, String>) -> String {
    CommandBook.template(rawValue, .other).filled(values)
  }

  /// The text in the form that a number takes, with its places filled; `{count}` is the number as the language writes it.
  package func callAsFunction(count: Int64, _ values: KeyValuePairs<Slot, String> = [:]) -> String {
    let language = CommandLanguage.current
    return CommandBook.template(rawValue, language.plural(Int(clamping: count)))
      .filled(values, otherwise: [.count: language.written(count)])
  }
}
