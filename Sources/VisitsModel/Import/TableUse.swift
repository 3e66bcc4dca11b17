/// How a table was understood: whoever sent it may have meant it otherwise.
package struct TableUse: Sendable, Hashable, Codable {
  /// A column of ours, and the table's own heading over it.
  package struct Column: Sendable, Hashable, Codable {
    /// The name as callers write it: "clientFirstName".
    package var name: String
    /// The heading, as the table writes it.
    package var heading: String

    /// A column, and its heading.
    package init(name: String, heading: String) {
      self.name = name
      self.heading = heading
    }
  }

  /// The columns that were read.
  package var columns: [Column]
  /// The headings of columns that were passed over.
  package var ignored: [String]
  /// Whom its rows are about; `nil`: visits.
  package var people: PersonKind?
  /// How many scheduled visits of the added ones' clients and days came from rows without an id before, and stand in
  /// this table no more: perhaps they are the ones that were added, with another start.
  package var leftBehind = 0

  /// What was read, and what was not.
  package init(columns: [Column], ignored: [String]) {
    self.columns = columns
    self.ignored = ignored
  }
}

extension ImportSummary {
  /// The same of a table.
  package func telling(_ table: TableUse?) -> ImportSummary {
    var summary = self
    summary.table = table
    return summary
  }
}
