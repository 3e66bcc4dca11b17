/// What whoever prepares a table must know beside its columns.
package enum TableGuide {
  /// Forms of a time of day that are read.
  package static let times = ["8:00", "08:00", "8:00 AM", "8.00", "8.00 Uhr", "8h00", "0800"]

  /// Forms of a date that are read as they are.
  package static let dates = [
    "2026-11-21", "21.11.2026", "21 Nov 2026", "Nov 21, 2026", "21. November 2026", "21 novembre 2026",
  ]

  /// How columns are found.
  package static let headings =
    "Columns may be in any order. Capitals, accents, spaces and punctuation of a heading do not count; a column with "
    + "an unknown heading is skipped and named."

  /// How times are written.
  package static let moments =
    "Write a time as \(listed(times)), a date as \(listed(dates)) or as Excel counts days. Dates such as "
    + "03/04/2026 are read in the order of the table's other dates, else in the order that the caller gives."

  /// Which visit a row is.
  package static let identity =
    "A row with an id is the visit that had this id before. A row without one is the visit with its client and start; "
    + "if several start at once, the one with its worker too. With another start it is a new visit, and the old one "
    + "stays."

  /// Whom a row of a table of people changes or adds.
  package static let people =
    "A table of workers or clients needs a column name or id. A row with a known id changes that person. Without an id, "
    + "the name decides. Empty cells change nothing. An unknown person is added. A table with a date or a start holds "
    + "visits. For other tables the headings decide, or --format."

  private static func listed(_ forms: [String]) -> String {
    forms.dropLast().joined(separator: "; ") + (forms.last.map { " or \($0)" } ?? "")
  }
}
