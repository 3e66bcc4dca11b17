import Catalog
import CommandCatalog

extension ProgramPhrase {
  /// That an option takes none but a few values.
  ///
  /// - Parameter nearest: what was most likely meant.
  static func refusal(of value: String, for option: String, choices: String, nearest: String?) -> String {
    guard let nearest else { return notOneOf([.option: option, .value: value, .text: choices]) }
    return notOneOfNearest([.option: option, .value: value, .text: choices, .other: nearest])
  }
}
