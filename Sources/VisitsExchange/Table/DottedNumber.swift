import TableColumns

/// Two numbers with a dot between them: `9.30` is a time of day, `9.5` and `9.75` can only be a number of hours.
struct DottedNumber {
  /// Whether it can be a time of day.
  let isTime: Bool

  /// `nil` when the cell holds anything else.
  init?(_ cell: FoldedCell) {
    guard cell.bytes.count <= 8 else { return nil }
    let parts = cell.bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    // Five digits before the dot are a day, as Excel counts them.
    guard parts.count == 2, parts[0].count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isDigit) })
    else { return nil }
    // And 0.25 is 6:00, as Excel counts hours.
    isTime =
      !parts[0].elementsEqual("0".utf8) && parts[1].count == 2 && parts[1][parts[1].startIndex] < UInt8(ascii: "6")
  }
}

/// Which columns of times hold numbers of hours, each with the first such cell: beside them `9.30` may be one too.
struct HoursAmongTimes {
  /// A cell, as the table has it.
  struct Cell: Hashable {
    let row: Int
    let text: String
  }

  private var first: [TableColumn: Cell] = [:]

  /// Takes note of a cell of a column of times.
  mutating func note(_ cell: FoldedCell, _ column: TableColumn, row: Int) {
    guard first[column] == nil, let number = DottedNumber(cell), !number.isTime else { return }
    first[column] = Cell(row: row, text: String(decoding: cell.bytes, as: UTF8.self))
  }

  /// The first number of hours in a column.
  subscript(column: TableColumn) -> Cell? { first[column] }
}
