/// What a caller says of a table beside its text.
package struct TableReading: Sendable, Hashable {
  /// Which of a date's numbers comes first, where they are written as `03/04/2026`.
  package enum DateOrder: String, Sendable, Hashable {
    case dayFirst
    case monthFirst
  }

  /// The table's own headings by our column's name (`start`, `client`, …): they win over the known synonyms.
  package var columns: [String: String]
  /// `nil`: as the dates themselves tell, which is refused when none of them does.
  package var dateOrder: DateOrder?

  /// What was said, by default nothing.
  package init(columns: [String: String] = [:], dateOrder: DateOrder? = nil) {
    self.columns = columns
    self.dateOrder = dateOrder
  }
}
