import VisitsModel

/// A typed text that finds workers or clients by their id, by the beginning or the end of their id, or by a part of
/// their name.
struct PersonMatch {
  private let text: String

  /// Creates the match from a typed text; `nil` if the text is only white space.
  init?(_ text: String) {
    self.text = FoldedText.fold(text).filter { $0 != "\0" }
    if self.text.isEmpty { return nil }
  }

  /// Returns an SQL condition for a table with the columns `row`, `id` and `foldedName`, and the values of its
  /// parameters.
  ///
  /// - Parameter index: The full-text table with the trigrams of the names. A text of fewer than three characters has
  ///   no trigram, so it is compared with each row instead.
  func condition(index: String) -> (sql: String, values: [Bound]) {
    let length = text.unicodeScalars.count
    let compared = "(instr(foldedName, ?) > 0 OR substr(id, 1, ?) = ? OR substr(id, -?) = ?)"
    let values: [Bound] = [.text(text), Bound(length), .text(text), Bound(length), .text(text)]
    guard length >= 3 else { return (compared, values) }
    let phrase = "\"" + text.replacing("\"", with: "\"\"") + "\""
    return ("row IN (SELECT rowid FROM \(index) WHERE \(index) MATCH ?) AND \(compared)", [.text(phrase)] + values)
  }
}
