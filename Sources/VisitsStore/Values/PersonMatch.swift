import VisitsModel

/// A typed text to find a worker or a client by: an id, the beginning or end of an id, or a part of a name.
struct PersonMatch {
  private let text: String

  /// Creates a match; `nil` if the text is only white space.
  init?(_ text: String) {
    self.text = FoldedText.fold(text).filter { $0 != "\0" }
    if self.text.isEmpty { return nil }
  }

  /// Returns a condition on the columns `row`, `id` and `foldedName`, with its values. `index` is the full-text table
  /// of trigrams; a text of fewer than three characters is compared with each row instead.
  func condition(index: String) -> (sql: String, values: [Bound]) {
    let length = text.unicodeScalars.count
    let compared = "(instr(foldedName, ?) > 0 OR substr(id, 1, ?) = ? OR substr(id, -?) = ?)"
    let values: [Bound] = [.text(text), Bound(length), .text(text), Bound(length), .text(text)]
    guard length >= 3 else { return (compared, values) }
    let phrase = "\"" + text.replacing("\"", with: "\"\"") + "\""
    return ("row IN (SELECT rowid FROM \(index) WHERE \(index) MATCH ?) AND \(compared)", [.text(phrase)] + values)
  }
}
