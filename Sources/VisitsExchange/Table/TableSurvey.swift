import TableColumns
import VisitsModel

/// What must be known of a whole table before one of its rows can be read.
struct TableSurvey {
  /// How its dates are written.
  private(set) var orders: DateOrders
  /// How many rows stand below the headings.
  private(set) var rows = 0

  /// Looks through the rows that are still ahead of `records`.
  ///
  /// - Throws: That there are too many, or that nothing tells how dates are meant.
  init(
    _ records: RecordScanner, below headings: TableHeadings, saying order: TableReading.DateOrder?,
    in bytes: Span<UInt8>
  ) throws(TableFault) {
    orders = DateOrders(said: order)
    var records = records
    let places = [TableColumn.date, .start, .end, .endDate].compactMap { headings[$0] }
    var folded = FoldedCell()
    while records.next(in: bytes) {
      guard records.row <= records.limits.rows else { throw .tooManyRows(limit: records.limits.rows) }
      rows += 1
      guard order == nil, records.fault == nil else { continue }
      for place in places where place < records.cells.count {
        let cell = bytes.extracting(records.cells[place].range)
        guard cell.mayHoldNumericDay else { continue }
        folded.fill(from: cell)
        guard case .numbers(let numbers) = MomentReader.read(folded)?.day else { continue }
        orders.note(numbers, row: records.row, text: String(decoding: folded.bytes, as: UTF8.self))
      }
    }
    try orders.demandDecision()
  }
}

extension Span<UInt8> {
  /// Whether slashes or dashes stand in it: most cells need no closer look.
  fileprivate var mayHoldNumericDay: Bool {
    for index in indices where self[index] == UInt8(ascii: "/") || self[index] == UInt8(ascii: "-") { return true }
    return false
  }
}
