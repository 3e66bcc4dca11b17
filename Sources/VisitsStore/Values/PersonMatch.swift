import VisitsModel

/// What a person typed to find a worker or a client: an id, the beginning or the end of one, or a part of a name.
struct PersonMatch {
  private let text: String

  /// `nil` when nothing but white space was typed.
  init?(_ text: String) {
    self.text = FoldedText.fold(text).filter { $0 != "\0" }
    if self.text.isEmpty { return nil }
  }

  /// A condition on the columns `row`, `id` and `foldedName`, with its values. `index` is the full-text table: it
  /// holds every run of three characters, so a shorter text is compared row by row.
  func condition(index: String) -> (sql: String, values: [Bound]) {
    let length = text.unicodeScalars.count
    let compared = "(instr(foldedName, ?) > 0 OR substr(id, 1, ?) = ? OR substr(id, -?) = ?)"
    let values: [Bound] = [.text(text), Bound(length), .text(text), Bound(length), .text(text)]
    guard length >= 3 else { return (compared, values) }
    let phrase = "\"" + text.replacing("\"", with: "\"\"") + "\""
    return ("row IN (SELECT rowid FROM \(index) WHERE \(index) MATCH ?) AND \(compared)", [.text(phrase)] + values)
  }
}
