extension JSONScanner {
  /// The number at the current position. Without point and exponent it is whole.
  mutating func number() throws(JSONSyntaxError) -> JSONValue {
    let start = position
    let isWhole = try passNumber()
    if isWhole {
      if let integer = Self.integer(UnsafeBufferPointer(rebasing: bytes[start..<position])) {
        return .integer(integer)
      }
    } else if let number = Double(text(start..<position)), number.isFinite {
      return .number(number)
    }
    try refuse(misfit: JSONSyntaxError(.numberOutOfRange(text(start..<position)), at: start))
    return .null
  }

  /// Passes over a number whatever its size, and tells whether it has neither point nor exponent (RFC 8259, 6).
  package mutating func passNumber() throws(JSONSyntaxError) -> Bool {
    let start = position
    var isWhole = true
    if peek == UInt8(ascii: "-") { position += 1 }
    if peek == UInt8(ascii: "0") { position += 1 } else { try passDigits(of: start) }
    if isDigit(peek) { throw JSONSyntaxError(.malformedNumber, at: start) }
    if peek == UInt8(ascii: ".") {
      isWhole = false
      position += 1
      try passDigits(of: start)
    }
    if peek | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      position += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
      try passDigits(of: start)
    }
    return isWhole
  }

  private mutating func passDigits(of start: Int) throws(JSONSyntaxError) {
    guard isDigit(peek) else { throw JSONSyntaxError(.malformedNumber, at: start) }
    while isDigit(peek) { position += 1 }
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// The value of an optional minus sign and digits, when 64 bits hold it.
  private static func integer(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    let isNegative = text.first == UInt8(ascii: "-")
    // Counted downwards: the smallest number has no positive twin.
    var value: Int64 = 0
    for byte in text[(isNegative ? 1 : 0)...] {
      let (product, overflows) = value.multipliedReportingOverflow(by: 10)
      let (difference, underflows) = product.subtractingReportingOverflow(Int64(byte - UInt8(ascii: "0")))
      if overflows || underflows { return nil }
      value = difference
    }
    if isNegative { return value }
    return value == .min ? nil : -value
  }
}
