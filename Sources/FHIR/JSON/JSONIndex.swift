import JSON

/// The list of a text's values, made while the strict scanner passes over them.
struct JSONIndex {
  private var elements: [JSONText.Element] = []
  private let limit: Int
  private let detail: Int

  /// Scans a whole text: one value, and nothing behind it. A byte order mark before it, which files from Windows carry,
  /// is passed over (RFC 8259, 8.1).
  static func elements(
    of bytes: [UInt8], limits: ReadingLimits, detail: Int
  ) throws(FHIRProblem) -> [JSONText.Element] {
    var index = JSONIndex(limit: limits.values, detail: detail)
    var stop = 0
    do throws(JSONSyntaxError) {
      try bytes.withUnsafeBufferPointer { bytes throws(JSONSyntaxError) in
        var scanner = JSONScanner(bytes, depth: limits.depth, allowsLoneSurrogates: true)
        defer { stop = scanner.position }
        if scanner.hasByteOrderMark { scanner.position = 3 }
        scanner.skipSpace()
        try index.value(&scanner, depth: 0)
        try scanner.end()
      }
    } catch {
      throw FHIRProblem(error, in: bytes, stoppedAt: stop)
    }
    return index.elements
  }

  private init(limit: Int, detail: Int) {
    self.limit = limit
    self.detail = detail
  }

  private mutating func value(_ scanner: inout JSONScanner, depth: Int) throws(JSONSyntaxError) {
    let start = scanner.position
    switch scanner.peek {
    case UInt8(ascii: "\""): try string(&scanner, depth: depth)
    case UInt8(ascii: "{"):
      let opened = try open(.object, at: start, depth: depth)
      try scanner.members { scanner throws(JSONSyntaxError) in
        try string(&scanner, depth: depth + 1)
        try scanner.passColon()
        try value(&scanner, depth: depth + 1)
      }
      close(opened, at: scanner.position)
    case UInt8(ascii: "["):
      let opened = try open(.array, at: start, depth: depth)
      try scanner.elements { scanner throws(JSONSyntaxError) in try value(&scanner, depth: depth + 1) }
      close(opened, at: scanner.position)
    case UInt8(ascii: "t"):
      try scanner.passLiteral("true")
      try append(.bool, from: start, to: scanner.position, depth: depth)
    case UInt8(ascii: "f"):
      try scanner.passLiteral("false")
      try append(.bool, from: start, to: scanner.position, depth: depth)
    case UInt8(ascii: "n"):
      try scanner.passLiteral("null")
      try append(.null, from: start, to: scanner.position, depth: depth)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      _ = try scanner.passNumber()
      try append(.number, from: start, to: scanner.position, depth: depth)
    default: throw scanner.unexpected(.value)
    }
  }

  private mutating func string(_ scanner: inout JSONScanner, depth: Int) throws(JSONSyntaxError) {
    let start = scanner.position
    let isEscaped = try scanner.passString()
    try append(.string, isEscaped: isEscaped, from: start, to: scanner.position, depth: depth)
  }

  private mutating func open(_ kind: JSONKind, at start: Int, depth: Int) throws(JSONSyntaxError) -> Int? {
    guard depth <= detail else { return nil }
    try append(kind, from: start, to: start, depth: depth)
    return elements.count - 1
  }

  private mutating func close(_ opened: Int?, at end: Int) {
    guard let opened else { return }
    elements[opened].end = UInt32(end)
    elements[opened].next = UInt32(elements.count)
  }

  @inline(__always)
  private mutating func append(
    _ kind: JSONKind, isEscaped: Bool = false, from start: Int, to end: Int, depth: Int
  ) throws(JSONSyntaxError) {
    guard depth <= detail else { return }
    guard elements.count < limit else { throw JSONSyntaxError(.tooManyValues(limit: limit), at: start) }
    elements.append(
      JSONText.Element(
        kind: kind, isEscaped: isEscaped, start: UInt32(start), end: UInt32(end),
        next: UInt32(elements.count + 1)))
  }
}

extension FHIRProblem {
  /// What is wrong with a text that the scanner refuses.
  ///
  /// - Parameter stop: Where the scanner stopped: in the middle of a number or of an escape.
  fileprivate init(_ error: JSONSyntaxError, in bytes: [UInt8], stoppedAt stop: Int) {
    // Whatever else is wrong: a file in another encoding is told by its first byte that is no UTF-8.
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      self.init(reason: .notUTF8(offset: error.byteOffsets.lowerBound))
      return
    }
    var place = error.offset
    var expected = "a value"
    switch error.kind {
    case .tooDeep(let limit):
      self.init(reason: .tooDeep(limit: limit))
      return
    case .tooManyValues(let limit):
      self.init(reason: .tooManyValues(limit: limit))
      return
    case .unexpectedEnd(let wanted), .unexpectedByte(_, let wanted): expected = wanted.words
    case .trailingComma: if bytes[place] == UInt8(ascii: "}") { expected = JSONSyntaxError.Expectation.name.words }
    case .trailingText: expected = "the end of the text"
    case .controlCharacter: expected = "no control character in a string"
    case .malformedNumber:
      expected = bytes[..<stop].last == UInt8(ascii: "0") ? "no digit behind a leading zero" : "a digit"
      place = stop
    case .invalidEscape:
      let isNumber = bytes[place...].dropFirst().first == UInt8(ascii: "u")
      expected = isNumber ? "four hexadecimal digits" : "an escape that JSON knows"
      place = stop
    default: break
    }
    let before = bytes[..<place]
    let line = before.count { $0 == 0x0A } + 1
    let lineStart = (before.lastIndex(of: 0x0A) ?? -1) + 1
    let column = String(decoding: bytes[lineStart..<place], as: UTF8.self).unicodeScalars.count + 1
    self.init(reason: .notJSON(line: line, column: column, expected: expected))
  }
}

extension JSONSyntaxError.Expectation {
  fileprivate var words: String {
    switch self {
    case .name: "a name in quotation marks"
    case .colon: "a colon"
    case .commaOrBrace: "a comma or a closing brace"
    case .commaOrBracket: "a comma or a closing bracket"
    case .closingQuote: "the end of the string"
    case .word(let word): word
    default: description
    }
  }
}
