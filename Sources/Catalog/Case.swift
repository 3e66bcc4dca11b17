/// Capitals and small letters as a language has them.
extension Language {
  /// The text in capitals: Turkish knows two letters i, of which each has its own capital.
  package func uppercased(_ text: String) -> String {
    guard self == .turkish else { return text.uppercased() }
    return String(text.map { $0 == "i" ? "İ" : $0 == "ı" ? "I" : $0 }).uppercased()
  }

  /// The text in small letters.
  package func lowercased(_ text: String) -> String {
    guard self == .turkish else { return text.lowercased() }
    return String(text.map { $0 == "İ" ? "i" : $0 == "I" ? "ı" : $0 }).lowercased()
  }
}
