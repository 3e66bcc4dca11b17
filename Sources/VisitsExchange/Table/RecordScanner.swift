/// Takes a text apart into rows and cells, as RFC 4180 has them and spreadsheets save them.
///
/// More is read than the RFC writes, where it can mean one thing only: any line ending, other separators, spaces
/// around quotation marks.
struct RecordScanner {
  /// Where a cell's content stands, without the quotation marks around it.
  struct Cell: Hashable {
    /// The bytes.
    var range: Range<Int>
    /// Whether two quotation marks in it stand for one.
    var hasDoubledQuotes = false
  }

  /// What stands between cells.
  let separator: UInt8
  /// The most of what is read.
  let limits: TableLimits
  /// The number of the row, as a spreadsheet shows it: blank rows count, line breaks within quotation marks do not.
  private(set) var row = 0
  /// The cells of the row.
  private(set) var cells: [Cell] = []
  /// Why the row cannot be trusted; the first of several reasons.
  private(set) var fault: RowFault.Reason?
  private var position: Int

  /// A scanner of what stands from `start` on.
  init(separator: UInt8, from start: Int, limits: TableLimits) {
    self.separator = separator
    self.limits = limits
    position = start
  }

  /// Reads the next row; `false` at the end of the text.
  mutating func next(in bytes: Span<UInt8>) -> Bool {
    guard position < bytes.count else { return false }
    row += 1
    cells.removeAll(keepingCapacity: true)
    fault = nil
    while true {
      readCell(in: bytes)
      guard position < bytes.count else { return true }
      let end = bytes[position]
      position += 1
      if end == separator { continue }
      if end == .carriageReturn, position < bytes.count, bytes[position] == .lineFeed { position += 1 }
      return true
    }
  }

  /// Whether nothing stands in any cell.
  func isBlank(in bytes: Span<UInt8>) -> Bool {
    fault == nil && cells.allSatisfy { bytes.trimmed($0.range).isEmpty }
  }

  private mutating func readCell(in bytes: Span<UInt8>) {
    var first = position
    while first < bytes.count, bytes[first] == .space { first += 1 }
    if first < bytes.count, bytes[first] == .quote {
      readQuotedCell(from: first + 1, in: bytes)
    } else {
      let start = position
      skipToEndOfCell(in: bytes)
      add(Cell(range: start..<position))
    }
  }

  private mutating func readQuotedCell(from start: Int, in bytes: Span<UInt8>) {
    var end = start
    var hasDoubledQuotes = false
    while true {
      guard end < bytes.count else {
        position = end
        // Above whatever else is wrong: it takes all rows behind with it.
        fault = .unclosedQuote
        return add(Cell(range: start..<end, hasDoubledQuotes: hasDoubledQuotes))
      }
      if bytes[end] == .quote {
        guard end + 1 < bytes.count, bytes[end + 1] == .quote else { break }
        hasDoubledQuotes = true
        end += 1
      } else if bytes[end] == 0 {
        note(.nul)
      }
      end += 1
    }
    add(Cell(range: start..<end, hasDoubledQuotes: hasDoubledQuotes))
    position = end + 1
    while position < bytes.count, bytes[position] == .space { position += 1 }
    let behind = position
    skipToEndOfCell(in: bytes)
    if position > behind { note(.strayQuote) }
  }

  private mutating func skipToEndOfCell(in bytes: Span<UInt8>) {
    while position < bytes.count {
      let byte = bytes[position]
      if byte == separator || byte == .lineFeed || byte == .carriageReturn { return }
      if byte == .quote { note(.strayQuote) } else if byte == 0 { note(.nul) }
      position += 1
    }
  }

  private mutating func add(_ cell: Cell) {
    if cell.range.count > limits.cellBytes { note(.cellTooLong(limit: limits.cellBytes)) }
    guard cells.count < limits.cells else { return note(.tooManyCells(limit: limits.cells)) }
    cells.append(cell)
  }

  private mutating func note(_ reason: RowFault.Reason) {
    if fault == nil { fault = reason }
  }
}

extension RecordScanner {
  /// What stands in a cell, as written but for the spaces around it.
  static func text(_ cell: Cell, in bytes: Span<UInt8>) -> String {
    let range = bytes.trimmed(cell.range)
    guard cell.hasDoubledQuotes else {
      return bytes.extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
    var text: [UInt8] = []
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = bytes[position]
      text.append(byte)
      position += byte == .quote ? 2 : 1
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let tab = UInt8(ascii: "\t")
  static let quote = UInt8(ascii: "\"")

  var isDigit: Bool { UInt8(ascii: "0") <= self && self <= UInt8(ascii: "9") }
}

extension Span<UInt8> {
  /// The range without the white space at its ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, self[start].isBlank { start += 1 }
    while start < end, self[end - 1].isBlank { end -= 1 }
    return start..<end
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == .space || (.tab ... .carriageReturn).contains(self) }
}
