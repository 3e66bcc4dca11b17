import TableColumns
import VisitsModel

/// What must be known of a whole table before one of its rows can be read.
struct TableSurvey {
  /// How its dates are written.
  private(set) var orders: DateOrders
  /// Which of its times may be numbers of hours.
  private(set) var hours = HoursAmongTimes()
  /// The first duration without a unit that is too short to be one in minutes; `nil`: there is none.
  private(set) var shortDuration: HoursAmongTimes.Cell?
  /// How many rows stand below the headings.
  private(set) var rows = 0

  /// Looks through the rows that are still ahead of `records`.
  ///
  /// - Throws: That there are too many, that nothing tells how dates are meant, or that half of a time stands elsewhere.
  init(
    _ records: RecordScanner, below headings: TableHeadings, saying order: TableReading.DateOrder?,
    in bytes: Span<UInt8>
  ) throws(TableFault) {
    orders = DateOrders(said: order)
    var records = records
    let columns = [TableColumn.date, .start, .end, .endDate, .birthDate].compactMap { column in
      headings[column].map { (column: column, place: $0) }
    }
    let durations = headings.mayHoldHours ? headings[.minutes] : nil
    var folded = FoldedCell()
    var halves = HalvesOfDays(below: headings)
    while records.next(in: bytes) {
      guard records.row <= records.limits.rows else { throw .tooManyRows(limit: records.limits.rows) }
      rows += 1
      guard records.fault == nil else { continue }
      halves.note(records, in: bytes)
      if shortDuration == nil, let durations, durations < records.cells.count {
        folded.fill(from: bytes.extracting(records.cells[durations].range))
        if let number = DurationReader.bareNumber(folded), number < Self.shortestMinutes {
          shortDuration = .init(row: records.row, text: String(decoding: folded.bytes, as: UTF8.self))
        }
      }
      for (column, place) in columns where place < records.cells.count {
        let cell = bytes.extracting(records.cells[place].range)
        if column == .start || column == .end, cell.mayHoldDottedNumber {
          folded.fill(from: cell)
          hours.note(folded, column, row: records.row)
        }
        guard order == nil, cell.mayHoldNumericDay else { continue }
        folded.fill(from: cell)
        guard case .numbers(let numbers) = MomentReader.read(folded)?.day else { continue }
        orders.note(numbers, row: records.row, text: String(decoding: folded.bytes, as: UTF8.self))
      }
    }
    try halves.demandNone()
    try orders.demandDecision()
  }

  /// No visit is planned for less: a smaller number is one of hours.
  private static let shortestMinutes = 15.0
}

extension Span<UInt8> {
  /// Whether a dot stands in it, and little else.
  fileprivate var mayHoldDottedNumber: Bool {
    guard count <= 16 else { return false }
    for index in indices where self[index] == UInt8(ascii: ".") { return true }
    return false
  }

  /// Whether slashes, dashes or two dots before a year of two digits stand in it: most cells need no closer look.
  fileprivate var mayHoldNumericDay: Bool {
    var dots = 0
    for index in indices {
      switch self[index] {
      case UInt8(ascii: "/"), UInt8(ascii: "-"): return true
      case UInt8(ascii: "."):
        dots += 1
        if dots == 2 { return !(index + 3 < count && self[index + 3].isDigit) }
      default: break
      }
    }
    return false
  }
}
