/// How much of a table is read before it, or a row of it, is refused.
package struct TableLimits: Sendable, Hashable {
  /// The most rows, the headings and blank ones included.
  package var rows: Int
  /// The most cells of one row.
  package var cells: Int
  /// The longest cell, in bytes.
  package var cellBytes: Int
  /// How many refused rows are told; the others are counted.
  package var refusals: Int

  /// Limits; by default so many rows as a spreadsheet of a year of a large agency has.
  package init(rows: Int = 250_000, cells: Int = 256, cellBytes: Int = 16_384, refusals: Int = 1000) {
    self.rows = rows
    self.cells = cells
    self.cellBytes = cellBytes
    self.refusals = refusals
  }
}
