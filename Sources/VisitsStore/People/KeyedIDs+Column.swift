import VisitsModel

/// Identifiers with their keys, in one column and in the audit: a line each.
extension KeyedIDs {
  /// What a column holds; `nil`: none.
  init(column text: String?) {
    self = text.flatMap { KeyedIDs($0.split(separator: "\n").map(String.init)) } ?? KeyedIDs()
  }

  /// What is written into one.
  var column: String? { isEmpty ? nil : lines.joined(separator: "\n") }
}
