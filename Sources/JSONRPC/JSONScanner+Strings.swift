extension JSONScanner {
  /// The unescaped text of the string at the current position.
  mutating func string() throws(JSONSyntaxError) -> String {
    let start = position + 1
    let stop = try plainRun(from: start)
    if bytes[stop] == UInt8(ascii: "\"") {
      position = stop + 1
      return text(start..<stop)
    }
    return try escapedString(from: start, firstEscape: stop)
  }

  /// Passes over the string at the current position.
  mutating func passString() throws(JSONSyntaxError) {
    let stop = try plainRun(from: position + 1)
    if bytes[stop] == UInt8(ascii: "\"") { position = stop + 1 } else { _ = try string() }
  }

  /// The bytes as a string; they are known to be UTF-8.
  func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }

  /// Where the next quote or backslash stands; what lies before it is checked.
  private func plainRun(from start: Int) throws(JSONSyntaxError) -> Int {
    var index = start
    while index < bytes.count {
      if index + 8 <= bytes.count, isPlain(eightBytesAt: index) {
        index += 8
        continue
      }
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): return index
      case 0..<0x20: throw JSONSyntaxError(.controlCharacter(byte), at: index)
      case 0..<0x80: index += 1
      default: index += try sequenceLength(at: index)
      }
    }
    throw JSONSyntaxError(.unexpectedEnd(expected: "the closing quote"), at: index)
  }

  /// Whether eight bytes are ASCII without quote, backslash and control character, found out with a few operations on
  /// one word: an imported file comes as one string of a megabyte.
  private func isPlain(eightBytesAt index: Int) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt64.self)
    let quote = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let backslash = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
    // A borrow out of a byte sets its high bit; a byte that has it already is not ASCII.
    let stops = word | (word &- ones &* 0x20) | (quote &- ones) | (backslash &- ones)
    return stops & (ones &* 0x80) == 0
  }

  /// The length of the UTF-8 sequence that begins with a byte above 0x7F (RFC 3629, 4): no overlong form, no surrogate,
  /// nothing above U+10FFFF.
  private func sequenceLength(at index: Int) throws(JSONSyntaxError) -> Int {
    let (length, second): (Int, ClosedRange<UInt8>) =
      switch bytes[index] {
      case 0xC2...0xDF: (2, 0x80...0xBF)
      case 0xE0: (3, 0xA0...0xBF)
      case 0xED: (3, 0x80...0x9F)
      case 0xE1...0xEF: (3, 0x80...0xBF)
      case 0xF0: (4, 0x90...0xBF)
      case 0xF1...0xF3: (4, 0x80...0xBF)
      case 0xF4: (4, 0x80...0x8F)
      default: throw JSONSyntaxError(.invalidUTF8, at: index)
      }
    guard index + length <= bytes.count, second.contains(bytes[index + 1]) else {
      throw JSONSyntaxError(.invalidUTF8, at: index)
    }
    for next in index + 2..<max(index + 2, index + length) where !(0x80...0xBF).contains(bytes[next]) {
      throw JSONSyntaxError(.invalidUTF8, at: index)
    }
    return length
  }

  private mutating func escapedString(from start: Int, firstEscape: Int) throws(JSONSyntaxError) -> String {
    var unescaped: [UInt8] = []
    unescaped.reserveCapacity(2 * (firstEscape - start) + 16)
    unescaped.append(contentsOf: bytes[start..<firstEscape])
    position = firstEscape
    while bytes[position] == UInt8(ascii: "\\") {
      // One after another: each by itself costs as much as a long run of plain bytes.
      while peek == UInt8(ascii: "\\") { try unescape(into: &unescaped) }
      let stop = try plainRun(from: position)
      if stop > position { unescaped.append(contentsOf: bytes[position..<stop]) }
      position = stop
    }
    position += 1
    return String(decoding: unescaped, as: UTF8.self)
  }

  /// Reads the escape at the current position (RFC 8259, 7).
  private mutating func unescape(into text: inout [UInt8]) throws(JSONSyntaxError) {
    let offset = position
    position += 1
    let letter = peek
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text.append(contentsOf: try scalar(escapedAt: offset).utf8)
    default: throw JSONSyntaxError(.invalidEscape, at: offset)
    }
  }

  /// The scalar of a `\uXXXX`, or of two that make a surrogate pair; the position stands behind the first `u`.
  private mutating func scalar(escapedAt offset: Int) throws(JSONSyntaxError) -> UnicodeScalar {
    let first = try hexadecimal(escapedAt: offset)
    if let scalar = UnicodeScalar(first) { return scalar }
    guard first < 0xDC00, peek == UInt8(ascii: "\\"), position + 1 < bytes.count,
      bytes[position + 1] == UInt8(ascii: "u")
    else { throw JSONSyntaxError(.loneSurrogate, at: offset) }
    let secondOffset = position
    position += 2
    let second = try hexadecimal(escapedAt: secondOffset)
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = UnicodeScalar(0x10000 + (UInt32(first) - 0xD800) << 10 + UInt32(second) - 0xDC00)
    else { throw JSONSyntaxError(.loneSurrogate, at: offset) }
    return scalar
  }

  private mutating func hexadecimal(escapedAt offset: Int) throws(JSONSyntaxError) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      let digit: UInt8
      switch peek {
      case let byte where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte): digit = byte - UInt8(ascii: "0")
      case let byte where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20):
        digit = (byte | 0x20) - UInt8(ascii: "a") + 10
      default: throw JSONSyntaxError(.invalidEscape, at: offset)
      }
      value = value << 4 | UInt16(digit)
      position += 1
    }
    return value
  }
}
