import VisitsModel

/// Stores identifiers in one text column and in audit snapshots: each line has one identifier and its key.
extension KeyedIDs {
  /// Reads the identifiers from the text of a column. A `nil` text means that there are none.
  init(column text: String?) {
    self = text.flatMap { KeyedIDs($0.split(separator: "\n").map(String.init)) } ?? KeyedIDs()
  }

  /// The text for the column; `nil` if there are no identifiers.
  var column: String? { isEmpty ? nil : lines.joined(separator: "\n") }
}
