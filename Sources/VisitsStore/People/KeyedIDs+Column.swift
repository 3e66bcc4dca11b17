import VisitsModel

/// Identifiers with their keys, one on each line, in a column and in the audit.
extension KeyedIDs {
  /// Reads a column; `nil` if there are no identifiers.
  init(column text: String?) {
    self = text.flatMap { KeyedIDs($0.split(separator: "\n").map(String.init)) } ?? KeyedIDs()
  }

  /// The text of the column; `nil` if there are no identifiers.
  var column: String? { isEmpty ? nil : lines.joined(separator: "\n") }
}
