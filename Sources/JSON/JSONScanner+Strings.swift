extension JSONScanner {
  /// What a string says that a scanner has passed, quotation marks included. Half of a surrogate pair becomes U+FFFD.
  package static func text(written: some Collection<UInt8>) -> String {
    let unescaped: (UnsafeBufferPointer<UInt8>) -> String = { bytes in
      var scanner = JSONScanner(bytes, depth: 0, allowsLoneSurrogates: true)
      return (try? scanner.string()) ?? ""
    }
    return written.withContiguousStorageIfAvailable(unescaped) ?? Array(written).withUnsafeBufferPointer(unescaped)
  }

  /// The unescaped text of the string at the current position.
  package mutating func string() throws(JSONSyntaxError) -> String {
    let start = position + 1
    let stop = try plainRun(from: start)
    if bytes[stop] == UInt8(ascii: "\"") {
      position = stop + 1
      return text(start..<stop)
    }
    return try escapedString(from: start, firstEscape: stop)
  }

  /// Passes over the string at the current position, and tells whether something in it is escaped.
  @discardableResult
  package mutating func passString() throws(JSONSyntaxError) -> Bool {
    position = try plainRun(from: position + 1)
    let isEscaped = bytes[position] == UInt8(ascii: "\\")
    while bytes[position] == UInt8(ascii: "\\") {
      _ = try escape()
      if peek != UInt8(ascii: "\\") { position = try plainRun(from: position) }
    }
    position += 1
    return isEscaped
  }

  /// Where the next quote or backslash stands; what lies before it is checked.
  private func plainRun(from start: Int) throws(JSONSyntaxError) -> Int {
    var index = start
    while index < bytes.count {
      if index + 8 <= bytes.count {
        let count = bytes.plainJSON(ofEightAt: index)
        index += count
        if count == 8 { continue }
      }
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): return index
      case 0..<0x20: throw JSONSyntaxError(.controlCharacter(byte), at: index)
      case 0..<0x80: index += 1
      default: index += try sequenceLength(at: index)
      }
    }
    throw JSONSyntaxError(.unexpectedEnd(expected: .closingQuote), at: index)
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
      while peek == UInt8(ascii: "\\") {
        // Nearly every escape ends a line, as in a file that is sent as one string.
        if pass("\\n") {
          unescaped.append(0x0A)
          continue
        }
        let scalar = try escape()
        if scalar.isASCII { unescaped.append(UInt8(scalar.value)) } else { unescaped.append(contentsOf: scalar.utf8) }
      }
      let stop = try plainRun(from: position)
      if stop > position { unescaped.append(contentsOf: bytes[position..<stop]) }
      position = stop
    }
    position += 1
    return String(decoding: unescaped, as: UTF8.self)
  }

  /// Reads the escape at the current position (RFC 8259, 7).
  private mutating func escape() throws(JSONSyntaxError) -> Unicode.Scalar {
    let offset = position
    position += 1
    let letter = peek
    let scalar: Unicode.Scalar
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scalar = Unicode.Scalar(letter)
    case UInt8(ascii: "b"): scalar = "\u{8}"
    case UInt8(ascii: "f"): scalar = "\u{C}"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "t"): scalar = "\t"
    case UInt8(ascii: "u"): return try self.scalar(escapedAt: offset)
    default: throw JSONSyntaxError(.invalidEscape, at: offset)
    }
    position += 1
    return scalar
  }

  /// The scalar of a `\uXXXX`, or of two that make a surrogate pair; the position stands at the first `u`.
  private mutating func scalar(escapedAt offset: Int) throws(JSONSyntaxError) -> Unicode.Scalar {
    let first = try hexadecimal(escapedAt: offset)
    if let scalar = Unicode.Scalar(first) { return scalar }
    let secondOffset = position
    if first < 0xDC00, peek == UInt8(ascii: "\\"), position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "u")
    {
      position += 1
      let second = try hexadecimal(escapedAt: secondOffset)
      if (0xDC00...0xDFFF).contains(second),
        let scalar = Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + UInt32(second) - 0xDC00)
      {
        return scalar
      }
    }
    guard allowsLoneSurrogates else { throw JSONSyntaxError(.loneSurrogate, at: offset) }
    position = secondOffset
    return "\u{FFFD}"
  }

  /// The four digits behind the `u` at the current position.
  private mutating func hexadecimal(escapedAt offset: Int) throws(JSONSyntaxError) -> UInt16 {
    position += 1
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = peek.hexadecimalDigit else { throw JSONSyntaxError(.invalidEscape, at: offset) }
      value = value << 4 | UInt16(digit)
      position += 1
    }
    return value
  }
}
