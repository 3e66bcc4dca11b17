import TableColumns
import VisitsModel

/// The cells of the row that is being read, by column.
///
/// Equal names, services and addresses share their storage: a table of 100,000 visits has a few hundred of them.
struct TableCells: ~Copyable {
  /// Which column stands where.
  let headings: TableHeadings
  /// A cell to compare or take apart.
  private(set) var folded = FoldedCell()
  private var shared: Set<String> = []
  private var zones: [String: Zone] = [:]

  /// Cells below these headings.
  init(below headings: TableHeadings) {
    self.headings = headings
  }

  /// Makes ``folded`` the cell of a column; `false` when nothing stands in it.
  mutating func fold(_ column: TableColumn, of record: borrowing RecordScanner, in bytes: Span<UInt8>) -> Bool {
    guard let cell = cell(column, of: record) else { return false }
    folded.fill(from: bytes.extracting(cell.range))
    return !folded.bytes.isEmpty
  }

  /// What stands in a column, without the spaces around it and the sign by which a text that looks like a formula is
  /// known; empty when it is missing.
  func text(_ column: TableColumn, of record: borrowing RecordScanner, in bytes: Span<UInt8>) -> String {
    cell(column, of: record).map { FormulaGuard.unguarded(RecordScanner.text($0, in: bytes)) } ?? ""
  }

  /// One line that many rows have in common; `nil` when nothing stands there.
  mutating func name(
    _ column: TableColumn, limit: Int = 300, of record: borrowing RecordScanner, in bytes: Span<UInt8>
  ) throws(RowFault) -> String? {
    let text = text(column, of: record, in: bytes)
    guard !text.isEmpty, let line = try plain(text, limit: limit, column) else { return nil }
    return share(line)
  }

  /// The text, in the storage of an equal one.
  mutating func share(_ text: String) -> String { shared.insert(text).memberAfterInsert }

  /// The table's own id of the visit, which no other row shares.
  func identity(of record: borrowing RecordScanner, in bytes: Span<UInt8>) throws(RowFault) -> String? {
    let text = text(.id, of: record, in: bytes)
    return text.isEmpty ? nil : try plain(text, limit: 200, .id)
  }

  /// Text of several lines.
  func paragraphs(
    _ column: TableColumn, limit: Int, of record: borrowing RecordScanner, in bytes: Span<UInt8>
  ) throws(RowFault) -> String? {
    let text = text(column, of: record, in: bytes)
    if text.isEmpty { return nil }
    if text.utf8.count <= limit, text.isPlainLine { return text }
    do {
      return try PlainText.paragraphs(text, limit: limit, at: "")
    } catch {
      throw RowFault(.tooLong(limit: limit), heading: headings.name(of: column), text: text)
    }
  }

  /// Refuses a row that has more cells than there are headings.
  func demandHeadings(over record: borrowing RecordScanner, in bytes: Span<UInt8>) throws(RowFault) {
    let count = headings.names.count
    guard record.cells.count > count else { return }
    let isEmpty = record.cells[count...].allSatisfy { bytes.trimmed($0.range).isEmpty }
    guard isEmpty else { throw RowFault(.moreCellsThanHeadings(cells: record.cells.count, headings: count)) }
  }

  /// Yes or no; `nil` where nothing stands.
  mutating func answer(
    _ column: TableColumn, of record: borrowing RecordScanner, in bytes: Span<UInt8>
  ) throws(RowFault) -> Bool? {
    guard fold(column, of: record, in: bytes) else { return nil }
    guard let answer = CellWords.isYes(folded) else { throw fault(.noAnswer, column, of: record, in: bytes) }
    return answer
  }

  /// The time zone; `nil` where nothing stands.
  mutating func zone(of record: borrowing RecordScanner, in bytes: Span<UInt8>) throws(RowFault) -> Zone? {
    let name = text(.timeZone, of: record, in: bytes)
    if name.isEmpty { return nil }
    if let zone = zones[name] { return zone }
    guard let zone = Zone(name) else { throw fault(.noZone, .timeZone, of: record, in: bytes) }
    zones[name] = zone
    return zone
  }

  /// The fault of a cell of the row.
  func fault(
    _ reason: RowFault.Reason, _ column: TableColumn, of record: borrowing RecordScanner, in bytes: Span<UInt8>
  ) -> RowFault {
    RowFault(reason, heading: headings.name(of: column), text: text(column, of: record, in: bytes))
  }

  private func plain(_ text: String, limit: Int, _ column: TableColumn) throws(RowFault) -> String? {
    if text.utf8.count <= limit, text.isPlainLine { return text }
    do {
      guard column == .address || column == .street else { return try PlainText.line(text, limit: limit, at: "") }
      return try PlainText.address(text, limit: limit, at: "")
    } catch {
      throw RowFault(.tooLong(limit: limit), heading: headings.name(of: column), text: text)
    }
  }

  private func cell(_ column: TableColumn, of record: borrowing RecordScanner) -> RecordScanner.Cell? {
    guard let place = headings[column], place < record.cells.count else { return nil }
    return record.cells[place]
  }
}

extension String {
  /// Whether it is printable ASCII with single spaces, as nearly every cell is: then nothing is to be cleaned.
  fileprivate var isPlainLine: Bool {
    var last: UInt8 = 0
    for byte in utf8 {
      guard (0x20...0x7E).contains(byte), byte != .space || last != .space else { return false }
      last = byte
    }
    return true
  }
}
