import TableColumns
import VisitsModel

/// Columns that hold AM and PM apart from the times: without them 8:00 in the evening would be 8:00 in the morning.
///
/// Where the times count to 24 such a column changes nothing, and stays what it is: the round that a visit belongs to.
struct HalvesOfDays {
  private struct Column {
    let place: Int
    /// Whether its heading says that it holds nothing else.
    let isNamed: Bool
    /// The column of the times that it stands behind.
    let times: TableColumn
    /// The first row in which it and the time differ.
    var row: Int?
  }

  private let headings: TableHeadings
  private var columns: [Column]

  /// Columns below these headings of which nothing is known but that they hold no time.
  init(below headings: TableHeadings) {
    self.headings = headings
    let times = [TableColumn.date, .start, .end, .endDate, .minutes, .hours].compactMap { headings[$0] }
    let known = [TableColumn.client, .worker, .id, .address].compactMap { headings[$0] }
    columns = headings.names.indices.filter { !times.contains($0) && !known.contains($0) }.map { place in
      let end = headings[.end].map { $0 < place && $0 > (headings[.start] ?? 0) } ?? false
      let word = FoldedCell(headings.names[place]).word
      return Column(
        place: place, isNamed: word.contains("ampm") || word.contains("meridiem"),
        times: end ? .end : .start)
    }
  }

  /// Takes note of a row.
  mutating func note(_ record: borrowing RecordScanner, in bytes: Span<UInt8>) {
    var index = 0
    while index < columns.count {
      if Self.isStillOne(&columns[index], below: headings, record, in: bytes) {
        index += 1
      } else {
        columns.remove(at: index)
      }
    }
  }

  /// Whether a column may still hold AM and PM alone, in the light of one more row.
  private static func isStillOne(
    _ column: inout Column, below headings: TableHeadings, _ record: borrowing RecordScanner, in bytes: Span<UInt8>
  ) -> Bool {
    guard column.place < record.cells.count else { return true }
    let range = bytes.trimmed(record.cells[column.place].range)
    if range.isEmpty { return true }
    guard range.count <= 8 else { return column.isNamed }
    var cell = FoldedCell()
    cell.fill(from: bytes.extracting(range))
    guard let isAfternoon = isAfternoon(cell, isNamed: column.isNamed) else { return column.isNamed }
    guard column.row == nil, let place = headings[column.times], place < record.cells.count else { return true }
    cell.fill(from: bytes.extracting(record.cells[place].range))
    guard let second = MomentReader.read(cell)?.secondOfDay else { return true }
    // A round of the morning may end after noon; only a column of this name tells midnight from noon.
    let differs = isAfternoon ? second < 43_200 : second >= (column.isNamed ? 43_200 : 46_800)
    if differs { column.row = record.row }
    return true
  }

  /// Throws where such a column and the times differ.
  func demandNone() throws(TableFault) {
    for column in columns {
      if let row = column.row { throw .halvesApart(headings.names[column.place], row: row) }
    }
  }

  /// `nil` for anything else.
  private static func isAfternoon(_ cell: FoldedCell, isNamed: Bool) -> Bool? {
    switch cell.word {
    case "am": false
    case "pm": true
    case "a" where isNamed: false
    case "p" where isNamed: true
    default: nil
    }
  }
}
