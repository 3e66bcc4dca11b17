/// How a table begins: what is no row, and what separates cells.
struct TableOpening {
  /// What stands between cells.
  let separator: UInt8
  /// Where the first row starts.
  let start: Int

  /// Looks behind a byte order mark for Excel's line `sep=;`, else for the separator that the first row has most.
  init(of bytes: Span<UInt8>) {
    var start = 0
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { start = 3 }
    if let said = Self.said(in: bytes, at: start) {
      self = said
    } else {
      separator = Self.commonest(in: bytes, from: start)
      self.start = start
    }
  }

  private init(separator: UInt8, start: Int) {
    self.separator = separator
    self.start = start
  }

  private static func said(in bytes: Span<UInt8>, at start: Int) -> TableOpening? {
    var position = start
    for letter in "sep=".utf8 {
      guard position < bytes.count, bytes[position] | (letter & 0x20) == letter else { return nil }
      position += 1
    }
    guard position < bytes.count, separators.contains(bytes[position]) else { return nil }
    let separator = bytes[position]
    position += 1
    guard position < bytes.count else { return TableOpening(separator: separator, start: position) }
    let end = bytes[position]
    guard end == .lineFeed || end == .carriageReturn else { return nil }
    position += 1
    if end == .carriageReturn, position < bytes.count, bytes[position] == .lineFeed { position += 1 }
    return TableOpening(separator: separator, start: position)
  }

  private static func commonest(in bytes: Span<UInt8>, from start: Int) -> UInt8 {
    var counts = [Int](repeating: 0, count: separators.count)
    var isQuoted = false
    for position in start..<bytes.count {
      let byte = bytes[position]
      if byte == .quote { isQuoted.toggle() }
      guard !isQuoted else { continue }
      if byte == .lineFeed || byte == .carriageReturn, counts.contains(where: { $0 > 0 }) { break }
      if let index = separators.firstIndex(of: byte) { counts[index] += 1 }
    }
    // Where none stands there is one column, and any separator will do.
    return zip(separators, counts).max { $0.1 < $1.1 }?.0 ?? UInt8(ascii: ",")
  }

  private static let separators = [UInt8(ascii: ";"), UInt8(ascii: ","), .tab, UInt8(ascii: "|")]
}
