/// Reads one JSON text from its first byte to its last: strictly RFC 8259, so no trailing comma, no comment, no
/// leading zero, no control character in a string.
struct JSONScanner {
  private(set) var elements: [JSONText.Element] = []
  private let bytes: [UInt8]
  private let limits: ReadingLimits
  private let detail: Int
  private var position = 0

  init(_ bytes: [UInt8], limits: ReadingLimits, detail: Int) {
    self.bytes = bytes
    self.limits = limits
    self.detail = detail
  }

  /// Scans the whole text: one value, and nothing behind it. A byte order mark before it, which files from Windows
  /// carry, is passed over (RFC 8259, 8.1).
  mutating func scanText() throws(FHIRProblem) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    skipSpace()
    try value(depth: 0)
    skipSpace()
    guard position == bytes.count else { throw wrong("the end of the text") }
  }

  private mutating func value(depth: Int) throws(FHIRProblem) {
    guard let byte = next else { throw wrong("a value") }
    switch byte {
    case UInt8(ascii: "{"): try object(depth: depth)
    case UInt8(ascii: "["): try array(depth: depth)
    case UInt8(ascii: "\""): try string(depth: depth)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number(depth: depth)
    case UInt8(ascii: "t"): try literal("true", .bool, depth: depth)
    case UInt8(ascii: "f"): try literal("false", .bool, depth: depth)
    case UInt8(ascii: "n"): try literal("null", .null, depth: depth)
    default: throw wrong("a value")
    }
  }

  private mutating func object(depth: Int) throws(FHIRProblem) {
    let opened = try open(.object, depth: depth)
    if next == UInt8(ascii: "}") {
      position += 1
    } else {
      repeat {
        skipSpace()
        guard next == UInt8(ascii: "\"") else { throw wrong("a name in quotation marks") }
        try string(depth: depth + 1)
        skipSpace()
        guard take(UInt8(ascii: ":")) else { throw wrong("a colon") }
        skipSpace()
        try value(depth: depth + 1)
        skipSpace()
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "}")) else { throw wrong("a comma or a closing brace") }
    }
    close(opened)
  }

  private mutating func array(depth: Int) throws(FHIRProblem) {
    let opened = try open(.array, depth: depth)
    if next == UInt8(ascii: "]") {
      position += 1
    } else {
      repeat {
        skipSpace()
        try value(depth: depth + 1)
        skipSpace()
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "]")) else { throw wrong("a comma or a closing bracket") }
    }
    close(opened)
  }

  private mutating func string(depth: Int) throws(FHIRProblem) {
    let start = position
    var isEscaped = false
    position += 1
    position = endOfPlain
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw wrong("no control character in a string") }
      position += 1
      isEscaped = true
      try escape()
      position = endOfPlain
    }
    guard take(UInt8(ascii: "\"")) else { throw wrong("the end of the string") }
    try keep(.string, isEscaped: isEscaped, start: start, depth: depth)
  }

  private mutating func escape() throws(FHIRProblem) {
    switch next {
    case UInt8(ascii: "u"):
      position += 1
      for _ in 0..<4 {
        guard let byte = next, hexadecimalDigit(byte) != nil else { throw wrong("four hexadecimal digits") }
        position += 1
      }
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
    default: throw wrong("an escape that JSON knows")
    }
  }

  private mutating func number(depth: Int) throws(FHIRProblem) {
    let start = position
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) { try digits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    try keep(.number, start: start, depth: depth)
  }

  private mutating func digits() throws(FHIRProblem) {
    let start = position
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    guard position > start else { throw wrong("a digit") }
  }

  private mutating func literal(_ word: StaticString, _ kind: JSONKind, depth: Int) throws(FHIRProblem) {
    let start = position
    for byte in word.description.utf8 {
      guard take(byte) else { throw wrong("\(word)") }
    }
    try keep(kind, start: start, depth: depth)
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  /// Where what a string says without an escape ends: nearly all of a text is that.
  private var endOfPlain: Int {
    let bytes = bytes.span
    var end = position
    while end < bytes.count, bytes[end] >= 0x20, bytes[end] != UInt8(ascii: "\""), bytes[end] != UInt8(ascii: "\\") {
      end += 1
    }
    return end
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private mutating func open(_ kind: JSONKind, depth: Int) throws(FHIRProblem) -> Int? {
    guard depth < limits.depth else { throw FHIRProblem(reason: .tooDeep(limit: limits.depth)) }
    let start = position
    position += 1
    skipSpace()
    try keep(kind, start: start, depth: depth)
    return depth <= detail ? elements.count - 1 : nil
  }

  private mutating func close(_ opened: Int?) {
    guard let opened else { return }
    elements[opened].end = UInt32(position)
    elements[opened].next = UInt32(elements.count)
  }

  private mutating func keep(
    _ kind: JSONKind, isEscaped: Bool = false, start: Int, depth: Int
  ) throws(FHIRProblem) {
    guard depth <= detail else { return }
    guard elements.count < limits.values else { throw FHIRProblem(reason: .tooManyValues(limit: limits.values)) }
    elements.append(
      JSONText.Element(
        kind: kind, isEscaped: isEscaped, start: UInt32(start), end: UInt32(position),
        next: UInt32(elements.count + 1)))
  }

  private func wrong(_ expected: String) -> FHIRProblem {
    let before = bytes[..<position]
    let line = before.count { $0 == 0x0A } + 1
    let lineStart = (before.lastIndex(of: 0x0A) ?? -1) + 1
    let column = String(decoding: bytes[lineStart..<position], as: UTF8.self).unicodeScalars.count + 1
    return FHIRProblem(reason: .notJSON(line: line, column: column, expected: expected))
  }
}
